import type { Problem } from '@casebook/domain/shared/problems.ts'
import { whyNotStorable } from '@casebook/domain/shared/text.rules.ts'

/**
 * Why the arguments of a call cannot be taken: a text among them, be it an id, holds what the database could not hold.
 * The problem's `field` is the way to it, such as `name` or `fields.2.pattern`; of a form's value the form's field.
 */
export function whyNotStorableIn(given: unknown, path: readonly string[] = []): Problem | undefined {
  if (typeof given === 'string') return whyNotStorable(given, path.join('.'))
  if (typeof given !== 'object' || given === null) return undefined
  if (isKeyValue(given)) return whyNotStorable(given.key, 'key') ?? whyNotStorable(given.value, given.key)
  for (const [name, value] of Object.entries(given)) {
    const why = whyNotStorableIn(value, path.length === 0 && name === 'input' ? path : [...path, name])
    if (why) return why
  }
}

function isKeyValue(given: object): given is { key: string; value: string } {
  return 'key' in given && 'value' in given && typeof given.key === 'string' && typeof given.value === 'string'
}
