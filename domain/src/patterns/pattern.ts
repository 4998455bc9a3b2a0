import { RE2JS } from 're2js'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { oneCodePointEach } from './characters.ts'
import { expandedLength } from './expanded-length.ts'

/**
 * The largest compiled pattern, in instructions of re2js. Matching takes up to instructions × characters: 20,000
 * characters took 0.1 s with 2,500 instructions, and 8 s with 40,000, which a pattern of 200 characters can produce.
 */
const maxProgramSize = 2500
/** What is longer with all repetitions written out is not even compiled: 4,000 characters would take some seconds. */
const maxExpanded = 20_000
const maxCached = 200

type Compiled =
  | { matches: (value: string) => boolean; size: number }
  | { refused: 'too-large' }
  | { refused: 'syntax'; why: string }

const cache = new Map<string, Compiled>()

/** Why a pattern is refused: it is not RE2 syntax (with the compiler's reason), or too large to match quickly. */
export function whyNotPattern(pattern: string, field = 'pattern'): Problem | undefined {
  const compiled = compile(sameText(pattern))
  if ('matches' in compiled) return undefined
  if (compiled.refused === 'too-large') return problem('field.pattern.too-large', { field })
  return problem('field.pattern.syntax', { field, params: { why: compiled.why } })
}

/** How many instructions a pattern has, which matching a value takes for each of its characters. 0 for one that is refused. */
export function patternSize(pattern: string): number {
  const compiled = compile(sameText(pattern))
  return 'size' in compiled ? compiled.size : 0
}

/**
 * Whether the whole value matches, both in NFC. A quantifier counts characters as people do, like a length. A pattern
 * that does not compile matches nothing.
 */
export function matchesPattern(pattern: string, value: string): boolean {
  const [asked = '', given = ''] = oneCodePointEach(sameText(pattern), sameText(value))
  const compiled = compile(asked)
  return 'matches' in compiled && compiled.matches(given)
}

function compile(pattern: string): Compiled {
  const known = cache.get(pattern)
  if (known) return known
  const compiled = compileAnew(pattern)
  if (cache.size >= maxCached) cache.clear()
  cache.set(pattern, compiled)
  return compiled
}

function compileAnew(pattern: string): Compiled {
  if (expandedLength(pattern) > maxExpanded) return { refused: 'too-large' }
  try {
    const regex = RE2JS.compile(pattern)
    const size = regex.programSize()
    if (size > maxProgramSize) return { refused: 'too-large' }
    return { matches: (value) => regex.matches(value), size }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { refused: 'syntax', why: said.replace(/^error parsing regexp: /, '') }
  }
}
