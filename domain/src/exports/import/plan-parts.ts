import { type Problem, problem } from '../../shared/problems.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import { type Headings, textAt } from './headings.ts'
import { type ImportMistake, type ImportTarget, maxMistakes } from './import-plan.ts'
import { ImportRows } from './import-rows.ts'
import type { ImportOrigin } from './origins.ts'
import { type Numbers, originsOf, type RowsBefore } from './rows-before.ts'

/** What the rows so far add, save and leave out. */
export type ImportTotals = {
  addedSubjects: number
  addedForms: number
  changedForms: number
  confirmed: number
  unchanged: number
  leftOut: number
}

/** More rows than this are refused. */
export const mostImportRows = 1_000_000

/** What the rows of a part say of their subjects: only these are looked up in the study. */
export type NamedSubjects = { subjectids: string[]; identifiers: string[] }

/**
 * Plans a file part by part, as `planImport` plans it whole. A part is planned against what the study has of its subjects
 * alone, and may be planned again until it is kept.
 */
export class PartsOfImport {
  readonly #headings: Headings
  readonly #mistakes: ImportMistake[]
  readonly #leftOut = new Map<string, number>()
  readonly totals: ImportTotals = {
    addedSubjects: 0,
    addedForms: 0,
    changedForms: 0,
    confirmed: 0,
    unchanged: 0,
    leftOut: 0,
  }
  #before: RowsBefore
  #rows = 0

  constructor(target: ImportTarget, headings: Headings, { seen, added }: { seen: Numbers; added: Numbers }) {
    this.#headings = headings
    this.#mistakes = headings.mistakes.slice(0, maxMistakes)
    this.#before = { seen, added, subjects: 0, mistakes: this.#mistakes.length, origins: originsOf(target) }
  }

  /** How many subjects the kept parts add. */
  get subjects(): number {
    return this.#before.subjects
  }

  /** How many mistakes there are so far. */
  get mistakes(): number {
    return this.#mistakes.length
  }

  named(rows: readonly CsvRow[]): NamedSubjects {
    const { subjectid, identifier } = this.#headings
    const all = (place: number | undefined) => [
      ...new Set(rows.map(({ cells }) => textAt(cells, place)).filter((text) => text !== '')),
    ]
    return { subjectids: all(subjectid), identifiers: all(identifier) }
  }

  plan(target: ImportTarget, rows: readonly CsvRow[]) {
    const made = new ImportRows(target, this.#headings, this.#before)
    const isGoingOn = rows.every((row) => made.take(row))
    const count = rows.length
    return { made, count, isGoingOn, answer: made.answer() }
  }

  /** Returns whether to read on. */
  keep({ made, count, isGoingOn, answer }: ReturnType<PartsOfImport['plan']>): boolean {
    this.#before = made.pass() ?? this.#before
    this.#rows += count
    this.#mistakes.push(...answer.mistakes)
    for (const { column, values } of answer.leftOutColumns)
      this.#leftOut.set(column, (this.#leftOut.get(column) ?? 0) + values)
    const { plan } = answer
    if (plan) {
      const { totals } = this
      totals.addedSubjects += plan.addSubjects.length
      totals.addedForms += plan.saveForms.filter(({ version }) => version === null).length
      totals.changedForms += plan.saveForms.filter(({ version }) => version !== null).length
      totals.confirmed += plan.saveForms.reduce((sum, { confirmed = 0 }) => sum + confirmed, 0)
      totals.unchanged += plan.unchanged
      totals.leftOut += plan.leftOut
    }
    const isTooLong = this.#rows > mostImportRows
    if (isTooLong) this.end(problem('import.rows', { params: { most: mostImportRows } }))
    return isGoingOn && !isTooLong
  }

  /** What is wrong with the file after the rows that were taken. */
  end(why: Problem): void {
    this.#mistakes.push({ row: Number(why.params.row ?? 1), column: null, problem: why })
  }

  /** What the file adds and saves; with mistakes, nothing. */
  outcome() {
    const origins: readonly ImportOrigin[] = this.#before.origins.list()
    const leftOutColumns = [...this.#leftOut].map(([column, values]) => ({ column, values }))
    const mistakes = this.#mistakes.slice(0, maxMistakes)
    return { totals: mistakes.length > 0 ? noTotals : this.totals, origins, leftOutColumns, mistakes }
  }
}

const noTotals: ImportTotals = {
  addedSubjects: 0,
  addedForms: 0,
  changedForms: 0,
  confirmed: 0,
  unchanged: 0,
  leftOut: 0,
}
