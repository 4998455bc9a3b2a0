import { readCsv } from '../../exports/csv/read-csv.ts'
import type { FieldType } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { caseKey } from '../../shared/names/names.ts'
import { Problem, problem } from '../../shared/problems.ts'
import type { LeftOut, ReadForms } from '../exchange.ts'
import { redcap } from '../logic/dialects.ts'
import { parseLogic } from '../logic/parse-logic.ts'
import { type Logic, madeForm, optionsOf, type Question } from '../made-form.ts'
import { lineOf, linesOf, type Place } from '../texts.ts'
import { type ActionTags, actionTags } from './action-tags.ts'
import { boundChecks } from './date-bounds.ts'
import { blankRow, choicesOf, type DictionaryRow, dictionaryColumns } from './dictionary.ts'
import { hasPlaceholder, reportColumns, reportPiping, reportUnread } from './report-unread.ts'
import { validationOf } from './validations.ts'

/** Reads a data dictionary of REDCap (CSV). */
export function readRedcap(text: string): ReadForms {
  const lines = readCsv(text)
  const head = lines.next()
  const headings = head.done ? [] : head.value.cells.map((cell) => cell?.trim() ?? '')
  const keys = headings.map(keyOf)
  if (!['name', 'form', 'type', 'label'].every((key) => keys.includes(key as 'name'))) {
    throw problem('exchange.unreadable', { params: { why: 'the columns of a data dictionary are missing' } })
  }
  const rows: DictionaryRow[] = []
  const leftOut: LeftOut[] = []
  for (let next = lines.next(); ; next = lines.next()) {
    if (next.done) {
      if (next.value instanceof Problem) throw next.value
      break
    }
    const { row, cells } = next.value
    reportColumns({ row, cells, headings, keys }, leftOut)
    const given = cells.flatMap((cell, at) => (keys[at] && cell ? [[keys[at], cell.trim()] as const] : []))
    if (given.length > 0) rows.push({ ...blankRow, ...Object.fromEntries(given), row })
  }
  const read = readDictionary(rows, rows[0]?.name)
  return { ...read, leftOut: [...leftOut, ...read.leftOut] }
}

function keyOf(heading: string) {
  const same = heading.toLowerCase()
  return dictionaryColumns.find((own) => own.heading.toLowerCase() === same || own.api === same)?.key
}

/** The form types of a dictionary's rows. `recordId`: the field that names the record, in whose place the subject stands. */
export function readDictionary(rows: readonly DictionaryRow[], recordId: string | undefined): ReadForms {
  const leftOut: LeftOut[] = []
  const byForm = new Map<string, Question[]>()
  const identifiers = new Map<string, string>()
  let section = ''
  const names = new Set(rows.map(({ name }) => name.toLowerCase()))
  for (const own of rows) {
    const place: Place = { sheet: null, row: own.row, field: own.name }
    if (!own.name || !own.form) {
      leftOut.push({ ...place, field: own.name || null, text: own.label, why: problem('exchange.nameless') })
      continue
    }
    const form = caseKey(own.form)
    if (!byForm.has(form)) {
      byForm.set(form, [])
      identifiers.set(form, lineOf(own.form, place, leftOut, 200))
      section = ''
    }
    if (own.section) section = own.section
    if (own.name === recordId) {
      leftOut.push({ ...place, text: own.label, why: problem('exchange.record-id') })
      continue
    }
    const question = new Reading(own, place, leftOut).question(section)
    if (!question) continue
    reportPiping(own, names, leftOut)
    section = ''
    byForm.get(form)?.push(question)
  }
  const forms = [...byForm].flatMap(([form, questions]) => {
    const identifier = identifiers.get(form) ?? form
    if (questions.length > 0) return [madeForm(identifier, questions, leftOut)]
    leftOut.push({ sheet: null, row: null, field: null, text: identifier, why: problem('exchange.empty') })
    return []
  })
  return { forms, leftOut }
}

/** The types of fields, with the names of the dictionary and of the project XML. */
const types: Readonly<Record<string, string>> = { select: 'dropdown', textarea: 'notes' }

type Typed = Omit<FormTypeField, 'name' | 'required' | 'calculation'> & { calculation?: string }

class Reading {
  readonly #row: DictionaryRow
  readonly #place: Place
  readonly #leftOut: LeftOut[]

  constructor(row: DictionaryRow, place: Place, leftOut: LeftOut[]) {
    this.#row = row
    this.#place = place
    this.#leftOut = leftOut
  }

