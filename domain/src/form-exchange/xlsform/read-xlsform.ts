import type { FieldTranslation } from '../../form-types/values/translations.ts'
import { problem } from '../../shared/problems.ts'
import { isBlank } from '../../shared/text.rules.ts'
import type { LeftOut, ReadForms, Sheet } from '../exchange.ts'
import { xpath } from '../logic/dialects.ts'
import { parseLogic } from '../logic/parse-logic.ts'
import { type Logic, madeForm, type Question } from '../made-form.ts'
import { firstUnits, joined, lineOf, linesOf, maxLine, type Place } from '../texts.ts'
import { formIdOf, isOther, isYes } from './cells.ts'
import { ChoiceLists, type Typed } from './choice-lists.ts'
import { limitsOf } from './constraints.ts'
import { type QuestionType, questionType } from './question-types.ts'
import { reportUnread } from './report-unread.ts'
import { reportRest, rowsOf, type SheetRow } from './sheet-columns.ts'

/** Reads an XLSForm. `filename` names a form that has no title. */
export function readXlsform(sheets: readonly Sheet[], filename: string): ReadForms {
  const leftOut: LeftOut[] = []
  const sheet = (name: string) => sheets.find((own) => own.name.trim().toLowerCase() === name)
  const said = rowsOf(sheet('settings'), '')
  const [settings, ...further] = said.rows
  const language = settings?.values.get('default_language') ?? ''
  const survey = rowsOf(sheet('survey'), language)
  if (!survey.columns.includes('type') || !survey.columns.includes('name')) {
    throw problem('exchange.unreadable', { params: { why: 'there is no sheet survey with the columns type and name' } })
  }
  const choices = rowsOf(sheet('choices'), language)
  for (const { name } of sheets) {
    if (['survey', 'choices', 'settings'].includes(name.trim().toLowerCase())) continue
    leftOut.push({
      sheet: name,
      row: null,
      field: null,
      text: '',
      why: problem('exchange.sheet', { params: { sheet: name } }),
    })
  }
  if (settings) reportRest('settings', [settings], leftOut)
  for (const { row, values } of further) {
    const text = [...values.values()].join(', ')
    leftOut.push({ sheet: 'settings', row, field: null, text, why: problem('exchange.nameless') })
  }
  reportRest('choices', choices.rows, leftOut)
  for (const [name, { others, nameless }] of Object.entries({ survey, choices, settings: said })) {
    for (const { row, text } of others)
      leftOut.push({ sheet: name, row, field: null, text, why: problem('exchange.language') })
    for (const { row, text } of nameless)
      leftOut.push({ sheet: name, row, field: null, text, why: problem('exchange.nameless') })
  }
  const lists = new ChoiceLists(choices.rows, leftOut)
  const questions = new Survey(lists, leftOut).questions(survey.rows)
  lists.reportUnused()
  const place = { sheet: 'settings', row: settings?.row ?? null, field: null }
  const title =
    settings?.values.get('form_title') ?? settings?.values.get('form_id') ?? filename.replace(/\.[^.]*$/, '')
  const identifier = lineOf(title, place, leftOut, 200)
  const id = settings?.values.get('form_id')
  if (id && id !== title && id !== formIdOf(identifier))
    leftOut.push({ ...place, text: id, why: problem('exchange.part', { params: { part: 'form_id' } }) })
  if (questions.length === 0) {
    leftOut.push({ sheet: 'survey', row: null, field: null, text: identifier, why: problem('exchange.empty') })
    return { forms: [], leftOut }
  }
  return { forms: [madeForm(isBlank(identifier) ? 'Form' : identifier, questions, leftOut)], leftOut }
}

type Said = SheetRow['said']
type Group = { label: string; said: Said; showIf: Logic[]; isTable: boolean; isNew: boolean }

class Survey {
  readonly #lists: ChoiceLists
  readonly #leftOut: LeftOut[]
  readonly #groups: Group[] = []

  constructor(lists: ChoiceLists, leftOut: LeftOut[]) {
    this.#leftOut = leftOut
    this.#lists = lists
  }

  questions(rows: readonly SheetRow[]): Question[] {
    return rows.flatMap((row) => this.#question(row))
  }

  #question({ row, values, said }: SheetRow): Question[] {
    const given = values.get('type') ?? ''
    const name = values.get('name') ?? ''
    const place: Place = { sheet: 'survey', row, field: name || null }
    const type = questionType(given)
    if (given === '') {
      const text = values.get('label') ?? [...values.values()].join(', ')
      this.#leftOut.push({ ...place, text, why: problem('exchange.nameless') })
      return []
    }
    const appearance = values.get('appearance') ?? ''
    if (type.kind === 'end') {
      this.#groups.pop()
      return []
    }
    reportUnread(values, place, type, this.#leftOut)
    if (type.kind === 'group' || type.kind === 'repeat') {
      if (type.kind === 'repeat') this.#leftOut.push({ ...place, text: given, why: problem('exchange.repeat') })
      const label = values.get('label')
      this.#groups.push({
        label: label ? lineOf(label, place, this.#leftOut) : '',
        said,
        showIf: this.#logic(values.get('relevant'), name),
        isTable: appearance.includes('table-list'),
        isNew: label !== undefined,
      })
      return []
    }
    const typed = this.#typed(type, values, place)
    if (!typed) {
      this.#leftOut.push({ ...place, text: given, why: problem('exchange.type', { params: { type: given } }) })
      return []
    }
    return this.#made(typed, { row, values, said }, place, type)
  }

