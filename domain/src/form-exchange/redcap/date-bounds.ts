import { type Part, partsOf } from '../../expressions/parts.ts'
import type { FormCheck } from '../../form-types/fields.ts'
import { redcap } from '../logic/dialects.ts'
import { parseLogic } from '../logic/parse-logic.ts'
import type { Question } from '../made-form.ts'

export const sides = ['minimum', 'maximum'] as const
type Side = (typeof sides)[number]
const operators = { minimum: '>=', maximum: '<=' } as const
const words = { minimum: 'Not before', maximum: 'Not after' } as const

/** What REDCap says of a date out of its bounds has no text of its own there. `bound` as in the dictionary. */
function messageOf(side: Side, bound: string): string {
  return `${words[side]} ${bound.replace(/^\[(.*)\]$/, '$1')}`
}

/** The bounds of a date in a dictionary as checks: `2020-01-01`, `today`, `now`, or another field `[name]`. */
export function boundChecks(
  name: string,
  bounds: Readonly<Record<Side, string>>,
  isHard: boolean,
): Question['checks'][number][] {
  return sides.flatMap((side) => {
    const bound = bounds[side]
    if (bound === '') return []
    const text = `[${name}] ${operators[side]} ${bound.startsWith('[') ? bound : JSON.stringify(bound)}`
    return [{ text, part: parseLogic(text, redcap), message: messageOf(side, bound), soft: !isHard }]
  })
}

export type WrittenBounds = Record<Side, string> & {
  isHard: boolean
  /** The checks that the bounds say, and those of them whose message is not REDCap's. */
  said: readonly FormCheck[]
  retold: readonly FormCheck[]
}

/**
 * The checks of a date that say no more than its first or last day, as bounds of a dictionary: one on each side, both
 * hard or both soft. `write` answers undefined for what has no counterpart.
 */
export function writtenBounds(
  { name, variable }: { name: string; variable: string },
  checks: readonly FormCheck[],
  write: (bound: Part) => string | undefined,
): WrittenBounds {
  const found = checks.flatMap((check) => {
    const part = check.field === name ? partsOf(check.expression) : undefined
    if (part?.kind !== 'operation' || part.left.kind !== 'variable' || part.left.name !== variable) return []
    const side = sides.find((own) => operators[own] === part.operator)
    const bound = side && write(part.right)?.replace(/^"(.*)"$/, '$1')
    return side && bound ? [{ side, bound, check }] : []
  })
  const isHard = found.some(({ check }) => !check.soft)
  const fitting = found.filter(({ check }) => check.soft !== isHard)
  const chosen = sides.flatMap((side) => fitting.find((one) => one.side === side) ?? [])
  const boundOf = (side: Side) => chosen.find((one) => one.side === side)?.bound ?? ''
  return {
    minimum: boundOf('minimum'),
    maximum: boundOf('maximum'),
    isHard,
    said: chosen.map(({ check }) => check),
    retold: chosen.flatMap(({ side, bound, check }) => (check.message === messageOf(side, bound) ? [] : [check])),
  }
}
