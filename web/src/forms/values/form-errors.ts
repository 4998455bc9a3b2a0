import { askedAbout } from '../../records/machine/view.ts'
import type { Editor } from '../../records/use-record.ts'

const none: ReadonlyMap<string, string> = new Map()

/** Why fields of an editor are refused, by name. The same map while none is. `isField`: other keys have no place of their own. */
export function formErrors(
  isField: (name: string) => boolean,
  { entry, errorOf }: Pick<Editor, 'entry' | 'errorOf'>,
  isDisabled: boolean,
): ReadonlyMap<string, string> {
  const asked = askedAbout(entry)
  if (isDisabled || asked.size === 0) return none
  const errors = new Map<string, string>()
  for (const name of asked) {
    const error = isField(name) ? errorOf(name) : undefined
    if (error !== undefined) errors.set(name, error)
  }
  return errors.size > 0 ? errors : none
}
