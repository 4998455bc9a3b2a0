import { type Problem, problem } from '../../shared/problems.ts'
import { mostCellUnits, readCsv } from '../csv/read-csv.ts'
import { readHeadings } from './headings.ts'
import { type ImportAnswer, type ImportTarget, maxMistakes } from './import-plan.ts'
import { ImportRows } from './import-rows.ts'

/**
 * Reads a CSV file in the format of `subjects.csv` or `forms/NAME.csv` and plans what to add and save, or lists every
 * mistake. A subject is found by its identifier, else by its subjectid. Missing subjects are added. An empty cell or an
 * omitted column changes nothing: an import never deletes values. The plan omits what the study already contains, so
 * importing the same file again changes nothing.
 */
export function planImport(text: string, target: ImportTarget): ImportAnswer {
  const why = whyNotSeparated(text)
  if (why) return refused(1, why)
  const rows = readCsv(text)
  const first = rows.next()
  if (first.done) return refused(1, first.value ?? problem('import.empty'))
  const headings = readHeadings(first.value, target.formtype)
  if (Array.isArray(headings))
    return { plan: undefined, mistakes: headings.slice(0, maxMistakes), origins: [], leftOutColumns: [] }
  const made = new ImportRows(target, headings)
  for (;;) {
    const next = rows.next()
    if (next.done) return made.answer(next.value)
    if (!made.take(next.value)) return made.answer()
  }
}

function refused(row: number, why: Problem): ImportAnswer {
  return { plan: undefined, mistakes: [{ row, column: null, problem: why }], origins: [], leftOutColumns: [] }
}

/** Spreadsheet programs in many languages separate columns by semicolons. `text`: the file, or its beginning. */
export function whyNotSeparated(text: string): Problem | undefined {
  const [heading = ''] = text.slice(0, mostCellUnits).split(/[\r\n]/, 1)
  if (/[;\t]/.test(heading) && !heading.includes(',')) return problem('import.separator')
}
