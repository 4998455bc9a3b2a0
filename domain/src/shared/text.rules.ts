import { graphemesOf } from './names/graphemes.ts'
import { caseKey, sameText } from './names/names.ts'
import { type Problem, problem } from './problems.ts'

/** Characters in a name, identifier or description. */
export const maxNameLength = 200
/**
 * Bytes of UTF-8 in a name. One character, as people count, may have any number of code points, and PostgreSQL refuses
 * an index entry over 2,704 bytes, ids included.
 */
const maxNameBytes = 2000

/**
 * Average UTF-16 code units per character that a text may have; a family emoji has 11. Counting a megabyte takes a
 * second, so longer texts are refused without counting.
 */
const mostUnitsPerCharacter = 12
/** Below this length, counting is fast enough. */
const shortText = 2000

const notStorable = /\0|\p{Surrogate}/u
// Line and paragraph separators, and marks that display text in another order than it is stored.
const controlCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const plainAscii = /^[\x20-\x7e]*$/

/** Blanks, and what is pasted along with text and invisible: soft hyphens, zero-width spaces, byte order marks, direction marks. */
const atEnds = /[\s\u0085\u00AD\u061C\u180E\u200B\u200E\u200F\u2060\uFEFF]/

/** A name, identifier or description as stored: as typed, in NFC, but for blanks and invisible characters at its ends. */
export function cleanName(text: string): string {
  const same = sameText(text)
  let from = 0
  let to = same.length
  while (from < to && atEnds.test(same.charAt(from))) from += 1
  while (to > from && atEnds.test(same.charAt(to - 1))) to -= 1
  return same.slice(from, to)
}

/** Whether a text is invisible: empty, or only whitespace and invisible characters. */
export function isBlank(text: string): boolean {
  return !visibleCharacter.test(text)
}

/** Why the database can't store this text: it contains U+0000 or an unpaired surrogate. */
export function whyNotStorable(text: string, field?: string): Problem | undefined {
  if (notStorable.test(text)) return problem('text.not-storable', { field })
}

/** Why this is not a valid name, identifier or description, when trimmed. `field` is the argument's name in the contract. */
export function whyNotName(text: string, field: string, max = maxNameLength): Problem | undefined {
  const name = cleanName(text)
  if (isBlank(name) && !notStorable.test(name)) return problem('text.required', { field })
  const why = whyNotText(name, field, max)
  if (why) return why
  if (controlCharacter.test(name)) return problem('text.control-characters', { field })
  if (byteCount(caseKey(name)) > maxNameBytes || byteCount(name) > maxNameBytes) {
    return problem('text.too-heavy', { field })
  }
}

/** Why this text of one or more lines is refused. It may be empty. */
export function whyNotText(text: string, field: string, max: number): Problem | undefined {
  const why = whyNotStorable(text, field)
  if (why) return why
  // A text has at most as many characters as code units, so a short one need not be counted.
  if (text.length <= max) return undefined
  if (text.length > max * mostUnitsPerCharacter + shortText) return problem('text.too-heavy', { field })
  const count = characterCount(text)
  if (count > max) return problem('text.too-long', { field, params: { max, count } })
}

/** Characters as people count them: a letter with its accents is one, a flag or a family emoji is one. */
export function characterCount(text: string): number {
  if (plainAscii.test(text)) return text.length
  let count = 0
  for (const _ of graphemesOf(text)) count++
  return count
}

function byteCount(text: string): number {
  return new TextEncoder().encode(text).length
}
