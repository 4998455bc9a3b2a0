import { partsOf } from '../../expressions/parts.ts'
import { labelOf, optionsOf } from '../../form-types/field-properties.ts'
import type { FormCheck, FormTypeField } from '../../form-types/fields.ts'
import { cleanFields } from '../../form-types/form-types.rules.ts'
import { labelsOf, messagesOf, saidOf } from '../../form-types/values/translations.ts'
import { sameText } from '../../shared/names/names.ts'
import { problem } from '../../shared/problems.ts'
import type { ExchangedForm, LeftOut } from '../exchange.ts'
import { decided } from '../logic/blanks.ts'
import { plainCodes, withCodes } from '../logic/codes.ts'
import { toXpath } from '../logic/from-cel.ts'
import { type Known, Untranslatable } from '../logic/known.ts'
import { formIdOf } from './cells.ts'
import { inColumns, inLanguage } from './languages.ts'
import { OptionLists } from './option-lists.ts'
import { type Row, surveySheet, type WrittenSheet } from './survey-sheet.ts'

type Field = FormTypeField & { variable: string; xls: string; codes: ReadonlyMap<string, string> }

/** `own`: the field that a constraint is about. */
type Use = { own?: string; isCondition?: boolean }

/** The options of a Boolean, which is one again when it comes back. */
const truths = [
  { code: 'true', label: 'Yes' },
  { code: 'false', label: 'No' },
]

/** A form type as an XLSForm, and what has no counterpart there. */
export function writeXlsform(form: ExchangedForm): { sheets: WrittenSheet[]; leftOut: LeftOut[] } {
  return new Writing(form).written()
}

class Writing {
  readonly #form: ExchangedForm
  readonly #leftOut: LeftOut[] = []
  readonly #fields: readonly Field[]
  readonly #byVariable: ReadonlyMap<string, Known & { name: string; codes: Field['codes'] }>
  readonly #lists = new OptionLists()
  readonly #languages: readonly string[]

