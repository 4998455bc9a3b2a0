import { caseKey, sameText } from '../../shared/names/names.ts'
import { problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'
import type { Cell } from '../columns/column.ts'
import { type FieldColumns, fieldColumns, reasonHeading, reservedColumns } from '../columns/form-columns.ts'
import { subjectColumns } from '../columns/record-tables.ts'
import { unguard } from '../csv/guard.ts'
import type { CsvRow } from '../csv/read-csv.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { ImportMistake } from './import-plan.ts'

/** The columns of the file. A place counts the cells of a row from 0. */
export type Headings = {
  /** The headings as in the file. */
  names: readonly string[]
  subjectid: number | undefined
  identifier: number | undefined
  siteid: number | undefined
  studyid: number | undefined
  formtypeid: number | undefined
  visitid: number | undefined
  occurrence: number | undefined
  label: number | undefined
  version: number | undefined
  /** Every field of the form type, without a place if the file has no column for it, and the place of its companion. */
  fields: readonly {
    place: number | undefined
    companion: number | undefined
    /** Why an unusual value is right: `Weight.reason`. */
    reason: number | undefined
    field: FieldColumns
  }[]
  /** Columns of fields that were retired where the file was exported, and that this form type never had. */
  retiredElsewhere: readonly number[]
  /** Columns of values that did not fit where the file was exported, and the keys that forms have them under. */
  misfits: readonly { place: number; key: string }[]
  /** What is wrong with the headings. The rows can be checked nevertheless. */
  mistakes: readonly ImportMistake[]
}

/** The heading of a retired field in an export, numbered if it was taken. The second column of a Date or a Time has an ending. */
const retiredHeading = / \(retired\)(?: \(\d+\))?(\.epoch|\.seconds|\.reason)?(?: \(\d+\))?$/i

/** The heading of values that did not fit their fields: `Weight.misfit`, numbered if it was taken. */
const misfitHeading = /^(.*)\.misfit(?: \(\d+\))?$/is

/**
 * Finds the columns of the file by their headings, in any order and ignoring case. Returns only mistakes if no column
 * names the subjects.
 */
export function readHeadings({ row, cells }: CsvRow, formtype: FormTypeRow | undefined): Headings | ImportMistake[] {
  const names = cells.map((cell) => unguard(cell ?? '').trim())
  const mistakes: ImportMistake[] = []
  const places = new Map<string, number>()
  const fields = formtype ? fieldColumns(formtype, 'UTC') : []
  const known = new Set([...knownNames(formtype), ...fields.flatMap(namesOf)].map(caseKey))
  const retiredElsewhere: number[] = []
  const misfits: { place: number; key: string }[] = []
  for (const [place, name] of names.entries()) {
    const isUnknown = formtype && !known.has(caseKey(name))
    const [, misfit] = (isUnknown && misfitHeading.exec(name)) || []
    const retired = isUnknown ? retiredHeading.exec(name) : null
    if (misfit !== undefined) {
      const own = fields.find(({ column }) => column.name === misfit)
      misfits.push({ place, key: sameText(own?.field.name ?? misfit) })
    } else if (retired) {
      if (!retired[1]) retiredElsewhere.push(place)
    } else if (!known.has(caseKey(name))) {
      mistakes.push({ row, column: name, problem: problem('import.column.unknown', { params: { name } }) })
    } else if (places.has(caseKey(name))) {
      mistakes.push({ row, column: name, problem: problem('import.column.duplicate', { params: { name } }) })
    }
    places.set(caseKey(name), place)
  }
  if (!places.has('subjectid') && !places.has('identifier')) {
    return [...mistakes, { row, column: null, problem: problem('import.column.subject') }]
  }
  return {
    names,
    subjectid: places.get('subjectid'),
    identifier: places.get('identifier'),
    siteid: places.get('siteid'),
    studyid: places.get('studyid'),
    formtypeid: formtype ? places.get('formtypeid') : undefined,
    visitid: formtype?.occurrences ? places.get('visitid') : undefined,
    occurrence: formtype?.occurrences ? places.get('occurrence') : undefined,
    label: formtype?.occurrences ? places.get('label') : undefined,
    version: formtype ? places.get('version') : undefined,
    fields: fields.map((field) => ({
      field,
      place: places.get(caseKey(field.column.name)),
      companion: field.companion && places.get(caseKey(field.companion.name)),
      reason: field.column.retired ? undefined : places.get(caseKey(reasonName(field))),
    })),
    retiredElsewhere,
    misfits,
    mistakes,
  }
}

/**
 * The cells that no field takes: of fields that this form type never had, and of values that did not fit their fields,
 * unless the form has that very value.
 */
export function leftOutPlaces(
  cells: readonly Cell[],
  { retiredElsewhere, misfits }: Headings,
  stored: ReadonlyMap<string, string>,
): number[] {
  const left = misfits.filter(({ place, key }) => cells[place] && wholeTextAt(cells, place) !== stored.get(key))
  return [...retiredElsewhere.filter((place) => cells[place]), ...left.map(({ place }) => place)]
}

/** The columns of an export besides the fields. All except the ids are ignored. */
function knownNames(formtype: FormTypeRow | undefined): string[] {
  const columns = formtype ? reservedColumns(formtype) : [...reservedColumns(), ...subjectColumns]
  return columns.map(({ name }) => name).filter((name) => formtype || name !== 'formtypeid')
}

function namesOf(field: FieldColumns): string[] {
  const { column, companion } = field
  return [column.name, ...(companion ? [companion.name] : []), reasonName(field)]
}

/** The heading of the column that says why an unusual value of the field is right. Of a field without any, it is ignored. */
function reasonName({ column, reason }: FieldColumns): string {
  return reason?.name ?? reasonHeading(column)
}

/** The text of a cell as a name; empty without such a column. */
export function textAt(cells: readonly Cell[], place: number | undefined): string {
  return cleanName(wholeTextAt(cells, place))
}

/** The text of a cell, as it was before it was written. */
export function wholeTextAt(cells: readonly Cell[], place: number | undefined): string {
  return place === undefined ? '' : unguard(cells[place] ?? '')
}

/** The ids of the place that a row says it is from; empty where it says none. */
export function originAt(cells: readonly Cell[], { siteid, studyid, formtypeid }: Headings) {
  return { siteid: textAt(cells, siteid), studyid: textAt(cells, studyid), formtypeid: textAt(cells, formtypeid) }
}
