/** The fields of a record as texts, by name. A missing field is empty. */
export type Fields = Readonly<Record<string, string>>

/** A field that both changed to different values. `base` is the value that both began with. */
export type Question = { key: string; base: string; mine: string; theirs: string }

/**
 * A three-way merge by field: what only they changed becomes theirs, what only I changed stays mine, and equal changes
 * are resolved. A field that both changed differently stays mine in `merged` and is one of the `questions`, unless it is
 * an arrangement, such as the order of a list, which is worth no question. Keys are in the order of mine, then of theirs.
 */
export function merge(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  isArrangement: (key: string) => boolean = () => false,
): { merged: Fields; questions: Question[] } {
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
    questions: fields.filter(
      ({ key, base: was, mine: here, theirs: there }) => new Set([was, here, there]).size === 3 && !isArrangement(key),
    ),
  }
}

/** The value of one field, '' if it has none. */
export function fieldValue(fields: Fields, key: string): string {
  return Object.hasOwn(fields, key) ? (fields[key] ?? '') : ''
}

const knownDifferences = new WeakMap<Fields, { other: Fields; keys: readonly string[] }>()

/**
 * The keys in which two states differ, in the order of the first, then of the second. Compared once, because each key
 * that is typed asks for it several times.
 */
export function differing(one: Fields, other: Fields): readonly string[] {
  const known = knownDifferences.get(one)
  if (known?.other === other) return known.keys
  const keys: string[] = []
  let shared = 0
  for (const key of Object.keys(one)) {
    const isShared = Object.hasOwn(other, key)
    if (isShared) shared += 1
    if ((one[key] ?? '') !== (isShared ? (other[key] ?? '') : '')) keys.push(key)
  }
  const others = Object.keys(other)
  // Of a form with 500 fields, both nearly always have the same keys.
  if (shared < others.length)
    keys.push(...others.filter((key) => !Object.hasOwn(one, key) && fieldValue(other, key) !== ''))
  knownDifferences.set(one, { other, keys })
  return keys
}

/** A state with what is typed into it. In which keys it differs from another is known from before, unless that changed. */
export function typedOver(state: Fields, typed: Fields): Fields {
  const next = { ...state, ...typed }
  const known = knownDifferences.get(state)
  if (known === undefined) return next
  const { keys, other } = known
  const isSame = Object.keys(typed).every((key) => {
    const differs = fieldValue(next, key) !== fieldValue(other, key)
    return Object.hasOwn(state, key) && differs === keys.includes(key)
  })
  if (isSame) knownDifferences.set(next, known)
  return next
}

function keysOf(one: Fields, other: Fields): string[] {
  return [...Object.keys(one), ...Object.keys(other).filter((key) => !Object.hasOwn(one, key))]
}
