import type { FieldOption } from '../form-types/field-properties.ts'
import type { FormCheck, FormTypeField } from '../form-types/fields.ts'

export const studyExamples = ['GAIT_LAB', 'WRIST_WEEK', 'QUESTIONNAIRES'] as const
export type StudyExample = (typeof studyExamples)[number]

export const exampleLanguages = ['en', 'nb'] as const
export type ExampleLanguage = (typeof exampleLanguages)[number]

/** Chooses between the English and the Norwegian text. */
export type Say = (en: string, nb: string) => string

/** What a study begins with. Visits name the types that belong to them. */
export type StudyBeginning = {
  places: string[]
  formTypes: { identifier: string; repeats?: true; fields: FormTypeField[]; checks?: FormCheck[] }[]
  activityTypes: { description: string; repeats?: true }[]
  visits: {
    name: string
    /** Days after the subject's day zero. */
    day: number
    daysBefore?: number
    daysAfter?: number
    formTypes: string[]
    activityTypes: string[]
  }[]
}

type More = Partial<Omit<FormTypeField, 'name' | 'type' | 'label'>>

/** A field whose name is its variable. */
export function field(name: string, type: FormTypeField['type'], label: string, more: More = {}): FormTypeField {
  return { name, variable: name, type, label, required: false, ...more }
}

/** Options whose codes count from 0. */
export function options(labels: readonly string[]): FieldOption[] {
  return labels.map((label, place) => ({ code: String(place), label }))
}

/** The day that counts as the subject's day zero, and that is never in the future. */
export function dateField(say: Say): FormTypeField {
  return field('date', 'Date', say('Date', 'Dato'), { required: true })
}
