import { graphemesOf } from '../shared/names/graphemes.ts'

const mayCombine = /\u200d|[\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u
/** Characters with a meaning in a pattern, and line ends, are never replaced. */
const isSyntax = /^(?![\p{L}\p{N}])\p{ASCII}/u
const letter = /^\p{L}/u
/** Rarely used ideographs and map symbols, of the same general category as the characters they replace. */
const firstLetter = 0x2_a700
const firstSymbol = 0x1_f780
const mostSymbols = 80

function isOne(cluster: string): boolean {
  return isSyntax.test(cluster) || [...cluster].length === 1
}

/**
 * Replaces each multi-code-point character (a flag, a family, a letter with an accent that has no code point of its
 * own) in the texts by one code point that occurs nowhere else, the same in all texts, so that a pattern counts
 * characters as a length does. Texts without such characters are returned unchanged.
 */
export function oneCodePointEach(...texts: string[]): string[] {
  if (!texts.some((text) => mayCombine.test(text))) return texts
  const stands = new Map<string, string>()
  let letters = 0
  let symbols = 0
  const standIn = (cluster: string) => {
    const known = stands.get(cluster)
    if (known) return known
    const isLetter = letter.test(cluster) || symbols >= mostSymbols
    const made = String.fromCodePoint(isLetter ? firstLetter + letters++ : firstSymbol + symbols++)
    stands.set(cluster, made)
    return made
  }
  return texts.map((text) =>
    Array.from(graphemesOf(text), ({ segment }) => (isOne(segment) ? segment : standIn(segment))).join(''),
  )
}
