import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type FieldSection, fieldSections } from './sections.ts'

/** `wanted`: required and empty. `asked`: in conflict with a colleague's change. */
export type FieldState = 'filled' | 'empty' | 'wanted' | 'refused' | 'asked'
export type FieldProgress = { name: string; label: string; isRequired: boolean; state: FieldState }
export type Section = { name: string; fields: readonly FieldProgress[]; filled: number }

/** Up to this many fields without sections are listed individually. Of longer forms, each run of ten has a line. */
const mostListed = 15
const perSection = 10

const progressBefore = new WeakMap<readonly FormTypeField[], readonly FieldProgress[]>()

/** The same list while no field of it is in another state, so that most keys draw nothing of it. */
export function fieldProgress(
  fields: readonly FormTypeField[],
  valueFor: (name: string) => string | undefined,
  isRefused: (name: string) => boolean,
  isAsked: (name: string) => boolean,
): readonly FieldProgress[] {
  const before = progressBefore.get(fields)
  const stateOf = ({ name, required }: FormTypeField): FieldState => {
    if (isAsked(name)) return 'asked'
    if (isRefused(name)) return 'refused'
    return valueFor(name) ? 'filled' : required ? 'wanted' : 'empty'
  }
  if (before && fields.every((field, place) => before[place]?.state === stateOf(field))) return before
  const progress = fields.map((field) => progressOf(field, stateOf(field)))
  progressBefore.set(fields, progress)
  return progress
}

const knownProgress = new WeakMap<FormTypeField, FieldProgress>()

/** The same object while a field is in the same state, so that each key compares 500 of them quickly. */
function progressOf(field: FormTypeField, state: FieldState): FieldProgress {
  const known = knownProgress.get(field)
  if (known?.state === state) return known
  const made = { name: field.name, label: labelOf(field), isRequired: field.required, state }
  knownProgress.set(field, made)
  return made
}

/** How many fields are refused or in conflict. */
export function mistakesIn(progress: readonly FieldProgress[]): number {
  return progress.filter(({ state }) => state === 'refused' || state === 'asked').length
}

/** How many fields are required, and how many of them are empty, refused or in conflict. */
export function requiredLeft(progress: readonly FieldProgress[]): { all: number; left: number } {
  const required = progress.filter(({ isRequired }) => isRequired)
  return { all: required.length, left: required.filter(({ state }) => state !== 'filled').length }
}

/**
 * The sections of a form, of what is asked: those of its type. A long form without any has runs of ten fields. A run
 * without a heading is named after its first and last field. Undefined for a form short enough to list its fields.
 */
export function sectionsOf(
  all: readonly FormTypeField[],
  progress: readonly FieldProgress[],
): readonly Section[] | undefined {
  const sections = knownSections(all)
  if (sections.some(({ heading }) => heading)) {
    // Both are in the order of the form type.
    let place = 0
    return sections.flatMap(({ heading, fields }) => {
      const run: FieldProgress[] = []
      for (const { name } of fields) {
        const field = progress[place]
        if (field?.name !== name) continue
        run.push(field)
        place += 1
      }
      return run.length === 0 ? [] : [sectionOf(run, heading)]
    })
  }
  if (progress.length <= mostListed) return undefined
  const count = Math.ceil(progress.length / perSection)
  return Array.from({ length: count }, (_, index) =>
    sectionOf(progress.slice(index * perSection, (index + 1) * perSection), undefined),
  )
}

const sectionsBefore = new WeakMap<readonly FormTypeField[], readonly FieldSection<FormTypeField>[]>()

/** Those of a form type, which is the same while somebody fills in its form. */
function knownSections(all: readonly FormTypeField[]): readonly FieldSection<FormTypeField>[] {
  const known = sectionsBefore.get(all)
  if (known) return known
  const found = fieldSections(all)
  sectionsBefore.set(all, found)
  return found
}

function sectionOf(fields: readonly FieldProgress[], heading: string | undefined): Section {
  const [first, last] = [fields[0]?.label ?? '', fields.at(-1)?.label ?? '']
  return {
    name: heading ?? (first === last ? first : `${first} – ${last}`),
    fields,
    filled: fields.filter(({ state }) => state === 'filled').length,
  }
}

/**
 * Where a section is entered: at the first refused field or conflict, else at the first empty required field, else at
 * the first empty field.
 */
export function entryOf({ fields }: Section): string {
  const order = ['asked', 'refused', 'wanted', 'empty'] as const
  const found = order.map((state) => fields.find((field) => field.state === state)).find(Boolean)
  return (found ?? fields[0])?.name ?? ''
}
