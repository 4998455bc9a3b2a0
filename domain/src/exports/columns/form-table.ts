import { ColumnIds } from '../../form-types/column-id.ts'
import { compareCodeUnits, sameText } from '../../shared/names/names.ts'
import { IsoTimes } from '../files/iso-time.ts'
import type { FormTypeRow } from '../form-type-row.ts'
import type { ExportRows, FormRow } from '../rows.ts'
import { UniqueNames } from '../unique-names.ts'
import { type Cell, type Column, column, type Table } from './column.ts'
import { type FieldColumns, type Fitted, fieldColumns, formIdColumns, reasonFor } from './form-columns.ts'
import { ownOccurrenceCells, provenanceCells, subjectIdCells } from './id-columns.ts'

const digits = '0123456789abcdefghjkmnpqrstvwxyz'
const mask = (1n << 64n) - 1n

/** A value that does not fit its column. `row` counts the forms of the table from 2: the heading is row 1. */
export type UnfitValue = { form: FormRow; row: number; name: string; value: string; why: string }

export type FormTable = Table & {
  formtypeid: string
  /** Whether a subject can have several rows. */
  isRepeating: boolean
  fields: readonly FieldColumns[]
  misfits(): AsyncIterable<UnfitValue>
}

/** Of each form type, the columns or keys of which its forms have values that do not fit, if there are any. */
export type Misfits = ReadonlyMap<string, readonly string[]>

/** Finds them: all forms are read once. */
export async function misfitsOf(rows: ExportRows): Promise<Misfits> {
  const found = new Map<string, readonly string[]>()
  for (const formtype of rows.formTypes) {
    const table = formTable(rows, formtype)
    const names = new Set<string>()
    for await (const { name } of table.misfits()) names.add(name)
    const known = table.fields.map(({ column: { name } }) => name)
    const others = [...names].filter((name) => !known.includes(name)).sort(compareCodeUnits)
    if (names.size > 0) found.set(formtype.formtypeid, [...known.filter((name) => names.has(name)), ...others])
  }
  return found
}

/**
 * The table of a form type, with a row per form and a column per field. Last come columns with the values that do not fit
 * (`misfits`), as they are stored.
 */
export function formTable(rows: ExportRows, formtype: FormTypeRow, misfits: readonly string[] = []): FormTable {
  const fields = fieldColumns(formtype, rows.heading.zone)
  const times = new IsoTimes(rows.heading.zone)
  const columns = [
    ...formIdColumns(rows.heading, formtype),
    ...fields.flatMap(({ column, companion, reason }) =>
      [column, companion, reason].filter((one) => one !== undefined),
    ),
  ]
  const tableId = formTableId(formtype.formtypeid)
  return {
    name: `forms/${tableId}`,
    tableId,
    label: formtype.identifier,
    from: `form_type ${formtype.formtypeid} version ${formtype.version}`,
    studyid: formtype.studyid,
    formtypeid: formtype.formtypeid,
    isRepeating: formtype.occurrences === true,
    fields,
    columns: [...columns, ...misfitColumns(columns, misfits)],
    async *rows() {
      for await (const form of rows.forms(formtype.formtypeid)) {
        const ids = subjectIdCells(form, rows.heading)
        yield [
          ...ids,
          form.formtypeid,
          ...(formtype.occurrences ? ownOccurrenceCells(form) : []),
          String(form.version),
          String(form.type_number),
          ...provenanceCells(form, times),
          ...fieldCells(form, fields),
          ...misfitCells(form, fields, misfits),
        ]
      }
    },
    async *misfits() {
      let row = 1
      for await (const form of rows.forms(formtype.formtypeid)) {
        row += 1
        for (const misfit of unfitValuesOf(form, fields)) yield { form, row, ...misfit }
      }
    },
  }
}

function fieldCells(form: FormRow, fields: readonly FieldColumns[]): Cell[] {
  const values = valuesOf(form)
  const row: Cell[] = []
  for (const { field, fit, companion, reason } of fields) {
    const value = values.get(sameText(field.name))
    const fitted = value === undefined ? nothing : fit(value)
    row.push(fitted.cell)
    if (companion) row.push(fitted.companion)
    if (reason) row.push(reasonFor(form.confirmed, field.name, value))
  }
  return row
}

const misfitSuffix = 'misfit'

function misfitColumns(columns: readonly Column[], misfits: readonly string[]): Column[] {
  const names = new UniqueNames()
  const ids = new ColumnIds()
  for (const { name, columnId } of columns) {
    names.claim(name)
    ids.take(columnId)
  }
  return misfits.map((name) => {
    const own = columns.find((one) => one.name === name)
    return column({
      name: names.claim(`${name}.${misfitSuffix}`),
      columnId: ids.claim(own?.columnId ?? name, `_${misfitSuffix}`),
      label: `${own?.label ?? name}, a value that does not fit, as stored`,
    })
  })
}

function misfitCells(form: FormRow, fields: readonly FieldColumns[], misfits: readonly string[]): Cell[] {
  if (misfits.length === 0) return []
  const values = new Map([...unfitValuesOf(form, fields)].map(({ name, value }) => [name, value]))
  return misfits.map((name) => values.get(name) ?? null)
}

const nothing: Fitted = { cell: null, companion: null }

function* unfitValuesOf(form: FormRow, fields: readonly FieldColumns[]): Generator<Omit<UnfitValue, 'form' | 'row'>> {
  const values = valuesOf(form)
  for (const { field, fit, column } of fields) {
    const value = values.get(sameText(field.name))
    values.delete(sameText(field.name))
    const why = value === undefined ? undefined : fit(value).why
    if (value !== undefined && why) yield { name: column.name, value, why }
  }
  for (const [name, value] of values) yield { name, value, why: 'No version of the form type has this field.' }
}

/** Stored values by field. An empty one is missing. */
function valuesOf({ fields }: FormRow): Map<string, string> {
  return new Map(fields.filter(({ value }) => value !== '').map(({ key, value }) => [sameText(key), value]))
}

/**
 * The id of a form type's table: made from the form type's id alone, so that no other form type and no new name ever
 * changes it. Valid as the name of a data set in SAS, Stata, SPSS, R and Python.
 */
export function formTableId(formtypeid: string): string {
  return idOfTable('form', formtypeid)
}

/** The same for a table of another kind. */
export function idOfTable(kind: string, id: string): string {
  let rest = hashOf(id)
  let text = ''
  for (let place = 0; place < 13; place += 1) {
    text = (digits[Number(rest & 31n)] ?? '') + text
    rest >>= 5n
  }
  return `${kind}_${text}`
}

/** FNV-1a with 64 bits: ten thousand form types collide with a probability of 3 in 10^12. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & mask
  return hash
}
