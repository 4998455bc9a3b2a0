import { matchesPattern } from './pattern.ts'
import { type PatternNode, type PatternSet, readPattern } from './read-pattern.ts'

/** Characters of one sort, `max` undefined for any number, or text as it stands. */
export type PatternPart =
  | {
      kind: 'digits' | 'capitals' | 'smallLetters' | 'letters' | 'lettersOrDigits'
      min: number
      max: number | undefined
    }
  | { kind: 'text'; text: string }

const kinds: readonly [PatternSet, Exclude<PatternPart['kind'], 'text'>][] = [
  ['0-9', 'digits'],
  ['A-Z', 'capitals'],
  ['a-z', 'smallLetters'],
  ['A-Za-z', 'letters'],
  ['0-9A-Za-z', 'lettersOrDigits'],
]

/** How often an example repeats what may be repeated any number of times. */
const repeatedInExample = 2
/** The longest example that is worth showing. */
const longestExample = 40

/**
 * What a pattern asks for, as people would say it: sorts of characters one after the other. Undefined for one that says
 * more than that, such as a choice between texts.
 */
export function partsOfPattern(pattern: string): PatternPart[] | undefined {
  const alternatives = readPattern(pattern)
  if (alternatives?.length !== 1) return undefined
  const parts: PatternPart[] = []
  for (const { node, min, max } of alternatives[0] ?? []) {
    const last = parts.at(-1)
    if (node.kind === 'text' && min === 1 && max === 1) {
      if (last?.kind === 'text') last.text += node.text
      else parts.push({ kind: 'text', text: node.text })
      continue
    }
    const kind = node.kind === 'set' ? kinds.find(([set]) => set === node.set)?.[1] : undefined
    if (kind === undefined) return undefined
    if (last?.kind === kind) {
      last.min += min
      last.max = last.max === undefined || max === undefined ? undefined : last.max + max
    } else parts.push({ kind, min, max })
  }
  return parts.length > 0 ? parts : undefined
}

/**
 * A value that follows a pattern: the one that its author gives, or one that is made, such as A123 for [A-Z][0-9]{3}.
 * Undefined if none is found easily.
 */
export function exampleOf(pattern: string, given?: string | null): string | undefined {
  if (given && matchesPattern(pattern, given)) return given
  const [first] = readPattern(pattern) ?? []
  if (!first) return undefined
  const made = madeOf(first, { digits: 0, capitals: 0, smallLetters: 0 })
  return made !== '' && made.length <= longestExample && matchesPattern(pattern, made) ? made : undefined
}

const offered = {
  digits: '1234567890',
  capitals: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  smallLetters: 'abcdefghijklmnopqrstuvwxyz',
}
type Used = Record<keyof typeof offered, number>

function madeOf(sequence: readonly PatternNode[], used: Used): string {
  return sequence
    .map(({ node, min, max }) => {
      const count = max === undefined ? Math.max(min, repeatedInExample) : min
      return Array.from({ length: count }, () => {
        if (node.kind === 'text') return node.text
        if (node.kind === 'group') return madeOf(node.alternatives[0] ?? [], used)
        return characterOf(node.allows, used)
      }).join('')
    })
    .join('')
}

/** The next character of the first sort that is allowed: capitals before small letters before digits. */
function characterOf(allows: (character: string) => boolean, used: Used): string {
  for (const sort of ['capitals', 'smallLetters', 'digits'] as const) {
    const allowed = [...offered[sort]].filter(allows)
    if (allowed.length > 0) return allowed[used[sort]++ % allowed.length] ?? ''
  }
  return [...'-_. /:+'].find(allows) ?? ''
}
