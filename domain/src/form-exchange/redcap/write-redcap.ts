import { partsOf } from '../../expressions/parts.ts'
import { labelOf, optionsOf } from '../../form-types/field-properties.ts'
import type { FormCheck, FormTypeField } from '../../form-types/fields.ts'
import { problem } from '../../shared/problems.ts'
import type { ExchangedForm, LeftOut } from '../exchange.ts'
import { decided } from '../logic/blanks.ts'
import { withCodes } from '../logic/codes.ts'
import { toRedcap } from '../logic/from-cel.ts'
import { type Known, Untranslatable } from '../logic/known.ts'
import { annotationOf, calculatedLoses } from './annotations.ts'
import { type WrittenBounds, writtenBounds } from './date-bounds.ts'
import { blankRow, type DictionaryRow, dictionaryText } from './dictionary.ts'
import { type RedcapField, RedcapNames, recordId } from './names.ts'
import { validationFor } from './validations.ts'

/** Form types as a data dictionary of REDCap (CSV), and what has no counterpart there. */
export function writeRedcap(forms: readonly ExchangedForm[]): { text: string; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []
  const names = new RedcapNames()
  const rows = forms.flatMap((form) => new Writing(form, names, leftOut).rows())
  const first = { ...blankRow, name: recordId, form: rows[0]?.form ?? 'form_1', type: 'text', label: 'Record ID' }
  return { text: dictionaryText([first, ...rows]), leftOut }
}

type Field = RedcapField

class Writing {
  readonly #form: ExchangedForm
  readonly #formName: string
  readonly #leftOut: LeftOut[]
  readonly #fields: readonly Field[]
  readonly #byVariable: ReadonlyMap<string, Known & { name: string; codes: Field['codes'] }>