  question(section: string): Question | undefined {
    const { name, label, note, required, branching, annotation } = this.#row
    const tags = actionTags(annotation)
    const typed = this.#typed(tags)
    if (!typed) return undefined
    this.#part('Custom Alignment', this.#row.alignment)
    this.#part('Question Number', this.#row.question)
    this.#part('Matrix Ranking?', this.#row.ranking)
    this.#part('Field Annotation', tags.rest)
    reportUnread(this.#row, { type: types[this.#row.type] ?? this.#row.type, tags, read: typed }, this.#leftOut)
    const help = note && linesOf(note, this.#place, this.#leftOut)
    const { calculation, ...own } = typed
    return {
      place: this.#place,
      name,
      aliases: [name.toLowerCase()],
      field: {
        required: required.toLowerCase() === 'y' && own.type !== 'Note',
        ...(this.#row.identifier.toLowerCase() === 'y' && own.type !== 'Note' ? { identifying: true } : {}),
        label: lineOf(label, this.#place, this.#leftOut),
        ...(help ? { help } : {}),
        ...(section ? { section: lineOf(section, this.#place, this.#leftOut) } : {}),
        ...(tags.placeholder && hasPlaceholder(own.type) ? { placeholder: tags.placeholder } : {}),
        ...own,
      },
      showIf: branching ? [logicOf(branching)] : [],
      calculation: calculation ? logicOf(calculation) : undefined,
      checks: isDate(own.type) ? boundChecks(name.toLowerCase(), this.#row, tags.isBounded) : [],
    }
  }

  #part(part: string, text: string): void {
    if (text) this.#leftOut.push({ ...this.#place, text, why: problem('exchange.part', { params: { part } }) })
  }

  #typed(tags: ActionTags): Typed | undefined {
    const { type: given, choices, matrix } = this.#row
    const type = types[given] ?? given
    switch (type) {
      case 'text':
        return this.#text(tags)
      case 'notes':
        return { type: 'String', multiline: true, ...(tags.length ? { length: tags.length } : {}) }
      case 'radio':
      case 'dropdown':
      case 'checkbox': {
        const options = optionsOf(choicesOf(choices), () => this.#place, this.#leftOut).map((option) => ({
          ...option,
          label: lineOf(option.label, this.#place, this.#leftOut) || option.code,
        }))
        if (options.length === 0) return this.#withoutOptions()
        const display = matrix ? 'TABLE' : type === 'dropdown' ? 'LIST' : 'BUTTONS'
        return { type: 'Choice', options, display, ...(type === 'checkbox' ? { multiple: true } : {}) }
      }
      case 'yesno':
      case 'truefalse':
        return { type: 'Boolean', display: 'BUTTONS' }
      case 'calc':
        return { type: 'Number', calculation: choices }
      case 'descriptive':
        return { type: 'Note' }
      case 'slider':
        return this.#slider()
      default:
        this.#leftOut.push({ ...this.#place, text: given, why: problem('exchange.type', { params: { type: given } }) })
    }
  }

  #withoutOptions(): { type: FieldType } {
    this.#leftOut.push({ ...this.#place, text: this.#row.choices, why: problem('exchange.options.none') })
    return { type: 'String' }
  }

  #text(tags: ActionTags): Typed {
    const { validation, minimum, maximum } = this.#row
    const own = validation === '' ? { type: 'String' as const } : validationOf(validation)
    if (!own) this.#part('Text Validation Type', validation)
    const type = own?.type ?? 'String'
    const given = own && 'pattern' in own && own.pattern ? { pattern: own.pattern } : {}
    const decimals = own && 'decimals' in own && own.decimals !== undefined ? { decimals: own.decimals } : {}
    return {
      type,
      ...given,
      ...decimals,
      ...this.#bounds(type, minimum, maximum, tags.isBounded),
      ...(tags.length && type === 'String' ? { length: tags.length } : {}),
      ...(tags.calculation ? { calculation: tags.calculation } : {}),
    }
  }

  /** REDCap takes a value out of its range, unless an action tag says otherwise. */
  #bounds(type: FieldType, minimum: string, maximum: string, isHard: boolean): Partial<Typed> {
    if (isDate(type)) return {}
    const low = numberOf(type, minimum)
    const high = numberOf(type, maximum)
    if (minimum && low === undefined) this.#part('Text Validation Min', minimum)
    if (maximum && high === undefined) this.#part('Text Validation Max', maximum)
    const [least, most] = isHard ? (['minimum', 'maximum'] as const) : (['softMinimum', 'softMaximum'] as const)
    return { ...(low === undefined ? {} : { [least]: low }), ...(high === undefined ? {} : { [most]: high }) }
  }

  #slider(): Typed {
    const { choices, validation, minimum, maximum } = this.#row
    const [low = '', middle = '', high = '', ...rest] = choices.split('|').map((label) => label.trim())
    this.#part('Slider Labels', [middle, ...rest].filter((label) => label !== '').join(' | '))
    this.#part('Show Slider Number', validation)
    return {
      type: 'Number',
      display: 'SCALE',
      minimum: numberOf('Number', minimum) ?? 0,
      maximum: numberOf('Number', maximum) ?? 100,
      decimals: 0,
      ...(low ? { minimumLabel: lineOf(low, this.#place, this.#leftOut) } : {}),
      ...(high ? { maximumLabel: lineOf(high, this.#place, this.#leftOut) } : {}),
    }
  }
}

function isDate(type: FieldType): boolean {
  return type === 'Date' || type === 'DateTime'
}

function numberOf(type: FieldType, text: string): number | undefined {
  const number = Number(text.replace(',', '.'))
  return type === 'Number' && text !== '' && Number.isFinite(number) ? number : undefined
}

function logicOf(text: string): Logic {
  return { text, part: parseLogic(text, redcap) }
}
