import { type RawBuilder, sql } from 'kysely'

// What the schedule of a study asks its subjects for, counted as `placesOfType` and `visitProgress` do it
// (domain/src/visits/asked.ts). Without a schedule, none of these tables has a row.

/**
 * The extent of facts: `studyid` is the study's id, `own` a condition for the rows of these subjects. With `isWhole` it is
 * the whole study: only those of whom nothing is kept are counted.
 */
export type FactsOf = { studyid: RawBuilder<unknown>; own: (row: string) => RawBuilder<unknown>; isWhole?: true }

export type Part = 'form' | 'activity'
const typesOf = { form: 'formtypeids', activity: 'activitytypeids' } as const

/**
 * How many visits of the schedule ask for a type, as long as nobody says otherwise of a subject's. Null for a type that
 * belongs to none. `row` is a row of the table of types.
 */
export function timesPlanned(part: Part, row: string): RawBuilder<unknown> {
  const typeid = sql.ref(`${row}.${part}typeid`)
  return sql`(select case when count(*) > 0
      then (count(*) filter (where visit.day is not null and ${typeid} <> all (visit.optional_typeids)))::int end
    from visit where visit.studyid = ${sql.ref(`${row}.studyid`)} and ${typeid} = any (visit.${sql.ref(typesOf[part])}))`
}

