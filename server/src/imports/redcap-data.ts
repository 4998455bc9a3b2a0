import { type ImportAnswer, type ImportMistake, maxMistakes } from '@casebook/domain/exports/import/import-plan.ts'
import type { RedcapData, RedcapTable } from '@casebook/domain/form-exchange/redcap-data/read-data.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import type { Write } from '../writes/write.ts'
import { applyImport, expectSeen } from './import-file.ts'
import { type ImportPlace, readRedcapStudy, readTarget } from './imports.sql.ts'
import { planFile, readRedcapFile } from './thread/ask-thread.ts'
import type { GivenFile } from './thread/work.ts'

/** What importing a file of REDCap would do. Each of its tables is judged as a file of its own. */
export async function planRedcap(
  db: SiteData,
  scope: Scope,
  place: ImportPlace,
  file: GivenFile,
  zone: string,
): Promise<ImportAnswer> {
  const read = await readRedcapFile(file, { ...(await readRedcapStudy(db, scope, place)), zone })
  const answers: ImportAnswer[] = []
  for (const { formtypeid, csv } of read.tables)
    answers.push(await planFile({ csv }, await readTarget(db, scope, { ...place, formtypeid })))
  return together(read, answers)
}

/** Imports a file of REDCap: its subjects, then the forms of each type. Throws if the file has a mistake. */
export async function applyRedcap(
  tx: Write,
  scope: Scope,
  place: ImportPlace,
  file: GivenFile,
  zone: string,
): Promise<ImportAnswer> {
  const read = await readRedcapFile(file, { ...(await readRedcapStudy(tx, scope, place)), zone })
  if (read.mistakes.length > 0) throw problem('import.mistakes', { params: { count: read.mistakes.length } })
  const answers: ImportAnswer[] = []
  for (const { formtypeid, csv } of read.tables)
    answers.push(await applyImport(tx, scope, { ...place, formtypeid, seen: null }, { csv }))
  const answer = together(read, answers)
  expectSeen(place, answer)
  return answer
}

/** The answers as one of the file. */
function together(read: RedcapData, answers: readonly ImportAnswer[]): ImportAnswer {
  const mistakes = [...read.mistakes, ...read.tables.flatMap((table, at) => mistakesOf(table, answers[at]))]
  const leftOutColumns = read.leftOutColumns
  if (mistakes.length > 0) {
    const sorted = mistakes.toSorted((a, b) => a.row - b.row)
    return { plan: undefined, mistakes: once(sorted).slice(0, maxMistakes), origins: [], leftOutColumns }
  }
  const plans = answers.flatMap(({ plan }) => plan ?? [])
  const [subjects, ...forms] = plans
  const unchanged = forms.length > 0 ? forms : plans
  return {
    mistakes: [],
    origins: [],
    leftOutColumns,
    plan: {
      addSubjects: (subjects?.addSubjects ?? []).map((one) => ({ ...one, row: rowOf(read.tables[0], one.row) })),
      saveForms: forms.flatMap(({ saveForms }) => saveForms),
      unchanged: unchanged.reduce((sum, plan) => sum + plan.unchanged, 0),
      leftOut: leftOutColumns.reduce((sum, { values }) => sum + values, 0),
    },
  }
}

/** The row of the file that a row of a table was made of. */
function rowOf(table: RedcapTable | undefined, row: number): number {
  return table?.rows[row - 2] ?? 1
}

/** The mistakes of a table, by the rows and columns of the file that it was made of. */
function mistakesOf(table: RedcapTable, answer: ImportAnswer | undefined): ImportMistake[] {
  return (answer?.mistakes ?? []).map(({ row, column, problem: why }) => ({
    row: rowOf(table, row),
    column: column === null ? null : (table.names[column] ?? column),
    problem: why,
  }))
}

/** What is wrong with a subject is found in each table. */
function once(mistakes: readonly ImportMistake[]): ImportMistake[] {
  const keys = new Map(mistakes.map((one) => [`${one.row} ${one.column} ${one.problem.reason}`, one]))
  return [...keys.values()]
}
