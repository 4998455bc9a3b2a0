import { type Problem, problem } from './problems.ts'

/** Characters in a name, identifier or description. Decisions, section 3. */
export const maxNameLength = 200
/**
 * Bytes of UTF-8 in a name. One character, as people count, may be any number of code points, and PostgreSQL
 * refuses an index entry over 2,704 bytes, ids included.
 */
const maxNameBytes = 2000

const notStorable = /\0|\p{Surrogate}/u
// Line and paragraph separators, and the marks that make text read in another order than it is stored in.
const controlCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const visibleCharacter = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const plainAscii = /^[\x20-\x7e]*$/
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A name, identifier or description as it is stored. */
export function cleanName(text: string): string {
  return text.trim()
}

/** Whether a text shows nothing: empty, blanks, or invisible characters only. */
export function isBlank(text: string): boolean {
  return !visibleCharacter.test(text)
}

/** Why the database could not hold this text; it takes neither U+0000 nor half a surrogate pair. */
export function whyNotStorable(text: string, field?: string): Problem | undefined {
  if (notStorable.test(text)) return problem('text.not-storable', { field })
}

/** Why this is no name, identifier or description, when trimmed. `field` is the argument's name in the contract. */
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

/** Why this text of one or more lines is refused; it may be empty. */
export function whyNotText(text: string, field: string, max: number): Problem | undefined {
  const why = whyNotStorable(text, field)
  if (why) return why
  const count = characterCount(text)
  if (count > max) return problem('text.too-long', { field, params: { max, count } })
}

/** Two texts with one key are the same name to people: case does not count, nor how accents are encoded. */
export function caseKey(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC')
}

/**
 * Orders names as every list does: without case, then by the text itself. By code units and by no locale, so that
 * browsers and servers of any version agree on it.
 */
export function compareNames(a: string, b: string): number {
  return compareCodeUnits(caseKey(a), caseKey(b)) || compareCodeUnits(a, b)
}

export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Characters as people count them: a letter with its accents is one, a flag or a family emoji is one. */
export function characterCount(text: string): number {
  if (plainAscii.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

function byteCount(text: string): number {
  return new TextEncoder().encode(text).length
}
