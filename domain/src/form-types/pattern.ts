import { RE2JS } from 're2js'
import { type Problem, problem } from '../shared/problems.ts'

/**
 * The largest compiled pattern, in instructions of re2js. Matching takes up to instructions × characters: 20,000
 * characters against 2,500 instructions took 0.1 s, against 40,000, which 200 characters of pattern can make, 8 s.
 */
const maxProgramSize = 2500
const maxCached = 200

type Compiled = { matches: (value: string) => boolean } | { refused: 'too-large' } | { refused: 'syntax'; why: string }

const cache = new Map<string, Compiled>()

/** Why a pattern is refused: it is not RE2 syntax (with the compiler's reason), or too large to check quickly. */
export function whyNotPattern(pattern: string, field = 'pattern'): Problem | undefined {
  const compiled = compile(pattern)
  if ('matches' in compiled) return undefined
  if (compiled.refused === 'too-large') return problem('field.pattern.too-large', { field })
  return problem('field.pattern.syntax', { field, params: { why: compiled.why } })
}

/** Whether the whole value matches. A pattern that does not compile matches nothing. */
export function matchesPattern(pattern: string, value: string): boolean {
  const compiled = compile(pattern)
  return 'matches' in compiled && compiled.matches(value)
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
  try {
    const regex = RE2JS.compile(pattern)
    if (regex.programSize() > maxProgramSize) return { refused: 'too-large' }
    return { matches: (value) => regex.matches(value) }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return { refused: 'syntax', why: said.replace(/^error parsing regexp: /, '') }
  }
}