  #made(typed: Typed, { values, said }: SheetRow, place: Place, type: QuestionType): Question[] {
    const name = values.get('name') ?? ''
    const { limits, checks } = this.#constraint(values, said, place, typed)
    const hint = values.get('hint')
    const { section, said: sections } = this.#section(place)
    const texts = [...said].map(([language, own]) => {
      const [label, help] = [own.get('label'), own.get('hint')]
      return {
        language,
        ...(label ? { label: lineOf(label, place, this.#leftOut) } : {}),
        ...(help ? { help: linesOf(help, place, this.#leftOut) } : {}),
      }
    })
    const translations = joined([...(typed.translations ?? []), ...texts, ...sections])
    const showIf = [...this.#groups.flatMap((group) => group.showIf), ...this.#logic(values.get('relevant'), name)]
    const [calculation] = this.#logic(values.get('calculation'), name)
    for (const part of ['label', 'hint', 'constraint_message']) this.#reportPiping(part, values, place)
    const label = lineOf(values.get('label') ?? '', place, this.#leftOut)
    const question: Question = {
      place,
      name,
      field: {
        required: isYes(values.get('required')) && typed.type !== 'Note',
        // A field without a label is read by its name.
        ...(label && label !== name ? { label } : {}),
        ...(hint ? { help: linesOf(hint, place, this.#leftOut) } : {}),
        ...(section ? { section } : {}),
        ...typed,
        ...limits,
        ...(translations.length > 0 ? { translations } : {}),
      },
      showIf,
      calculation,
      checks,
    }
    if (type.kind !== 'choice' || !type.hasOther) return [question]
    // As XLSForm makes of or_other.
    const otherIf: Logic = { text: `${name} = other`, part: isOther(name, type.multiple) }
    const other: Question = {
      place,
      name: `${name}_other`,
      field: { type: 'String', required: false, label: 'Specify other.' },
      showIf: [...showIf, otherIf],
      checks: [],
    }
    return [question, other]
  }

  /** The value of another field within a text. */
  #reportPiping(part: string, values: SheetRow['values'], place: Place): void {
    const text = values.get(part) ?? ''
    if (!/\$\{[^${}]*\}/.test(text)) return
    this.#leftOut.push({ ...place, text, why: problem('exchange.piping', { params: { part } }) })
  }

  /** The headings of the groups that begin before this question. */
  #section(place: Place): { section: string; said: FieldTranslation[] } {
    if (!this.#groups.some(({ isNew }) => isNew)) return { section: '', said: [] }
    for (const group of this.#groups) group.isNew = false
    const all = this.#groups.filter(({ label }) => label)
    const joinedBy = (textOf: (group: Group) => string) => firstUnits(all.map(textOf).join(' – '), maxLine)
    const languages = new Set(all.flatMap(({ said }) => [...said.keys()]))
    const said = [...languages].map((language) => {
      const section = joinedBy((group) => lineOf(group.said.get(language)?.get('label') ?? group.label, place, []))
      return { language, section }
    })
    return { section: joinedBy(({ label }) => label), said }
  }

  #logic(text: string | undefined, own: string): Logic[] {
    return text ? [{ text, part: parseLogic(text, xpath(own)) }] : []
  }

  #constraint(values: SheetRow['values'], said: Said, place: Place, { type }: Typed) {
    const name = values.get('name') ?? ''
    const [logic] = this.#logic(values.get('constraint'), name)
    if (!logic) return { limits: {}, checks: [] }
    const given = values.get('constraint_message')
    const message = given ? lineOf(given, place, this.#leftOut) : ''
    const { limits, rest } = logic.part ? limitsOf(logic.part, name, type ?? 'Number') : { limits: {}, rest: undefined }
    if (logic.part && !rest) {
      if (message)
        this.#leftOut.push({
          ...place,
          text: message,
          why: problem('exchange.part', { params: { part: 'constraint_message' } }),
        })
      return { limits, checks: [] }
    }
    const messages = [...said].flatMap(([language, texts]) => {
      const own = texts.get('constraint_message')
      return own ? [{ language, message: lineOf(own, place, this.#leftOut) }] : []
    })
    return {
      limits,
      checks: [
        {
          text: logic.text,
          part: rest,
          message: message || 'This value is not allowed.',
          soft: false,
          ...(messages.length > 0 ? { translations: messages } : {}),
        },
      ],
    }
  }

  #typed(type: QuestionType, values: SheetRow['values'], place: Place): Typed | undefined {
    const appearance = values.get('appearance') ?? ''
    switch (type.kind) {
      case 'field': {
        if (type.isText) {
          const text = values.get('type') ?? ''
          this.#leftOut.push({ ...place, text, why: problem('exchange.as-text', { params: { type: text } }) })
        }
        const multiline = type.type === 'String' && appearance.includes('multiline')
        return {
          type: type.type,
          ...(type.decimals === undefined ? {} : { decimals: type.decimals }),
          ...(multiline ? { multiline } : {}),
        }
      }
      case 'calculate':
        return { type: null }
      case 'range':
        return this.#lists.range(values.get('parameters') ?? '', place)
      case 'choice':
        return this.#lists.choice(type, appearance, this.#groups.at(-1)?.isTable === true, place)
      default:
        return undefined
    }
  }
}
