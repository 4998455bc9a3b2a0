import type { FieldType } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { problem } from '../../shared/problems.ts'
import type { LeftOut } from '../exchange.ts'
import type { ActionTags } from './action-tags.ts'
import type { DictionaryRow } from './dictionary.ts'

function lose(row: Pick<DictionaryRow, 'row' | 'name'>, part: string, text: string, leftOut: LeftOut[]): void {
  const why = problem('exchange.part', { params: { part } })
  leftOut.push({ sheet: null, row: row.row, field: row.name || null, text, why })
}

type Line = {
  row: number
  cells: readonly (string | null)[]
  headings: readonly string[]
  keys: readonly (string | undefined)[]
}

/** Reports the cells of columns that a data dictionary does not have. */
export function reportColumns({ row, cells, headings, keys }: Line, leftOut: LeftOut[]): void {
  const name = cells[keys.indexOf('name')]?.trim() ?? ''
  for (const [at, cell] of cells.entries()) {
    const text = cell?.trim() ?? ''
    if (text === '' || keys[at] !== undefined) continue
    const heading = headings[at] ?? ''
    if (heading !== '') lose({ row, name }, heading, text, leftOut)
    else leftOut.push({ sheet: null, row, field: name || null, text, why: problem('exchange.nameless') })
  }
}

export function hasPlaceholder(type: FieldType): boolean {
  return ['String', 'Number', 'Date', 'DateTime'].includes(type)
}

/** The types that read a column which others have no use for. */
const readBy = {
  choices: ['radio', 'dropdown', 'checkbox', 'calc', 'slider'],
  validation: ['text', 'slider'],
  minimum: ['text', 'slider'],
  maximum: ['text', 'slider'],
  matrix: ['radio', 'dropdown', 'checkbox'],
} as const
const partOf: Record<keyof typeof readBy, string> = {
  choices: 'Choices, Calculations, OR Slider Labels',
  validation: 'Text Validation Type',
  minimum: 'Text Validation Min',
  maximum: 'Text Validation Max',
  matrix: 'Matrix Group Name',
}

type Read = {
  /** The type in REDCap. */
  type: string
  tags: ActionTags
  /** What was made of the row. */
  read: Pick<FormTypeField, 'type' | 'length'> & { calculation?: string }
}

/** Reports what a row says that its type has no use for. */
export function reportUnread(row: DictionaryRow, { type, tags, read }: Read, leftOut: LeftOut[]): void {
  for (const key of Object.keys(readBy) as (keyof typeof readBy)[]) {
    if (row[key] && !readBy[key].some((own) => own === type)) lose(row, partOf[key], row[key], leftOut)
  }
  const { length, calculation, placeholder, isBounded } = tags
  const hasBounds = type === 'text' && Boolean(row.minimum || row.maximum)
  const unread = [
    length !== undefined && read.length !== length && `@CHARLIMIT=${length}`,
    calculation !== undefined && read.calculation !== calculation && `@CALCTEXT(${calculation})`,
    placeholder !== undefined && !hasPlaceholder(read.type) && `@PLACEHOLDER='${placeholder}'`,
    isBounded && !hasBounds && '@FORCE-MINMAX',
  ]
  for (const text of unread) if (text) lose(row, 'Field Annotation', text, leftOut)
}

/** A value within a text: a field, also of an event, or a smart variable such as `[event-name]`. */
const piped = /\[([a-z][a-z0-9_]*(?:-[a-z0-9_-]+)?)(?:[(:][^[\]]{0,100})?\]/gi

/** Reports texts in which REDCap would put values of other fields. `names`: of the fields of the dictionary. */
export function reportPiping(row: DictionaryRow, names: ReadonlySet<string>, leftOut: LeftOut[]): void {
  const texts = [
    ['Field Label', row.label],
    ['Section Header', row.section],
    ['Field Note', row.note],
    ['Choices, Calculations, OR Slider Labels', row.type === 'calc' ? '' : row.choices],
  ] as const
  for (const [part, text] of texts) {
    const found = text.matchAll(piped)
    const isPiped = found.some(([, name = '']) => name.includes('-') || names.has(name.toLowerCase()))
    if (isPiped)
      leftOut.push({
        sheet: null,
        row: row.row,
        field: row.name,
        text,
        why: problem('exchange.piping', { params: { part } }),
      })
  }
}
