import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { occurrencesOf, type SubjectVisitFacts } from '@casebook/domain/visits/due.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../access/site-data.ts'
import { select } from './shape/selection.ts'
import { jsonObject } from './shape/shape.ts'
import { subjectShape } from './subject.shape.ts'

type Forms = { forms: Parameters<typeof subjectDate>[0] }
type Schedule = {
  visitid: string
  name: string
  day: number | null
  daysBefore: number
  daysAfter: number
  repeats: boolean
}
type Stored = Parameters<typeof occurrencesOf>[1]['stored'][number]
type Recorded = { visitid: string; occurrence: number; startTime: number | null }

export type SubjectVisitRow = SubjectVisitFacts & { subjectid: string; visitid: string; name: string }

const datesOf = select({
  forms: {
    fields: { key: {}, value: {} },
    formtype: { formtypeid: {}, identifier: {}, fields: { name: {}, type: {} } },
  },
})

const list = (item: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(${item}), '[]') from ${from})`

/** Whatever is recorded and belongs to visits of the subject, with the start of activities. */
export function recordedInVisits(where: (row: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (row: string, startTime: RawBuilder<unknown>) => sql`select subjectid, siteid, visitid, occurrence,
    ${startTime} as start_time from ${sql.ref(row)} where ${where(row)} and visitid <> ''`
  const none = sql`null::bigint`
  return sql`(${of('form', none)} union all ${of('activity', sql`start_time`)}
    union all ${of('running_activity', sql`start_time`)} union all ${of('reference_data', none)})`
}

/** Whether a record is not removed. */
export function isPresent(row: string): RawBuilder<unknown> {
  return row === 'running_activity' ? sql`true` : sql`${sql.ref(`${row}.removed_at`)} is null`
}

const ofSubject = (row: string) =>
  sql`${sql.ref(`${row}.subjectid`)} = subject.subjectid and ${sql.ref(`${row}.siteid`)} = subject.siteid`

const scheduled = sql`json_build_object('visitid', visit.visitid, 'name', visit.name, 'day', visit.day,
  'daysBefore', visit.days_before, 'daysAfter', visit.days_after, 'repeats', visit.repeats) order by visit.place`

/** What was said of the visits of the subject with the alias `subject`, and what was recorded in them. */
const held = sql`${list(
  sql`json_build_object('visitid', said.visitid, 'occurrence', said.occurrence, 'state', said.state, 'date', said.date,
    'reason', said.reason, 'outsideReason', said.outside_reason, 'orderReason', said.order_reason, 'version', said.version)`,
  sql`subject_visit said where ${ofSubject('said')}`,
)} as stored,
  ${list(
    sql`json_build_object('visitid', visitid, 'occurrence', occurrence, 'startTime', start_time)`,
    sql`${recordedInVisits((row) => sql`${ofSubject(row)} and ${isPresent(row)}`)} recorded`,
  )} as recorded`

/**
 * The visits of a subject in the order of the schedule. `subject` is everything after FROM, with the alias `subject`;
 * `zone` the study's. Undefined if there is no such subject.
 */
export async function readSubjectVisits(
  db: Reader,
  subject: RawBuilder<unknown>,
  zone: string,
): Promise<SubjectVisitRow[] | undefined> {
  const { rows } = await sql<{
    subjectid: string
    dates: string
    schedule: Schedule[]
    stored: Stored[]
    recorded: Recorded[]
  }>`select subject.subjectid, ${jsonObject(subjectShape, 'subject', datesOf)} as dates,
    ${list(scheduled, sql`visit where visit.studyid = subject.studyid and visit.siteid = subject.siteid`)} as schedule, ${held}
    from ${subject}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { forms }: Forms = JSON.parse(row.dates)
  return visitsOf(row.schedule, { ...row, forms }, zone).flatMap(({ visitid, name, occurrences }) =>
    occurrences.map((each) => ({ subjectid: row.subjectid, visitid, name, ...each })),
  )
}

type Held = Forms & { stored: Stored[]; recorded: Recorded[] }

/** What a subject has of each visit of a schedule. */
function visitsOf(schedule: readonly Schedule[], { forms, stored, recorded }: Held, zone: string) {
  const date = subjectDate(forms)
  const dayZero = date === undefined ? undefined : dayOfDateValue(String(date))
  const dated = recorded.map(({ startTime, ...place }) => ({
    ...place,
    date: startTime === null ? null : formatActivityTime(startTime, zone).slice(0, 10),
  }))
  return schedule.map(({ visitid, name, ...visit }) => {
    const here = <Each extends { visitid: string }>(all: readonly Each[]) =>
      all.filter((each) => each.visitid === visitid)
    const facts = { stored: here(stored), recorded: here(dated) }
    return { visitid, name, occurrences: occurrencesOf(visit, facts, dayZero) }
  })
}
