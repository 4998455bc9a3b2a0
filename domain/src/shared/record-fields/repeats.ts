import { type Fields, fieldValue } from '../merge/merge.ts'

/** The field of an editor of a form type or an activity type: whether a subject may have several of it. */
export const repeatsKey = 'repeats'

/** Its value in the editor. */
export function typedRepeats(repeats: boolean): string {
  return repeats ? 'true' : ''
}

/** Whether it is on in an editor with these fields. */
export function isRepeating(fields: Fields): boolean {
  return fieldValue(fields, repeatsKey) !== ''
}
