import type { Problem } from '@casebook/domain/shared/problems.ts'
import { whyNotStorable } from '@casebook/domain/shared/text.rules.ts'

/**
 * Refuses arguments with a text, ids included, that the database can't store. The problem's `field` is its path, such
 * as `name` or `fields.2.pattern`; for a form's value it is the form's field.
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
