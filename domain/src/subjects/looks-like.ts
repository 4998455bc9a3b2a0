import { caseKey } from '../shared/names/names.ts'

/** Cyrillic and Greek letters that look like Latin ones, and letters that look like digits. */
const alike: Readonly<Record<string, string>> = {
  ...pairs('авекмнорстухіјѕ', 'abekmhopctyxijs'),
  ...pairs('αβεηικμνορτυχζ', 'abehikmvoptuxz'),
  ...pairs('oil|', '0111'),
}

function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, place) => [letter, to[place] ?? letter]))
}

/**
 * What people see of an identifier at a glance: the same for P-1, p1, P_1, Ｐ 1 and Р-1 with a Cyrillic Р. Separators
 * count only between digits, so that 1-11 and 11-1 differ.
 */
function lookOf(identifier: string): string {
  const letters = [...caseKey(identifier.normalize('NFKC'))].map((letter) => {
    const latin = alike[letter] ?? letter
    return alike[latin] ?? latin
  })
  return letters
    .join('')
    .replace(/(?<=\p{N})[^\p{L}\p{M}\p{N}]+(?=\p{N})/gu, '-')
    .replace(/[^\p{L}\p{M}\p{N}-]|(?<!\p{N})-|-(?!\p{N})/gu, '')
}

/** The first of these identifiers that the text could be mistaken for; undefined if there is none. */
export function findLookalike(text: string, identifiers: Iterable<string | null>): string | undefined {
  const look = lookOf(text)
  if (look === '') return undefined
  for (const identifier of identifiers) if (identifier !== null && lookOf(identifier) === look) return identifier
}
