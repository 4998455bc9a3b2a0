/** A set of characters by its ranges in order, such as '0-9A-Z'. */
export type PatternSet = string

type Content =
  | { kind: 'text'; text: string }
  | { kind: 'set'; set: PatternSet; allows: (character: string) => boolean }
  | { kind: 'group'; alternatives: readonly PatternNode[][] }

/** A part of a pattern, and how often it stands there; `max` undefined for any number. */
export type PatternNode = { node: Content; min: number; max: number | undefined }

type Range = readonly [from: string, to: string]

const escaped: Readonly<Record<string, readonly Range[]>> = {
  d: [['0', '9']],
  w: [
    ['0', '9'],
    ['A', 'Z'],
    ['_', '_'],
    ['a', 'z'],
  ],
  s: [[' ', ' ']],
}

class Unusual extends Error {}

/**
 * Reads the alternatives of a pattern, to explain it to people. Undefined for one with parts that are not explained, such
 * as flags, word boundaries and classes of Unicode: whether a value matches is decided by `matchesPattern` alone.
 */
export function readPattern(pattern: string): PatternNode[][] | undefined {
  const characters = [...pattern]
  let at = 0
  try {
    const read = alternatives()
    return at === characters.length ? read : undefined
  } catch (thrown) {
    if (thrown instanceof Unusual) return undefined
    throw thrown
  }

  function next(): string {
    const character = characters[at++]
    if (character === undefined) throw new Unusual()
    return character
  }

  function skip(text: string): boolean {
    const isThere = characters.slice(at, at + text.length).join('') === text
    if (isThere) at += text.length
    return isThere
  }

  function alternatives(): PatternNode[][] {
    const read = [sequence()]
    while (skip('|')) read.push(sequence())
    return read
  }

  function sequence(): PatternNode[] {
    const nodes: PatternNode[] = []
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') {
      if (skip('^') || skip('$')) continue
      nodes.push({ node: content(), ...quantity() })
    }
    return nodes
  }

  function content(): Content {
    const character = next()
    if (character === '(') {
      if (skip('?') && !skip(':')) throw new Unusual()
      const read = alternatives()
      if (!skip(')')) throw new Unusual()
      return { kind: 'group', alternatives: read }
    }
    if (character === '[') return classOf()
    if (character === '.') return { kind: 'set', set: '.', allows: (each) => each !== '\n' }
    if (character === '\\') return setOrText(afterBackslash())
    if ('*+?{'.includes(character)) throw new Unusual()
    return { kind: 'text', text: character }
  }

  /** The ranges of a class such as \d, or the character that stands for itself. */
  function afterBackslash(): readonly Range[] | string {
    const character = next()
    const ranges = escaped[character]
    if (ranges) return ranges
    if (/[A-Za-z0-9]/.test(character)) throw new Unusual()
    return character
  }

  function classOf(): Content {
    if (characters[at] === '^' || characters[at] === ']') throw new Unusual()
    const ranges: Range[] = []
    for (let character = next(); character !== ']'; character = next()) {
      const read = character === '\\' ? afterBackslash() : character
      if (typeof read !== 'string') {
        ranges.push(...read)
      } else if (characters[at] === '-' && characters[at + 1] !== ']') {
        at++
        const end = next()
        const to = end === '\\' ? afterBackslash() : end
        if (typeof to !== 'string' || end === '[') throw new Unusual()
        ranges.push([read, to])
      } else {
        if (read === '[') throw new Unusual()
        ranges.push([read, read])
      }
    }
    return setOrText(ranges)
  }

  function quantity(): { min: number; max: number | undefined } {
    const read = quantityAhead()
    // Whether as few as possible are taken does not change what matches as a whole.
    if (read.isQuantified) skip('?')
    return { min: read.min, max: read.max }
  }

  function quantityAhead() {
    if (skip('*')) return { min: 0, max: undefined, isQuantified: true }
    if (skip('+')) return { min: 1, max: undefined, isQuantified: true }
    if (skip('?')) return { min: 0, max: 1, isQuantified: true }
    const counts = /^\{(\d+)(,?)(\d*)\}/.exec(characters.slice(at, at + 12).join(''))
    if (!counts) return { min: 1, max: 1, isQuantified: false }
    const [whole, min, comma, max] = counts
    at += whole.length
    return { min: Number(min), max: comma ? (max ? Number(max) : undefined) : Number(min), isQuantified: true }
  }
}

function setOrText(read: readonly Range[] | string): Content {
  if (typeof read === 'string') return { kind: 'text', text: read }
  const ordered = read.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    kind: 'set',
    set: ordered.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(''),
    allows: (character) => ordered.some(([from, to]) => character >= from && character <= to),
  }
}