/** How many visits a schedule plans. */
export function expectedVisits(studyid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from visit where visit.studyid = ${studyid} and visit.day is not null)`
}

/** Which one of a visit a record belongs to: the only one of a visit that does not repeat. */
export function placeInVisit(row: string, studyid: RawBuilder<unknown>): RawBuilder<unknown> {
  const [visitid, occurrence] = [sql.ref(`${row}.visitid`), sql.ref(`${row}.occurrence`)]
  return sql`(case when ${visitid} = '' or ${visitid} in (select visit.visitid from visit where visit.studyid = ${studyid} and visit.repeats)
    then ${occurrence} else 1 end)`
}

/**
 * The visits of subjects for which more has to be known than that the schedule plans them: those that were missed, and
 * those that repeat or have no day, where a person said something of them or something was recorded in them.
 */
export function visitPlaces({ studyid, own }: FactsOf): RawBuilder<unknown> {
  const loose = sql`visit.studyid = ${studyid} and (visit.repeats or visit.day is null)`
  const recorded = (['form', 'activity', 'running_activity', 'reference_data'] as const).map(
    (table) => sql`select subjectid, visitid, occurrence from ${sql.ref(table)} where ${own(table)} and visitid <> ''
      ${table === 'running_activity' ? sql`` : sql`and removed_at is null`} and exists (select from visit where ${loose})`,
  )
  return sql`select place.subjectid, place.visitid, place.occurrence, place.is_planned,
      bool_or(place.state = 'MISSED') as is_missed,
      place.is_planned or bool_or(place.state <> 'PLANNED') as is_asked
    from (
      select said.subjectid, said.visitid, said.occurrence, visit.day is not null as is_planned, said.state
        from (select * from subject_visit where ${own('subject_visit')}) said join visit on visit.visitid = said.visitid and visit.studyid = ${studyid}
          and (said.state = 'MISSED' or visit.repeats or visit.day is null)
      union all
      select recorded.subjectid, recorded.visitid, case when visit.repeats then recorded.occurrence else 1 end, visit.day is not null, 'BEGUN'
        from (${sql.join(recorded, sql` union all `)}) recorded join visit on visit.visitid = recorded.visitid and ${loose}) place
    group by place.subjectid, place.visitid, place.occurrence, place.is_planned`
}

/** By subject and visit: how often it asks, beyond once for a planned visit and never for one without a day. */
export const visitExcess = sql`select counted.subjectid, counted.visitid, counted.more from (
    select visit_places.subjectid, visit_places.visitid,
      (count(*) filter (where visit_places.is_asked and not visit_places.is_missed))::int - visit_places.is_planned::int as more
    from visit_places group by visit_places.subjectid, visit_places.visitid, visit_places.is_planned) counted
  where counted.more <> 0`

/** By subject: how many visits are over, and how many there are beyond those that the schedule plans. */
export function visitFacts({ own }: FactsOf): RawBuilder<unknown> {
  return sql`select coalesce(ended.subjectid, beyond.subjectid) as subjectid, coalesce(ended.done, 0) as done, coalesce(beyond.more, 0) as more
    from (
      select subject_visit.subjectid, count(*) as done from subject_visit
      where ${own('subject_visit')} and subject_visit.state in ('DONE', 'MISSED') group by subject_visit.subjectid) ended
    full join (
      select counted.subjectid, sum(counted.shown - counted.is_planned::int)::int as more
      from (
        select visit_places.subjectid, visit_places.is_planned, count(*) filter (where visit_places.is_asked or visit_places.is_missed) as shown
        from visit_places group by visit_places.subjectid, visit_places.visitid, visit_places.is_planned) counted
      group by counted.subjectid) beyond on beyond.subjectid = ended.subjectid`
}

/**
 * By subject and type of the schedule, where the subject has something of it or is asked for it more or less often than
 * planned: how many places are taken, how many of them are complete and have their files, how many are expected, and how
 * many more these are than planned.
 */
export function placesOf(part: Part, { studyid }: FactsOf): RawBuilder<unknown> {
  const visitTypes = sql`select visit.visitid, unnest(visit.${sql.ref(typesOf[part])}) from visit where visit.studyid = ${studyid}`
  const optionalTypes = sql`select visit.visitid, unnest(visit.optional_typeids) from visit where visit.studyid = ${studyid}`
  const missed = sql`select visit_places.subjectid, visit_places.visitid, visit_places.occurrence from visit_places where visit_places.is_missed`
  const state = sql.ref(`${part}_state`)
  const offered = sql.ref(`${part}_offered`)
  const typeid = sql.ref(`${part}typeid`)
  const [isComplete, hasFiles] =
    part === 'form' ? [sql`bool_and(state = 'D')`, sql`false`] : [sql`true`, sql`bool_and(uploaded > 0)`]
  const count = (what: RawBuilder<unknown>) => sql`(count(*) filter (where ${what}))::int`
  return sql`select counted.*, counted.in_visits + greatest(counted.asked - counted.held, counted.loose) as expected,
      counted.in_visits + greatest(counted.asked - counted.held, counted.loose) - counted.planned as more
    from (
      select coalesce(own.subjectid, excess.subjectid) as subjectid, coalesce(own.typeid, excess.typeid) as typeid,
        coalesce(own.planned, excess.planned) as planned, coalesce(own.planned, excess.planned) + coalesce(excess.more, 0) as asked,
        coalesce(own.in_visits, 0) as in_visits, coalesce(own.loose, 0) as loose, coalesce(own.held, 0) as held,
        coalesce(own.complete, 0) as complete, coalesce(own.with_files, 0) as with_files
      from (
        select subjectid, typeid, planned, ${count(sql`visitid <> ''`)} as in_visits, ${count(sql`visitid = ''`)} as loose,
          ${count(sql`is_complete`)} as complete, ${count(sql`has_files`)} as with_files,
          ${count(sql`visitid <> '' and (visitid, typeid) in (${visitTypes}) and (visitid, typeid) not in (${optionalTypes})
            and (subjectid, visitid, place) not in (${missed})`)} as held
        from (
          select subjectid, ${typeid} as typeid, planned, visitid, place, ${isComplete} as is_complete, ${hasFiles} as has_files
          from ${state} where planned is not null group by subjectid, ${typeid}, planned, visitid, place) slot
        group by subjectid, typeid, planned) own
      full join (
        select visit_excess.subjectid, asking.typeid, asking.planned, sum(visit_excess.more)::int as more
        from visit_excess join (
          select visit.visitid, offered.${typeid} as typeid, offered.planned from visit
            join ${offered} offered on offered.${typeid} = any (visit.${sql.ref(typesOf[part])}) and offered.${typeid} <> all (visit.optional_typeids)
          where visit.studyid = ${studyid}) asking on asking.visitid = visit_excess.visitid
        group by visit_excess.subjectid, asking.typeid, asking.planned) excess
        on excess.subjectid = own.subjectid and excess.typeid = own.typeid) counted`
}
