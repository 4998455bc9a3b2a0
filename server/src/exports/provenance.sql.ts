import { type RawBuilder, sql } from 'kysely'
import { plainRow } from '../history/history.sql.ts'
import { kindsOf } from '../records/records.ts'
import { isPresent, recordedInVisits } from '../shapes/subject-visits.ts'

/** A statement that returns one JSON text per row. */
export type Line = RawBuilder<{ line: string }>

/** Whether anything at the site repeats or has a visit. Looked up once for a statement. */
const hasOccurrences = (
  siteid: string,
) => sql`(select exists (select from form_type where siteid = ${siteid} and repeats)
  or exists (select from activity_type where siteid = ${siteid} and repeats) or exists (select from visit where siteid = ${siteid}))`

/** The condition that the provenance is of this row of a subject. */
export function isProvenanceOf(id: string, row?: string) {
  const ofOccurrence = row
    ? sql`and provenance.visitid = ${sql.ref(`${row}.visitid`)} and provenance.occurrence = ${sql.ref(`${row}.occurrence`)}`
    : sql``
  return sql`provenance.subjectid = subject.subjectid and provenance.id = ${sql.ref(id)} ${ofOccurrence}`
}

/**
 * Who added and last changed each record of a kind, and when, from the history: `subjectid` (null for a record of no
 * subject), `id`, of a visit followed by its occurrence, and of a form or an activity `visitid` and `occurrence` (without a
 * visit and the first, where nothing repeats), with `created_at`, `created_by`, `changed_at` and `changed_by`. The history of
 * subjects is read once, not for each record.
 */
export function provenanceOf(kind: string, siteid: string, picked?: RawBuilder<unknown>) {
  // The history knows a device by its deviceid, which a new name changes.
  const now = sql`coalesce(history.after, history.before)`
  const id =
    kind === 'device'
      ? sql`${now} ->> 'deviceuid'`
      : kind === 'subject_visit'
        ? sql`history.id || ' ' || (${now} ->> 'occurrence')`
        : sql`history.id`
  const first = (list: RawBuilder<unknown>) => sql`(${list})[1]`
  const inOrder = (column: string) => sql`array_agg(${sql.ref(column)} order by history.historyid)`
  const last = (column: string) => sql`(array_agg(${sql.ref(column)} order by history.historyid desc))[1]`
  const ofSubjects = picked
    ? sql`history.subjectid in (select subjectid from (${picked}) subject)`
    : sql`history.subjectid is null`
  const isOneOf = ['form', 'activity', 'running_activity'].includes(kind)
  const visitid = isOneOf
    ? sql`case when ${hasOccurrences(siteid)} then coalesce(${now} ->> 'visitid', '') else '' end`
    : sql`''`
  const occurrence = isOneOf
    ? sql`case when ${hasOccurrences(siteid)} then coalesce((${now} ->> 'occurrence')::int, 1) else 1 end`
    : sql`1`
  return sql`(select history.subjectid, ${id} as id,
      ${visitid} as visitid, ${occurrence} as occurrence,
      ${first(inOrder('history.at'))} as created_at, ${first(inOrder('history.actor_name'))} as created_by,
      ${last('history.at')} as changed_at, ${last('history.actor_name')} as changed_by
    from history where history.siteid = ${siteid} and history.kind = ${kind} and ${ofSubjects}
    group by 1, 2, 3, 4)`
}

/** The keys of `Provenance` for json_build_object, of a row joined as `provenance`. */
export const provenanceKeys = sql`'created_at', ${isoTime('provenance.created_at')}, 'created_by', provenance.created_by,
  'changed_at', ${isoTime('provenance.changed_at')}, 'changed_by', provenance.changed_by`

/**
 * Who added a record that came from another study with its subject: there it had the id of another type or visit. A row
 * was added when its transaction began, so of all others the history is not searched.
 */
export function originOf(kind: 'form' | 'activity' | 'subject_visit', row: string) {
  return sql`left join lateral (select history.at, history.actor_name from history
    where history.subjectid = subject.subjectid and history.siteid = subject.siteid and history.kind = ${sql.lit(kind)}
      and history.at = ${ref(row, 'created_at')} and ${ref(row, 'created_at')} < provenance.created_at
    order by history.historyid limit 1) origin on true`
}

