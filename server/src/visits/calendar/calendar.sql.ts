import { type CalendarDays, calendarDay } from '@casebook/domain/visits/calendar/calendar.ts'
import type { Scope } from '../../access/scope.ts'
import { readsOf, type SiteData } from '../../access/site-data.ts'
import type { Clock } from '../standings/clock.ts'
import { readPlan, readSubjects } from '../standings/standing-rows.sql.ts'
import { Standings } from '../standings/standings.ts'

type Wanted = CalendarDays & { studyid: string }

/** The visits of a study's subjects on these days, in the order of `CalendarVisit`. Undefined if the study does not exist. */
export async function listCalendar(db: SiteData, scope: Scope, { studyid, from, to }: Wanted, clock: Clock) {
  const reads = readsOf(db, scope)
  const plan = await readPlan(reads, scope, studyid)
  if (!plan) return undefined
  if (plan.visits.length === 0) return []
  const standings = new Standings(plan.visits, clock)
  const found = (await readSubjects(reads, plan)).flatMap(({ subjectid, identifier, status, ...row }) =>
    status === 'DELETED'
      ? []
      : standings.visitsOf({ subjectid, identifier, status, ...row }).flatMap(({ visitid, visit }) => {
          const day = calendarDay(visit, status)
          if (day === undefined || day < from || day > to) return []
          const { occurrence, state, earliestDate, latestDate } = visit
          return [{ subjectid, identifier, visitid, occurrence, state, day, earliestDate, latestDate }]
        }),
  )
  // Subjects are read in their order, which sorting keeps.
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
