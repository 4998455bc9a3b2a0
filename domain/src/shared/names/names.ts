const plainAscii = /^[\x20-\x7e]*$/
/** ASCII with single blanks inside only: its own key. */
const plainName = /^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/
const ignorable = /\p{Default_Ignorable_Code_Point}+/gu
const blanks = /\p{White_Space}+/gu

/** The canonical form of texts that look the same however their accents are encoded (Unicode's NFC). */
export function sameText(text: string): string {
  return plainAscii.test(text) ? text : text.normalize('NFC')
}

/**
 * Two texts with the same key are the same name to people: case, the encoding of accents, kinds and numbers of blanks, and
 * invisible characters are ignored.
 */
export function caseKey(text: string): string {
  return lookKey(plainAscii.test(text) ? text.toLowerCase() : sameText(sameText(text).toLowerCase()))
}

/** Like `caseKey`, but upper and lower case differ. */
export function lookKey(text: string): string {
  if (plainName.test(text)) return text
  return sameText(sameText(text).replace(ignorable, '').replace(blanks, ' ').trim())
}

/**
 * Orders names as every list does: ignoring case, then by the text itself. By code units, not by locale, so that
 * browsers and servers of any version agree.
 */
export function compareNames(a: string, b: string): number {
  return compareCodeUnits(caseKey(a), caseKey(b)) || compareCodeUnits(a, b)
}

export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
