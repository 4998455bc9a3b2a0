import { problem } from '../../shared/problems.ts'
import type { LeftOut, Sheet } from '../exchange.ts'
import { languageTag } from './languages.ts'

/** The columns of texts, which may be in several languages. */
const textColumns = ['label', 'hint', 'constraint_message']

/** A row of a sheet by its columns. */
export type SheetRow = {
  row: number
  values: ReadonlyMap<string, string>
  /** What columns of texts say in other languages: by the tag of the language, by column. */
  said: ReadonlyMap<string, ReadonlyMap<string, string>>
}

/** The heading without its language: `label::English (en)`, `media::image::nb`. */
export type Heading = { column: string; language: string }

const aliases: Readonly<Record<string, string>> = {
  'list name': 'list_name',
  'form title': 'form_title',
  'set form title': 'form_title',
  'form id': 'form_id',
  'set form id': 'form_id',
  value: 'name',
  caption: 'label',
  relevance: 'relevant',
  calculate: 'calculation',
  'constraint message': 'constraint_message',
  'default language': 'default_language',
}

export function headingOf(text: string): Heading {
  const [first = '', ...rest] = text.split(/::?/).map((part) => part.trim())
  const column = first.toLowerCase()
  if (column === 'bind' || column === 'control' || column === 'media' || column === 'body') {
    return { column: [column, ...rest].join('::').toLowerCase(), language: '' }
  }
  return { column: Object.hasOwn(aliases, column) ? (aliases[column] ?? '') : column, language: rest.join('::') }
}

/**
 * The rows of a sheet: of the columns that are in several languages those of `language`, or of the first. `others`: what
 * is in a language that is not known, or in a column that is no text, by row. `nameless`: what stands in a column without a heading.
 */
export function rowsOf(sheet: Sheet | undefined, language: string) {
  const [head, ...rest] = sheet?.rows ?? []
  const headings = (head?.cells ?? []).map(headingOf)
  const chosen = new Map<string, number>()
  for (const [at, { column, language: own }] of headings.entries()) {
    const before = headings[chosen.get(column) ?? -1]
    const isBetter = before === undefined || (own === language && before.language !== language)
    if (column !== '' && isBetter) chosen.set(column, at)
  }
  const translated = headings.flatMap(({ column, language: own }, at) => {
    const tag = textColumns.includes(column) && chosen.get(column) !== at ? languageTag(own) : undefined
    const isFirst = headings.findIndex((one) => one.column === column && languageTag(one.language) === tag) === at
    return tag !== undefined && isFirst ? [{ column, tag, at }] : []
  })
  const rows = rest.map(({ row, cells }): SheetRow => {
    const given = [...chosen].map(([column, at]) => [column, (cells[at] ?? '').trim()] as const)
    const said = new Map<string, Map<string, string>>()
    for (const { column, tag, at } of translated) {
      const text = (cells[at] ?? '').trim()
      if (text !== '') said.set(tag, (said.get(tag) ?? new Map<string, string>()).set(column, text))
    }
    return { row, values: new Map(given.filter(([, text]) => text !== '')), said }
  })
  const others = rest.flatMap(({ row, cells }) =>
    headings.flatMap(({ column }, at) => {
      const text = (cells[at] ?? '').trim()
      const isRead = chosen.get(column) === at || translated.some((one) => one.at === at)
      return column !== '' && !isRead && text !== '' ? [{ row, column, text }] : []
    }),
  )
  const nameless = rest.flatMap(({ row, cells }) =>
    cells.flatMap((cell, at) =>
      (headings[at]?.column ?? '') === '' && cell?.trim() ? [{ row, text: cell.trim() }] : [],
    ),
  )
  return { nameless, rows: rows.filter(({ values }) => values.size > 0), others, columns: [...chosen.keys()] }
}

/** The columns of the other sheets that are read. */
const known: Readonly<Record<'choices' | 'settings', readonly string[]>> = {
  choices: ['list_name', 'name', 'label'],
  settings: ['form_title', 'form_id', 'default_language'],
}

/** Reports each cell of a column that is not read. */
export function reportRest(sheet: 'choices' | 'settings', rows: readonly SheetRow[], leftOut: LeftOut[]): void {
  for (const { row, values } of rows) {
    for (const [column, text] of values) {
      if (known[sheet].includes(column)) continue
      const field = values.get('name') ?? null
      leftOut.push({ sheet, row, field, text, why: problem('exchange.part', { params: { part: column } }) })
    }
  }
}
