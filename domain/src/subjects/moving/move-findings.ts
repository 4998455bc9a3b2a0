import { Problem } from '../../shared/problems.ts'
import type { Move } from './move.rules.ts'

type Moves = readonly { subjectid: string; move: Move }[]

/** What was found in several subjects, each with those that it is about, in the order in which it was found first. */
export type MoveFinding = { effect: 'LOOK' | 'REFUSED'; why: Problem; subjectids: string[] }

export function findingsOfMoves(moves: Moves): MoveFinding[] {
  const found = new Map<string, MoveFinding>()
  const add = (effect: MoveFinding['effect'], subjectid: string, why: Problem) => {
    const key = `${effect} ${why.message}`
    const known = found.get(key) ?? { effect, why, subjectids: [] }
    known.subjectids.push(subjectid)
    found.set(key, known)
  }
  for (const { subjectid, move } of moves) for (const why of move.obstacles) add('REFUSED', subjectid, why)
  for (const { subjectid, move } of moves) {
    if (move.obstacles.length === 0) for (const why of move.looks) add('LOOK', subjectid, why)
  }
  return [...found.values()]
}

/** Why these subjects are not moved: the first obstacle, with all subjects that it is about. */
export function whyNotMoved(moves: Moves): Problem | undefined {
  const refused = findingsOfMoves(moves).find(({ effect }) => effect === 'REFUSED')
  if (!refused) return undefined
  const { why, subjectids } = refused
  return new Problem(why.reason, why.params, { field: why.field, details: { subjectids } })
}
