import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, whyNotText } from '../shared/text.rules.ts'
import { daysOutside, type SubjectVisitFacts } from './due.ts'
import { maxReasonLength } from './visits.rules.ts'

/** Done or begun outside the window, missed, or with its activities in another order than planned. */
export const deviationKinds = ['OUTSIDE', 'MISSED', 'ORDER'] as const
export type DeviationKind = (typeof deviationKinds)[number]

/** `days`: outside the window, negative if too early. `explanation`: what a person said of it. */
export type Deviation = { kind: DeviationKind; days: number | null; explanation: string | null }

/** What a visit of the schedule plans of its activities. */
export type PlannedOrder = { inOrder: boolean; activitytypeids: readonly string[] }
export type StartedActivity = { activitytypeid: string; startTime: number }

/**
 * Whether the activities of a visit began in the order of the plan: each type with its first one. Types that are not
 * planned, and planned ones that were not done, say nothing.
 */
export function isInOrder({ inOrder, activitytypeids }: PlannedOrder, started: readonly StartedActivity[]): boolean {
  if (!inOrder) return true
  const first = new Map<string, number>()
  for (const { activitytypeid, startTime } of started)
    first.set(activitytypeid, Math.min(startTime, first.get(activitytypeid) ?? startTime))
  const starts = activitytypeids.flatMap((id) => first.get(id) ?? [])
  return starts.every((start, place) => place === 0 || start >= (starts[place - 1] ?? start))
}

type Deviating = Pick<SubjectVisitFacts, 'state' | 'date' | 'earliestDate' | 'latestDate' | 'reason'> & {
  outsideReason?: string | null
  orderReason?: string | null
}

/** What a visit of a subject deviates in from the schedule. `started`: its activities. */
export function deviationsOf(
  visit: Deviating,
  plan: PlannedOrder,
  started: readonly StartedActivity[],
): readonly Deviation[] {
  if (visit.state === 'MISSED') return [{ kind: 'MISSED', days: null, explanation: visit.reason }]
  const days = visit.state === 'PLANNED' ? 0 : daysOutside(visit)
  return [
    ...(days === 0 ? [] : [{ kind: 'OUTSIDE', days, explanation: visit.outsideReason ?? null } as const]),
    ...(isInOrder(plan, started)
      ? []
      : [{ kind: 'ORDER', days: null, explanation: visit.orderReason ?? null } as const]),
  ]
}

/** Why a deviation can't be explained so. An empty explanation takes the former one back; a missed visit keeps its reason. */
export function whyNotExplanation(kind: DeviationKind, explanation: string): Problem | undefined {
  if (kind === 'MISSED' && isBlank(explanation)) return problem('visit.missed.reason', { field: 'explanation' })
  return whyNotText(explanation.trim(), 'explanation', maxReasonLength)
}
