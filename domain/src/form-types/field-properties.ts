import { cleanName } from '../shared/text.rules.ts'

/** What a field of a form type says beside its type. */
export type FieldProperties = {
  name: string
  required: boolean
  length?: number | null | undefined
  pattern?: string | null | undefined
}

/** The options in a Choice's pattern, in order. */
export function choiceOptions(pattern: string | null | undefined): string[] {
  return (pattern ?? '').split('|').map(cleanName)
}
