import { daysBetween, standingOf } from '../due.ts'
import type { SubjectVisitState } from '../visits.rules.ts'

type Dated = {
  state: SubjectVisitState
  day?: number | null | undefined
  date?: string | null | undefined
  plannedDate?: string | null | undefined
  earliestDate?: string | null | undefined
  latestDate?: string | null | undefined
}

/**
 * The visit that a subject is in, from the visits in the order of the schedule: one that took place today and is not over,
 * else one that is due or begun, the nearest to today, else the last one that is late, else the next one. After the last
 * one, the last that took place. Undefined without visits. `today` is the day in the study's zone.
 */
export function currentVisit<Visit extends Dated>(visits: readonly Visit[], today: string): Visit | undefined {
  const open = visits.filter(({ state }) => state === 'PLANNED' || state === 'BEGUN')
  const standing = (wanted: string) => open.filter((visit) => standingOf(visit, today) === wanted)
  const distance = ({ date, plannedDate }: Dated) => Math.abs(daysBetween(date ?? plannedDate ?? today, today))
  const [nearest] = [...standing('due'), ...standing('begun')].sort((a, b) => distance(a) - distance(b))
  const isScheduled = ({ day }: Dated) => day !== null && day !== undefined
  return (
    open.find(({ state, date }) => state === 'BEGUN' && date === today) ??
    nearest ??
    standing('late').at(-1) ??
    standing('planned')[0] ??
    open.find(isScheduled) ??
    visits.findLast(({ state }) => state === 'DONE') ??
    visits[0]
  )
}
