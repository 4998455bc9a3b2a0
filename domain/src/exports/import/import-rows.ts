import type { ConfirmedValue } from '../../forms/judgement.ts'
import { caseKey, sameText } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { isBlank } from '../../shared/text.rules.ts'
import { whyNotEditable, whyNotSubjectIdentifier, whyNotSubjectid } from '../../subjects/subjects.rules.ts'
import type { Cell } from '../columns/column.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import type { Occurrence } from '../occurrences.ts'
import { whyNotVersion } from './form-version.ts'
import { type Headings, leftOutPlaces, originAt, textAt, wholeTextAt } from './headings.ts'
import {
  type ImportAnswer,
  type ImportMistake,
  type ImportPlan,
  type ImportTarget,
  maxMistakes,
} from './import-plan.ts'
import {
  type GivenValue,
  importedValue,
  isEmptyCell,
  savedFields,
  whyNotCompanion,
  whyNotImported,
} from './import-values.ts'
import { type JudgedRow, judgeRow, type Reasons } from './judge-row.ts'
import { isSameLabel, keyOf, readLabel, readOccurrence } from './occurrences.ts'
import type { Origins } from './origins.ts'
import { NamedSoFar, originsOf, type RowsBefore } from './rows-before.ts'

type Subject = ImportTarget['subjects'][number]
type Found = { subject: Subject } | { added: number }

/** What the rows of a file, or of a part of one, add and save, and what is wrong with them. */
export class ImportRows {
  readonly #headings: Headings
  readonly #target: ImportTarget
  readonly #byIdentifier: ReadonlyMap<string, Subject>
  readonly #byId: ReadonlyMap<string, Subject>
  readonly #forms: ReadonlyMap<string, ImportTarget['forms'][number]>
  readonly #named: NamedSoFar
  readonly #plan: ImportPlan = { addSubjects: [], saveForms: [], unchanged: 0, leftOut: 0 }
  readonly #mistakes: ImportMistake[]
  readonly #origins: Origins
  /** How many values of a column are left out, by its place. */
  readonly #leftOut = new Map<number, number>()
  readonly #before: RowsBefore | undefined

