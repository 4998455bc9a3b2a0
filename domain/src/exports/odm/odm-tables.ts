import type { Column, Table } from '../columns/column.ts'
import type { FieldColumns } from '../columns/form-columns.ts'
import type { FormTable } from '../columns/form-table.ts'
import { provenanceNames } from '../columns/id-columns.ts'
import type { Tables } from '../columns/tables.ts'

/**
 * A column that is an item in ODM. `place` is the column's index in its table. `reasonFor`: it says why an unusual value of
 * that field is right.
 */
export type Item = { column: Column; place: number; field?: FieldColumns; reasonFor?: FieldColumns }

export type OdmGroup = { table: Table; items: readonly Item[]; isRepeating: boolean }

export type OdmForm = { group: OdmGroup; groups: readonly OdmGroup[]; isRepeating: boolean }

/** The parts of a subject in an ODM document. Row keys are attributes there, and seconds are part of the times. */
export type OdmTables = {
  subject: OdmForm
  devices: OdmForm
  activities: OdmForm
  referenceData: OdmGroup
  forms: readonly (OdmForm & { table: FormTable })[]
}

const shownElsewhere = new Set([
  'siteid',
  'studyid',
  'subjectid',
  'place',
  'startTime',
  'stopTime',
  'formtypeid',
  'snapshot_path',
  'subject_status',
  ...provenanceNames,
])

export function odmTables({ records, forms }: Tables): OdmTables {
  const named = (name: string) => {
    const table = records.find((own) => own.name === name)
    if (!table) throw new Error(`There is no table ${name}.`)
    return table
  }
  const isSubject = (column: Column) => column.name === 'identifier' || column.name.startsWith('snapshot_')
  const recordItems = (table: Table, isShown = (_column: Column) => true) =>
    table.columns.flatMap((column, place) =>
      shownElsewhere.has(column.name) || !isShown(column) ? [] : [{ column, place }],
    )
  const group = (name: string, isRepeating: boolean): OdmGroup => {
    const table = named(name)
    return { table, isRepeating, items: recordItems(table, (column) => name === 'subjects' || !isSubject(column)) }
  }
  const form = (own: OdmGroup, isRepeating: boolean, more: OdmGroup[] = []): OdmForm => ({
    group: own,
    groups: [own, ...more],
    isRepeating,
  })
  const referenceData = group('reference_data', true)
  return {
    subject: form(group('subjects', false), false),
    devices: form(group('subject_devices', true), false),
    activities: form(group('activities', false), true, [referenceData]),
    referenceData,
    forms: forms.map((table) => ({
      ...form({ table, isRepeating: false, items: fieldItems(table) }, table.isRepeating),
      table,
    })),
  }
}

/** Where a subject can have several, the label of each comes first. */
function fieldItems({ columns, fields, isRepeating }: FormTable): Item[] {
  const label = isRepeating ? columns.findIndex(({ name }) => name === 'label') : -1
  const own = columns[label]
  const items = fields.flatMap((field): Item[] => {
    const { column, reason } = field
    const item = { column, place: columns.indexOf(column), field }
    return reason ? [item, { column: reason, place: columns.indexOf(reason), reasonFor: field }] : [item]
  })
  return own ? [{ column: own, place: label }, ...items] : items
}

/** The groups of one study: a form type belongs to a single study. */
export function formsOfStudy({ subject, devices, activities, forms }: OdmTables, studyid: string): OdmForm[] {
  return [subject, devices, activities, ...forms.filter(({ table }) => table.studyid === studyid)]
}
