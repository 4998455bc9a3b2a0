import type { CalendarEvent } from '@casebook/domain/visits/calendar/icalendar.ts'
import { addDays } from '@casebook/domain/visits/due.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readsOf, type SiteData } from '../../access/site-data.ts'
import { listCalendar } from './calendar.sql.ts'

/** The days that a feed shows, before and after today. */
const [daysBefore, daysAfter] = [31, 92]

const statuses = { PLANNED: 'TENTATIVE', BEGUN: 'CONFIRMED', DONE: 'CONFIRMED', MISSED: 'CANCELLED' } as const

/**
 * The calendar of the one study of a token: of subjects and studies their identifiers, and nothing that people wrote about a
 * visit. Undefined if the study does not allow it, or is not in the scope any more.
 */
export async function readFeed(db: SiteData, scope: Scope, clock: { zone: string; today: string }) {
  const [studyid = ''] = scope.studies ?? []
  const { rows } = await sql<{ identifier: string | null; visits: Record<string, string> }>`select study.identifier,
      (select coalesce(json_object_agg(visit.visitid, visit.name), '{}') from visit
        where visit.studyid = study.studyid and visit.siteid = study.siteid) as visits
    from current_study study where study.studyid = ${studyid} and study.calendar_feed and ${inScope(scope, 'study')}`.execute(
    readsOf(db, scope),
  )
  const [study] = rows
  const from = addDays(clock.today, -daysBefore)
  const to = addDays(clock.today, daysAfter)
  if (!study || !from || !to) return undefined
  const listed = await listCalendar(db, scope, { studyid, from, to }, clock)
  if (!listed) return undefined
  const events = listed.map(
    ({ subjectid, identifier, visitid, occurrence, state, day, earliestDate, latestDate }): CalendarEvent => {
      const name = occurrence > 1 ? `${study.visits[visitid]} ${occurrence}` : study.visits[visitid]
      return {
        uid: `${subjectid}-${visitid}-${occurrence}@casebook`,
        title: `${identifier ?? subjectid}: ${name}`,
        // The window, as ISO 8601 writes it in every language.
        note: earliestDate && latestDate && earliestDate !== latestDate ? `${earliestDate}/${latestDate}` : '',
        from: day,
        to: day,
        status: statuses[state],
      }
    },
  )
  return { name: study.identifier ?? 'Casebook', events }
}