  constructor(form: ExchangedForm, names: RedcapNames, leftOut: LeftOut[]) {
    this.#form = form
    this.#formName = names.form(form.identifier)
    this.#leftOut = leftOut
    this.#fields = names.fields(form.fields)
    this.#byVariable = new Map(
      this.#fields.map((field) => {
        const options = optionsOf(field).map(({ code, label }) => ({ code: field.codes.get(code) ?? code, label }))
        return [field.variable, { ...field, options, name: field.redcap }]
      }),
    )
  }

  rows(): DictionaryRow[] {
    const rows = this.#fields.map((field, at) => this.#row(field, this.#fields[at - 1]))
    for (const check of this.#form.checks) {
      const { message, expression, field } = check
      if (!this.#said.has(check)) this.#leftOut.push(this.#lost(field, `${message} (${expression})`, 'Check'))
    }
    return rows
  }

  #row(field: Field, before: Field | undefined): DictionaryRow {
    const { name, redcap, label, help, section, required, showIf, unit, identifying } = field
    if (redcap !== name.toLowerCase()) {
      this.#leftOut.push({
        ...this.#place(name),
        text: name,
        why: problem('exchange.name', { params: { name: redcap } }),
      })
    }
    if (unit) this.#leftOut.push(this.#lost(name, unit, 'Unit'))
    for (const said of field.translations ?? []) {
      this.#leftOut.push(this.#lost(name, said.label ?? said.language, `translation: ${said.language}`))
    }
    return {
      ...blankRow,
      ...this.#typed(field, before),
      name: redcap,
      form: this.#formName,
      section: section ?? '',
      label: label || labelOf(field),
      note: help ?? '',
      required: required ? 'y' : '',
      identifier: identifying ? 'y' : '',
      branching: showIf ? (this.#logic(name, showIf, true) ?? '') : '',
    }
  }

  #place(field: string) {
    return { sheet: this.#form.identifier, row: null, field }
  }

  #lost(field: string, text: string, part: string): LeftOut {
    return { ...this.#place(field), text, why: problem('exchange.part', { params: { part } }) }
  }

  #logic(field: string, source: string, isCondition: boolean): string | undefined {
    const part = partsOf(source)
    try {
      if (!part) return undefined
      const said = withCodes(isCondition ? decided(part) : part, (variable, code) => {
        return this.#byVariable.get(variable)?.codes.get(code) ?? code
      })
      return toRedcap(said, (variable) => this.#byVariable.get(variable))
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error
      const why = problem('exchange.expression', { params: { why: error.message } })
      this.#leftOut.push({ ...this.#place(field), text: source, why })
    }
  }

  #typed(field: Field, before: FormTypeField | undefined): Partial<DictionaryRow> {
    const { name, type, calculation, display, multiple } = field
    const calculated = calculation ? this.#logic(name, calculation, false) : undefined
    switch (type) {
      case 'Note':
        return { type: 'descriptive' }
      case 'Boolean':
        if (calculation) this.#leftOut.push(this.#lost(name, calculation, 'Calculation'))
        return { type: 'yesno' }
      case 'Choice': {
        if (calculation) this.#leftOut.push(this.#lost(name, calculation, 'Calculation'))
        const choices = optionsOf(field).map(({ code, label }) => this.#choice(field, code, label))
        const kind = multiple ? 'checkbox' : display === 'LIST' || !display ? 'dropdown' : 'radio'
        return {
          type: kind,
          choices: choices.join(' | '),
          matrix: display === 'TABLE' ? this.#matrix(field, before) : '',
        }
      }
      case 'Number':
        if (!calculated) return this.#number(field)
        for (const part of calculatedLoses) {
          if ((field[part] ?? null) !== null) this.#leftOut.push(this.#lost(name, String(field[part]), part))
        }
        return { type: 'calc', choices: calculated }
      default:
        return this.#text(field, calculated)
    }
  }

  /** Neighbours with the same options share a matrix. */
  #matrix(field: FormTypeField, before: FormTypeField | undefined): string {
    const own = JSON.stringify([field.options, field.multiple])
    const isSame =
      before?.display === 'TABLE' && !field.section && JSON.stringify([before.options, before.multiple]) === own
    if (!isSame || this.#currentMatrix === '')
      this.#currentMatrix = `${this.#byVariable.get(field.variable ?? '')?.name}_matrix`
    return this.#currentMatrix
  }

  #currentMatrix = ''
  /** The checks that stand beside their field. */
  readonly #said = new Set<FormCheck>()

  #choice({ name, codes }: Field, code: string, label: string): string {
    const plain = codes.get(code) ?? code
    if (plain !== code)
      this.#leftOut.push({
        ...this.#place(name),
        text: code,
        why: problem('exchange.name', { params: { name: plain } }),
      })
    return `${plain}, ${this.#withoutBars(name, label)}`
  }

  #withoutBars(field: string, label: string): string {
    const shown = label.replaceAll('|', '/')
    if (shown !== label)
      this.#leftOut.push({
        ...this.#place(field),
        text: label,
        why: problem('exchange.name', { params: { name: shown } }),
      })
    return shown
  }

  #number(field: Field): Partial<DictionaryRow> {
    const { name, minimum, maximum, softMinimum, softMaximum, decimals, display, placeholder } = field
    const { minimumLabel, maximumLabel } = field
    const isHard = (minimum ?? maximum ?? null) !== null
    const [low, high] = isHard ? [minimum, maximum] : [softMinimum, softMaximum]
    const bounds = { minimum: String(low ?? ''), maximum: String(high ?? '') }
    if (isHard && (softMinimum ?? softMaximum ?? null) !== null) {
      this.#leftOut.push(this.#lost(name, `${softMinimum ?? ''} – ${softMaximum ?? ''}`, 'Usual range'))
    }
    if (display === 'SCALE') {
      const [lower, upper] = [minimumLabel, maximumLabel].map((label) => this.#withoutBars(name, label ?? ''))
      return {
        type: 'slider',
        choices: lower || upper ? `${lower} | | ${upper}` : '',
        minimum: bounds.minimum === '0' ? '' : bounds.minimum,
        maximum: bounds.maximum === '100' ? '' : bounds.maximum,
      }
    }
    const validation = validationFor('Number', decimals, null)
    if (validation === undefined) this.#leftOut.push(this.#lost(name, String(decimals), 'Decimals'))
    return {
      type: 'text',
      validation: validation ?? 'number',
      ...bounds,
      annotation: annotationOf({ isHard, placeholder }),
    }
  }

  #text(field: Field, calculated: string | undefined): Partial<DictionaryRow> {
    const { name, type, pattern, length, placeholder, multiline, calculation } = field
    if (calculation && !calculated) return { type: multiline ? 'notes' : 'text' }
    const validation = validationFor(type, null, pattern)
    if (validation === undefined) this.#leftOut.push(this.#lost(name, pattern ?? type, 'Pattern'))
    if (multiline && pattern) this.#leftOut.push(this.#lost(name, pattern, 'Pattern'))
    const bounds = type === 'Date' || type === 'DateTime' ? this.#dateBounds(field) : undefined
    const annotation = annotationOf({ length, placeholder, calculated, isHard: bounds?.isHard ?? false })
    if (multiline) return { type: 'notes', annotation }
    const { minimum = '', maximum = '' } = bounds ?? {}
    return { type: 'text', validation: validation ?? '', minimum, maximum, annotation }
  }

  #dateBounds(field: Field): WrittenBounds {
    const written = writtenBounds(field, this.#form.checks, (bound) => {
      try {
        return toRedcap(bound, (variable) => this.#byVariable.get(variable))
      } catch (error) {
        if (error instanceof Untranslatable) return undefined
        throw error
      }
    })
    for (const check of written.said) this.#said.add(check)
    for (const { message } of written.retold) this.#leftOut.push(this.#lost(field.name, message, 'Check message'))
    return written
  }
}