  constructor(target: ImportTarget, headings: Headings, before?: RowsBefore) {
    this.#target = target
    this.#headings = headings
    this.#before = before
    this.#named = new NamedSoFar(before)
    this.#mistakes = before ? [] : headings.mistakes.slice(0, maxMistakes)
    this.#origins = before?.origins.copy() ?? originsOf(target)
    this.#byId = new Map(target.subjects.map((subject) => [subject.subjectid, subject]))
    this.#byIdentifier = new Map(
      target.subjects.flatMap((own) => (own.identifier === null ? [] : [[caseKey(own.identifier), own] as const])),
    )
    this.#forms = new Map(target.forms.map((form) => [keyOf(form.subjectid, form), form]))
  }

  /** Processes one row. Returns false when `maxMistakes` is reached. */
  take(row: CsvRow): boolean {
    // A line break at the end of the file, or an emptied row.
    if (!row.cells.every((cell) => cell === null)) this.#row(row)
    return this.#mistakes.length + (this.#before?.mistakes ?? 0) < maxMistakes
  }

  /** `end`: what is wrong with the file after the rows taken. */
  answer(end?: Problem): ImportAnswer {
    if (end) this.#mistake(Number(end.params.row), null, end)
    const read = {
      origins: this.#origins.list(),
      leftOutColumns: [...this.#leftOut].map(([place, values]) => ({ column: this.#name(place) ?? '', values })),
    }
    if (this.#mistakes.length > 0) return { ...read, plan: undefined, mistakes: this.#mistakes }
    return { ...read, plan: this.#plan, mistakes: [] }
  }

  /** What the rows after these are to know. */
  pass(): RowsBefore | undefined {
    const before = this.#before
    if (!before) return undefined
    this.#named.pass(before)
    return {
      ...before,
      subjects: before.subjects + this.#plan.addSubjects.length,
      mistakes: before.mistakes + this.#mistakes.length,
      origins: this.#origins,
    }
  }

  #row({ row, cells }: CsvRow): void {
    const { names } = this.#headings
    if (cells.length !== names.length) {
      const params = { count: cells.length, expected: names.length }
      this.#mistake(row, null, problem('import.row.length', { params }))
      return
    }
    const before = this.#mistakes.length
    const other = this.#origins.take(row, originAt(cells, this.#headings))
    if (other) this.#mistake(row, this.#name(this.#headings[other.column]), other.problem)
    const which = this.#which(row, cells)
    const found = this.#subject(row, cells, which)
    const isChanged = this.#form(row, cells, found, which)
    if (!found) return
    const isNew = 'added' in found
    if (!isNew && isChanged) {
      const why = whyNotEditable(found.subject)
      if (why) this.#mistake(row, null, why)
    }
    if (!isNew && !isChanged && this.#mistakes.length === before) this.#plan.unchanged += 1
  }

  #which(row: number, cells: readonly Cell[]): Occurrence {
    const { visitid, occurrence } = this.#headings
    const read = readOccurrence(
      { visitid: textAt(cells, visitid), occurrence: textAt(cells, occurrence) },
      this.#target,
    )
    for (const { column, why } of read.mistakes) this.#mistake(row, this.#name(this.#headings[column]), why)
    return read.which
  }

  #subject(row: number, cells: readonly Cell[], which: Occurrence): Found | undefined {
    const { subjectid: idPlace, identifier: namePlace } = this.#headings
    const subjectid = textAt(cells, idPlace)
    const identifier = textAt(cells, namePlace)
    if (subjectid === '' && identifier === '') {
      return this.#mistake(row, null, problem('import.subject.unnamed'))
    }
    const named = identifier === '' ? undefined : this.#byIdentifier.get(caseKey(identifier))
    const byId = this.#byId.get(subjectid)
    const isOther = named ? byId !== undefined && byId !== named : byId !== undefined && identifier !== ''
    if (isOther) return this.#mistake(row, this.#name(idPlace), problem('import.subject.other'))
    const subject = named ?? byId
    const keys = [
      `id ${subject?.subjectid ?? subjectid}`,
      ...(identifier === '' ? [] : [`name ${caseKey(identifier)}`]),
    ]
    for (const key of keys) {
      const earlier = key === 'id ' ? undefined : this.#named.rowOf(keyOf(key, which))
      if (earlier !== undefined) {
        return this.#mistake(
          row,
          this.#name(idPlace ?? namePlace),
          problem('import.subject.duplicate', { params: { row: earlier } }),
        )
      }
      this.#named.see(keyOf(key, which), row)
    }
    if (subject) return { subject }
    const before = keys
      .map((key) => (key === 'id ' ? undefined : this.#named.addedAs(key)))
      .find((one) => one !== undefined)
    const added = before ?? this.#add(row, subjectid, identifier)
    if (added === undefined) return undefined
    this.#named.add(keys, added)
    return { added }
  }

  #add(row: number, subjectid: string, identifier: string): number | undefined {
    // The id of a subject elsewhere has no meaning here. Only a subject without identifier is added under its id.
    const why = identifier === '' ? whyNotSubjectid(subjectid) : whyNotSubjectIdentifier(identifier)
    const { subjectid: idPlace, identifier: namePlace } = this.#headings
    if (why) return this.#mistake(row, this.#name(identifier === '' ? idPlace : namePlace), why)
    const added = { row, subjectid: identifier === '' ? subjectid : null, identifier: identifier || null }
    return this.#plan.addSubjects.push(added) - 1 + (this.#before?.subjects ?? 0)
  }

  /** Whether the row adds or changes a form. Without a subject, its values are only checked. */
  #form(row: number, cells: readonly Cell[], found: Found | undefined, which: Occurrence): boolean {
    const { formtype } = this.#target
    if (!formtype) return false
    const form = found && 'subject' in found ? this.#forms.get(keyOf(found.subject.subjectid, which)) : undefined
    const stored = new Map(form?.fields.map(({ key, value }) => [sameText(key), value]))
    for (const place of leftOutPlaces(cells, this.#headings, stored)) this.#leaveOut(place)
    const reasons: ConfirmedValue[] = []
    const values = this.#headings.fields.map(({ place, companion, reason, field }) => {
      const before = stored.get(sameText(field.field.name))
      const cell = place === undefined ? null : (cells[place] ?? null)
      const isEmpty = isEmptyCell(field, cell)
      // A retired field accepts no value that is not stored already.
      const isLeftOut = field.column.retired && !isEmpty && !before
      if (isLeftOut && place !== undefined) this.#leaveOut(place)
      const value = importedValue(field, isLeftOut ? null : cell, before)
      const why = wholeTextAt(cells, reason)
      if (!isBlank(why)) reasons.push({ key: field.field.name, reason: why })
      if (companion !== undefined) {
        const why = whyNotCompanion(field, cells[companion] ?? null, { cell, value })
        if (why) this.#mistake(row, this.#name(companion), why)
      }
      return { field, place, before, value, isStored: isEmpty }
    })
    const { why: whyNotLabel, ...labelled } = readLabel(cells, this.#headings, { formtype, form })
    if (whyNotLabel) this.#mistake(row, 'label', whyNotLabel)
    const isSame =
      form !== undefined && isSameLabel(form, labelled) && values.every(({ before, value }) => value === (before ?? ''))
    if (found) this.#version(row, cells, form?.version, !isSame)
    if (isSame) return false
    const before = this.#mistakes.length
    for (const { place, ...given } of values) {
      // Whether a form lacks a value is known only with its subject and with correct headings.
      const isUnknown = given.isStored && (!found || (place === undefined && this.#headings.mistakes.length > 0))
      const why = isUnknown ? undefined : whyNotImported(given)
      const isNotInFile = place === undefined && given.value !== ''
      if (why) this.#mistake(row, isNotInFile ? null : given.field.column.name, why)
    }
    if (!found) return false
    const isRight = this.#mistakes.length === before
    const judged = isRight ? this.#judged(row, values, { stored: form?.confirmed, given: reasons }) : undefined
    const subject = 'subject' in found ? { subjectid: found.subject.subjectid } : found
    const fields = judged?.fields ?? savedFields(values)
    const confirmed = judged?.confirmations.length ? judged : undefined
    this.#plan.saveForms.push({
      row,
      subject,
      ...which,
      ...labelled,
      version: form?.version ?? null,
      fields,
      ...(confirmed && { confirmations: confirmed.confirmations, confirmed: confirmed.isNew }),
    })
    return true
  }

  /** Versions elsewhere say nothing about the forms here. */
  #version(row: number, cells: readonly Cell[], stored: number | undefined, isChanged: boolean): void {
    const { version: place } = this.#headings
    if (!this.#origins.isHere(originAt(cells, this.#headings))) return
    const why = whyNotVersion(textAt(cells, place), stored, isChanged)
    if (why) this.#mistake(row, this.#name(place), why)
  }

  /** What is stored of these values together, and why the unusual ones are right. */
  #judged(row: number, values: readonly GivenValue[], confirmed: Reasons): JudgedRow | undefined {
    // With a column missing, it is not known what the form would contain.
    if (this.#headings.mistakes.length > 0) return undefined
    const judged = judgeRow(values, this.#target, confirmed)
    for (const { column, problem: why } of judged?.problems ?? []) this.#mistake(row, column, why)
    return judged
  }

  #leaveOut(place: number): void {
    this.#plan.leftOut += 1
    this.#leftOut.set(place, (this.#leftOut.get(place) ?? 0) + 1)
  }

  #name(place: number | undefined): string | null {
    return place === undefined ? null : (this.#headings.names[place] ?? null)
  }

  #mistake(row: number, column: string | null, why: Problem): undefined {
    this.#mistakes.push({ row, column, problem: why })
  }
}
