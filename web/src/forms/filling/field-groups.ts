import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'

/** Fields that are shown together: one, or the rows of a table. */
export type FieldGroup = { isTable: boolean; fields: [FormTypeField, ...FormTypeField[]] }

/** The fields of a section in groups: neighbours that are shown as a table and have the same options are the rows of one. */
export function fieldGroups(fields: readonly FormTypeField[]): FieldGroup[] {
  const groups: FieldGroup[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last?.isTable && isRow(field) && columnsOf(last.fields[0]) === columnsOf(field)) {
      last.fields.push(field)
    } else {
      groups.push({ isTable: isRow(field), fields: [field] })
    }
  }
  return groups
}

/** How many are laid out at once. */
const perRun = 20

/** The groups of a long section in runs. */
export function runsOf(groups: readonly FieldGroup[]): FieldGroup[][] {
  const count = Math.ceil(groups.length / perRun)
  return Array.from({ length: count }, (_, run) => groups.slice(run * perRun, (run + 1) * perRun))
}

function isRow({ type, display, calculation }: FormTypeField): boolean {
  return type === 'Choice' && display === 'TABLE' && !calculation
}

function columnsOf(field: FormTypeField): string {
  return JSON.stringify([Boolean(field.multiple), optionsOf(field).map(({ code, label }) => [code, label])])
}
