/**
 * The fields of a record. A missing field is empty. A key that begins with ~ holds an arrangement, for which conflicts
 * are not reported: mine wins.
 */
export type Fields = Readonly<Record<string, string>>

/** A field that both changed to different values. `base` is the common base. */
export type Question = { key: string; base: string; mine: string; theirs: string }

/**
 * A three-way merge by field: what only they changed becomes theirs, what only I changed stays mine, and equal changes
 * are resolved. A field that both changed differently stays mine in `merged` and is reported as a conflict.
 */
export function merge(base: Fields, mine: Fields, theirs: Fields): { merged: Fields; questions: Question[] } {
  const fields = keysOf(mine, theirs).map((key) => ({
    key,
    base: fieldValue(base, key),
    mine: fieldValue(mine, key),
    theirs: fieldValue(theirs, key),
  }))
  return {
    merged: Object.fromEntries(
      fields.map((field) => [field.key, field.mine === field.base ? field.theirs : field.mine]),
    ),
    questions: fields.filter(isQuestion),
  }
}

function isQuestion({ key, base, mine, theirs }: Question): boolean {
  return !key.startsWith('~') && new Set([base, mine, theirs]).size === 3
}

export function fieldValue(fields: Fields, key: string): string {
  return Object.hasOwn(fields, key) ? (fields[key] ?? '') : ''
}

/** The keys in which two states differ, in the order of the first, then of the second. */
export function differing(one: Fields, other: Fields): string[] {
  return keysOf(one, other).filter((key) => fieldValue(one, key) !== fieldValue(other, key))
}

function keysOf(one: Fields, other: Fields): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
}