/** The same keys, of a row whose origin is joined. */
export const originKeys = sql`'created_at', coalesce(${isoTime('origin.at')}, ${isoTime('provenance.created_at')}),
  'created_by', coalesce(origin.actor_name, provenance.created_by),
  'changed_at', ${isoTime('provenance.changed_at')}, 'changed_by', provenance.changed_by`

export function isoTime(column: string) {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const ref = (row: string, name: string) => sql.ref(`${row}.${name}`)

/** The end of the JSON of a row: which one it is, if its type repeats or it has a visit. */
export function endWithOccurrence(row: string, type: string) {
  return sql`case when ${ref(row, 'visitid')} <> '' or ${ref(type, 'repeats')} then ', ' || substr(json_build_object(
    'visitid', nullif(${ref(row, 'visitid')}, ''), 'occurrence', ${ref(row, 'occurrence')})::text, 2) else '}' end`
}

/** The same of a form or an activity itself, with its label if it has one. */
export function endWithOwnOccurrence(row: string, type: string) {
  const label = ref(row, 'label')
  return sql`case when ${label} is null then ${endWithOccurrence(row, type)}
    else ', ' || substr(json_build_object('visitid', nullif(${ref(row, 'visitid')}, ''), 'occurrence', ${ref(row, 'occurrence')},
      'label', ${label})::text, 2) end`
}

/** The end of the JSON of a type: whether it repeats, if anything in its study does or has a visit. */
export function endWithRepeats(type: string) {
  const ofStudy = (table: string) =>
    sql`select from ${sql.table(table)} several where several.studyid = ${ref(type, 'studyid')} and several.siteid = ${ref(type, 'siteid')}`
  return sql`case when exists (${ofStudy('form_type')} and several.repeats) or exists (${ofStudy('activity_type')} and several.repeats)
      or exists (${ofStudy('visit')})
    then ', ' || substr(json_build_object('occurrences', true, 'repeats', ${ref(type, 'repeats')})::text, 2) else '}' end`
}

/** The order of the forms or activities of one type. */
export function orderOfOccurrences(row: string) {
  return sql`${ref(row, 'visitid')} collate "C", ${ref(row, 'occurrence')}`
}

/** A row of the history: only what repeats or has a visit says which it is, and only a type that repeats says so. */
export function rowOfHistory(side: string) {
  return sql`(${plainRow(side)} - case when ${sql.ref(side)} @> '{"repeats": false}' then 'repeats' else '' end)`
}

/** The order of the subjects of a study: of their ids, or of the codes that a key makes of them (`Pseudonyms`). */
export function orderOfSubjects(row: string, key: string | null | undefined) {
  const id = ref(row, 'subjectid')
  return key
    ? sql`encode(sha256(convert_to(${key}::text || 'subject:' || ${id}, 'UTF8')), 'hex') collate "C"`
    : sql`${id} collate "C"`
}

type Picked = { [part in 'picked' | 'ofSubject' | 'order']: RawBuilder<unknown> } & { siteid: string }

/** What was said of visits, and what was recorded in them. One visit may have been said several things of, by its occurrence. */
export function subjectVisitsOf({ picked, ofSubject, siteid, order }: Picked): Line {
  const recorded = recordedInVisits((row) => isPresent(row))
  return sql`select json_build_object(${ofSubject}, 'visitid', visit.visitid, 'occurrence', visit.occurrence, 'state', visit.state,
      'date', visit.date, 'reason', visit.reason, 'outsideReason', visit.outside_reason,
      'orderReason', visit.order_reason, 'startTime', visit.start_time, 'version', visit.version, ${originKeys})::text as line
    from (select subjectid, siteid, visitid, occurrence, state, date, reason, outside_reason, order_reason,
        null::bigint as start_time, version, created_at from subject_visit
      union all select subjectid, siteid, visitid, occurrence, null, null, null, null, null, start_time, 0, null from ${recorded} recorded) visit
    join (${picked}) subject using (subjectid, siteid)
    left join ${provenanceOf('subject_visit', siteid, picked)} provenance on provenance.subjectid = subject.subjectid
      and provenance.id = visit.visitid || ' ' || visit.occurrence and visit.state is not null
    ${originOf('subject_visit', 'visit')}
    order by ${order}, visit.visitid collate "C", visit.occurrence, visit.state, visit.start_time` as Line
}

/** What was measured in files, in the order of their screens. */
export function measuresOf({ picked, ofSubject, order }: Picked): Line {
  return sql`select left(json_build_object(${ofSubject}, 'activitytypeid', file.activitytypeid, 'activitytype', activity_type.description,
      'referencedataid', file.referencedataid, 'channel', measure.channel, 'measure', measure.measure, 'unit', measure.unit,
      'value', measure.value, 'recorded', measure.recorded, 'method', measure.method, 'methodVersion', measure.method_version,
      'parameters', measure.parameters::text, 'ofActivity', measured.of_activity, 'measuredFrom', measured.begun + measured.measured_from,
      'epochSeconds', measured.epoch_seconds, 'firstEpoch', measure.first_epoch, 'epochs', measure.epochs)::text, -1)
      || ${endWithOccurrence('file', 'activity_type')} as line
    from measure join measured_file measured using (referencedataid, siteid)
    join reference_data file using (referencedataid, siteid)
    join (${picked}) subject on subject.subjectid = file.subjectid and subject.siteid = file.siteid
    join activity_type on activity_type.activitytypeid = file.activitytypeid and activity_type.siteid = file.siteid
    where file.removed_at is null
    order by ${order}, file.activitytypeid collate "C", ${orderOfOccurrences('file')}, file.referencedataid collate "C", measure.place` as Line
}

/** What the JSON of an activity type says if a recording of it was measured. */
export function ifMeasured(picked: RawBuilder<unknown>) {
  return sql`case when exists (select from measure join reference_data file using (referencedataid, siteid)
      join (${picked}) subject on subject.subjectid = file.subjectid and subject.siteid = file.siteid
      where file.activitytypeid = activity_type.activitytypeid and file.siteid = activity_type.siteid and file.removed_at is null)
    then ', "measured": true' else '' end`
}

/** The fields of each earlier version of a form type, oldest first, from the history. `row`: its alias. */
export function earlierVersions(row: string): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_object('version', (history.after ->> 'version')::int,
      'fields', merged_fields(history.after -> 'fields', history.after -> 'properties')) order by history.historyid), '[]')
    from history where history.kind = 'form_type' and history.id = ${sql.ref(`${row}.formtypeid`)} and history.subjectid is null
      and (history.after ->> 'version')::int < ${sql.ref(`${row}.version`)})`
}

/**
 * Changes of the exported records, without those of subjects that are not exported. What a subject was in another study
 * before it was moved is part of it, but for a de-identified export: only the types of its own study say what identifies nobody.
 */
export function historyOf(
  { siteid, studyid, codeKey }: { siteid: string; studyid: string | null; codeKey?: string | null },
  picked: RawBuilder<unknown>,
  devices: RawBuilder<unknown>,
) {
  return sql`from history where history.siteid = ${siteid} and (
    (${codeKey ? sql`(history.subjectid, history.studyid) in (select subjectid, studyid from (${picked}) subject)` : sql`history.subjectid in (select subjectid from (${picked}) subject)`}
      and history.kind = any(${sql.val(kindsOf('subject'))}::text[]))
    or (history.subjectid is null and history.kind = any(${sql.val(kindsOf('study'))}::text[])
      ${studyid ? sql`and history.studyid = ${studyid}` : sql`and history.studyid in (select studyid from current_study where siteid = ${siteid})`})
    or (history.subjectid is null and history.kind = any(${sql.val(kindsOf('site').filter((kind) => kind !== 'device'))}::text[]))
    or (history.subjectid is null and history.kind = 'device'
      and coalesce(history.after, history.before) ->> 'deviceuid' in (${devices})))`
}
