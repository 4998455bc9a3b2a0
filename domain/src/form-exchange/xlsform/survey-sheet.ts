import { inLanguage } from './languages.ts'

/** A sheet to write: its first row has the headings. */
export type WrittenSheet = { name: string; columns: readonly string[]; rows: readonly (readonly string[])[] }

const columns = [
  'type',
  'name',
  'label',
  'hint',
  'required',
  'relevant',
  'constraint',
  'constraint_message',
  'calculation',
  'appearance',
  'parameters',
] as const
/** A row of the survey by its columns. */
export type Row = { [column: string]: string }

/** The sheet of questions, with a column for each text and language in which it is said. */
export function surveySheet(rows: readonly Row[], languages: readonly string[]): WrittenSheet {
  const said = ['label', 'hint', 'constraint_message'].flatMap((column) =>
    languages.map((language) => inLanguage(column, language)),
  )
  const all = [...columns, ...said.filter((column) => rows.some((row) => row[column]))]
  return { name: 'survey', columns: all, rows: rows.map((row) => all.map((column) => row[column] ?? '')) }
}
