import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { fieldSections } from '../../values/sections.ts'

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

/** Fields that are drawn and laid out at once: of a long section some, of a short form the whole section. */
export type FieldRun = { key: string; fields: readonly FormTypeField[] }

/** A section of a form type, in runs. */
export type FormPart = { key: string; heading: string | undefined; runs: readonly FieldRun[] }

/** From this number of fields on, a form is drawn in runs, and what is far from the window is not laid out. */
const longForm = 60

/** How many groups are in one, and in the first one, which is drawn before anything can be filled in. */
const perRun = 20
const inFirst = 10

/** What stands above and below the fields in a window, in pixels: the headings, and the buttons. */
const around = 240

/** What a field takes, in pixels, and the room between two. A guess, until it was near the window once. */
export const perField = 62
export const between = 20

export function isLongForm(fields: readonly FormTypeField[]): boolean {
  return fields.length > longForm
}

/** The sections of a form type with their runs, the same ones whatever is hidden, so that no field moves to another. */
export function partsOf(fields: readonly FormTypeField[]): FormPart[] {
  return fieldSections(fields).map(({ heading, fields: own }, place) => ({
    key: own[0].name,
    heading,
    runs: isLongForm(fields) ? runsOf(own, place === 0 ? inFirst : perRun) : [{ key: own[0].name, fields: own }],
  }))
}

function runsOf(fields: readonly FormTypeField[], first: number): FieldRun[] {
  const groups = fieldGroups(fields)
  const isStart = (place: number) => place === 0 || (place >= first && (place - first) % perRun === 0)
  const starts = [...groups.keys()].filter(isStart)
  return starts.map((start, n) => {
    const own = groups.slice(start, starts[n + 1]).flatMap((each) => each.fields)
    return { key: own[0]?.name ?? '', fields: own }
  })
}

/**
 * The runs of which a form consists when it opens: all of a short one; of a long one, as many from the top as there is
 * something to fill in for in a window of this height, in pixels. The others follow.
 */
export function firstRuns(
  parts: readonly FormPart[],
  hidden: ReadonlySet<string>,
  height: number,
): readonly FieldRun[] {
  const runs = parts.flatMap((part) => part.runs)
  const room = Math.max(1, height - around)
  if (!isLongForm(runs.flatMap(({ fields }) => fields))) return runs
  let asked = 0
  return runs.filter(({ fields }) => {
    if (asked * (perField + between) >= room) return false
    asked += fields.filter(({ name, type, calculation }) => !hidden.has(name) && type !== 'Note' && !calculation).length
    return true
  })
}

function isRow({ type, display, calculation }: FormTypeField): boolean {
  return type === 'Choice' && display === 'TABLE' && !calculation
}

function columnsOf(field: FormTypeField): string {
  return JSON.stringify([Boolean(field.multiple), optionsOf(field).map(({ code, label }) => [code, label])])
}