  constructor(form: ExchangedForm) {
    this.#form = form
    const said = [...form.fields, ...form.checks].flatMap(
      ({ translations }): { language: string }[] => translations ?? [],
    )
    this.#languages = [...new Set(said.map(({ language }) => language))]
    const taken = new Set<string>()
    this.#fields = cleanFields(form.fields).map((field) => ({
      ...field,
      xls: this.#nameOf(field, taken),
      codes: this.#codesOf(field),
    }))
    this.#byVariable = new Map(this.#fields.map((field) => [field.variable, { ...field, name: field.xls }]))
  }

  written() {
    const rows: Row[] = []
    let isInGroup = false
    for (const field of this.#fields) {
      if (field.section) {
        if (isInGroup) rows.push({ type: 'end_group' })
        const said = inColumns('label', saidOf(field.translations, 'section'))
        rows.push({ type: 'begin_group', name: `section_${rows.length + 1}`, label: field.section, ...said })
        isInGroup = true
      }
      rows.push(this.#row(field))
    }
    if (isInGroup) rows.push({ type: 'end_group' })
    const id = formIdOf(this.#form.identifier)
    const options = this.#lists.rows(this.#languages)
    const labels = this.#languages.map((language) => inLanguage('label', language))
    const sheets: WrittenSheet[] = [
      surveySheet(rows, this.#languages),
      { name: 'choices', columns: ['list_name', 'name', 'label', ...labels], rows: options },
      { name: 'settings', columns: ['form_title', 'form_id'], rows: [[this.#form.identifier, id]] },
    ]
    return { sheets, leftOut: this.#leftOut }
  }

  /** The name, if XML can have it, else the variable. */
  #nameOf({ name, variable }: { name: string; variable: string }, taken: Set<string>): string {
    const isOwn = /^[A-Za-z_][A-Za-z0-9._-]*$/.test(name) || /^\d+$/.test(name)
    const base = isOwn ? name : variable
    let unique = base
    for (let count = 2; taken.has(unique); count++) unique = `${base}_${count}`
    taken.add(unique)
    if (unique !== name)
      this.#leftOut.push({
        ...this.#place(name),
        text: name,
        why: problem('exchange.name', { params: { name: unique } }),
      })
    return unique
  }

  /** Several codes are separated by blanks in an answer, so none may have one. */
  #codesOf(field: FormTypeField): Field['codes'] {
    const codes = plainCodes(field.type === 'Choice' ? optionsOf(field) : [], (code) => {
      return field.multiple ? code.replace(/\s+/gu, '_') : code
    })
    for (const [code, plain] of codes) {
      if (plain === code) continue
      const why = problem('exchange.name', { params: { name: plain } })
      this.#leftOut.push({ ...this.#place(field.name), text: code, why })
    }
    return codes
  }

  #place(field: string) {
    return { sheet: this.#form.identifier, row: null, field }
  }

  #lose(field: string, part: string, text: unknown): void {
    if (text === null || text === undefined || text === false || text === '') return
    this.#leftOut.push({
      ...this.#place(field),
      text: String(text),
      why: problem('exchange.part', { params: { part } }),
    })
  }

  #row(field: Field): Row {
    const { name, label, help, unit, placeholder, softMinimum, softMaximum, required, showIf, calculation } = field
    this.#lose(name, 'Unit', unit)
    this.#lose(name, 'Placeholder', placeholder)
    if ((softMinimum ?? softMaximum ?? null) !== null)
      this.#lose(name, 'Usual range', `${softMinimum ?? ''} – ${softMaximum ?? ''}`)
    // ODK shows nothing for a question without a label. Nobody is asked what is calculated.
    const shown = label || (calculation && field.xls === name ? '' : labelOf(field))
    return {
      name: field.xls,
      label: shown,
      hint: help ?? '',
      ...inColumns('label', saidOf(field.translations, 'label')),
      ...inColumns('hint', saidOf(field.translations, 'help')),
      required: required ? 'yes' : '',
      relevant: showIf ? (this.#logic(name, showIf, { isCondition: true }) ?? '') : '',
      calculation: calculation ? (this.#logic(name, calculation, {}) ?? '') : '',
      ...this.#constraint(field),
      ...this.#typed(field),
    }
  }

  #logic(field: string, source: string, { own, isCondition }: Use): string | undefined {
    const part = partsOf(source)
    try {
      if (!part) return undefined
      const said = withCodes(isCondition ? decided(part) : part, (variable, code) => {
        return this.#byVariable.get(variable)?.codes.get(code) ?? code
      })
      return toXpath(said, (variable) => this.#byVariable.get(variable), own)
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error
      const why = problem('exchange.expression', { params: { why: error.message } })
      this.#leftOut.push({ ...this.#place(field), text: source, why })
    }
  }

  #constraint({ name, variable, minimum, maximum, length, pattern, display, type }: Field): Row {
    const own = this.#form.checks.filter(({ field }) => sameText(field) === sameText(name))
    const [check, ...others] = own.filter(({ soft }) => !soft)
    for (const { expression, message } of [...others, ...own.filter(({ soft }) => soft)]) {
      this.#lose(name, 'Check', `${message} (${expression})`)
    }
    const isScale = display === 'SCALE'
    const isText = type === 'String'
    const limits = [
      !isScale && (minimum ?? null) !== null && `. >= ${minimum}`,
      !isScale && (maximum ?? null) !== null && `. <= ${maximum}`,
      isText && length && `string-length(.) <= ${length}`,
      isText && pattern && this.#regex(name, pattern),
    ].filter((one) => typeof one === 'string')
    const rule = check && this.#rule(check, variable, limits.length > 0)
    return {
      constraint: [...limits, ...(rule ? [rule] : [])].join(' and '),
      constraint_message: rule && check ? check.message : '',
      ...(rule && check ? inColumns('constraint_message', messagesOf(check.translations)) : {}),
    }
  }

  #rule({ expression, field }: FormCheck, variable: string, isWithin: boolean): string | undefined {
    const text = this.#logic(field, expression, { own: variable })
    const part = partsOf(expression)
    return text && isWithin && part?.kind === 'operation' && part.operator === '||' ? `(${text})` : text
  }

  #regex(field: string, pattern: string): string | false {
    if (!pattern.includes("'")) return `regex(., '${pattern}')`
    if (!pattern.includes('"')) return `regex(., "${pattern}")`
    this.#lose(field, 'Pattern', pattern)
    return false
  }

  #typed(field: Field): Row {
    const { name, type, decimals, calculation, multiline, display, multiple, minimum, maximum } = field
    switch (type) {
      case 'Boolean':
        if (calculation) return { type: 'calculate' }
        return { type: `select_one ${this.#lists.of('true_false', truths)}` }
      case 'Choice': {
        const options = optionsOf(field).map(({ code, label }) => ({
          code: field.codes.get(code) ?? code,
          label,
          said: labelsOf(field.translations, code),
        }))
        const list = this.#lists.of(field.xls, options)
        const appearance = display === 'TABLE' ? 'list-nolabel' : display === 'BUTTONS' ? '' : 'minimal'
        return { type: `${multiple ? 'select_multiple' : 'select_one'} ${list}`, appearance }
      }
      case 'Date':
        return { type: calculation ? 'calculate' : 'date' }
      case 'DateTime':
        return { type: calculation ? 'calculate' : 'dateTime' }
      case 'Time':
        return { type: calculation ? 'calculate' : 'time' }
      case 'Note':
        return { type: 'note' }
      case 'Number':
        if (display === 'SCALE') {
          const step = decimals ? (1 / 10 ** decimals).toFixed(decimals) : '1'
          const ends = [
            {
              code: String(minimum),
              label: field.minimumLabel ?? '',
              said: saidOf(field.translations, 'minimumLabel'),
            },
            {
              code: String(maximum),
              label: field.maximumLabel ?? '',
              said: saidOf(field.translations, 'maximumLabel'),
            },
          ].filter(({ label }) => label !== '')
          const labelled = ends.length > 0 ? ` tick_labelset=${this.#lists.of(field.xls, ends)}` : ''
          const parameters = `start=${minimum} end=${maximum} step=${step}${labelled}`
          // With ticks, the labels stand beside them; without, two stand at the ends.
          return { type: 'range', parameters, appearance: ends.length === 2 ? 'no-ticks' : '' }
        }
        if (calculation) {
          this.#lose(name, 'Decimals', decimals)
          return { type: 'calculate' }
        }
        if (decimals !== 0) this.#lose(name, 'Decimals', decimals)
        return { type: decimals === 0 ? 'integer' : 'decimal' }
      default:
        if (type !== 'String') this.#lose(name, 'Type', type)
        return { type: calculation ? 'calculate' : 'text', appearance: multiline ? 'multiline' : '' }
    }
  }
}
