import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { FormValues } from './form-values.ts'

/** `wanted`: required and empty. `asked`: in conflict with a colleague's change. */
export type FieldState = 'filled' | 'empty' | 'wanted' | 'refused' | 'asked'
export type FieldProgress = { name: string; state: FieldState }
export type Section = { name: string; fields: readonly FieldProgress[]; filled: number }

/** Up to this many fields are listed individually. In longer forms, each section has a line. */
const mostListed = 15
const perSection = 10

export function fieldProgress(
  fields: readonly FormTypeField[],
  values: FormValues,
  isRefused: (name: string) => boolean,
  isAsked: (name: string) => boolean,
): FieldProgress[] {
  return fields.map(({ name, required }) => {
    const isEmpty = (values[name] ?? '') === ''
    const filling = isEmpty ? (required ? 'wanted' : 'empty') : 'filled'
    return { name, state: isAsked(name) ? 'asked' : isRefused(name) ? 'refused' : filling }
  })
}

/** How many fields are required, and how many of them are empty, refused or in conflict. */
export function requiredLeft(
  fields: readonly FormTypeField[],
  progress: readonly FieldProgress[],
): { all: number; left: number } {
  const filled = new Set(progress.filter(({ state }) => state === 'filled').map(({ name }) => name))
  const required = fields.filter((field) => field.required)
  return { all: required.length, left: required.filter(({ name }) => !filled.has(name)).length }
}

/**
 * The sections of a long form. Form types have none, so each is a run of ten fields, named after its first. Undefined
 * for a form short enough to list its fields.
 */
export function sectionsOf(fields: readonly FieldProgress[]): Section[] | undefined {
  if (fields.length <= mostListed) return undefined
  const count = Math.ceil(fields.length / perSection)
  return Array.from({ length: count }, (_, index) => {
    const run = fields.slice(index * perSection, (index + 1) * perSection)
    const [first, last] = [run[0]?.name ?? '', run.at(-1)?.name ?? '']
    return {
      name: first === last ? first : `${first} – ${last}`,
      fields: run,
      filled: run.filter(({ state }) => state === 'filled').length,
    }
  })
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
