import { deviceFields } from '@casebook/domain/devices/devices.rules.ts'
import type { ExportedList, ListWithFiles } from '@casebook/domain/exports/rows.ts'
import type { RecordFields } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { firstPlaces } from '@casebook/domain/studies/places.ts'
import { studyFields } from '@casebook/domain/studies/studies.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import {
  earlierVersions,
  endWithOccurrence,
  endWithOwnOccurrence,
  endWithRepeats,
  historyOf,
  ifMeasured,
  isoTime,
  isProvenanceOf,
  type Line,
  measuresOf,
  orderOfOccurrences,
  orderOfSubjects,
  originKeys,
  originOf,
  provenanceKeys,
  provenanceOf,
  rowOfHistory,
  subjectVisitsOf,
} from './provenance.sql.ts'

/** The extent of an export. */
export type ExportPlace = {
  siteid: string
  studyid: string | null
  subjectid: string | null
  /** Some subjects of the study; null means all. */
  subjectids: readonly string[] | null
  closedOnly: boolean
  /** Whether subjects with the status DELETED are included. One subject that is named is included in any case. */
  deleted: boolean
  history: boolean
  /** Of a de-identified export: the key by whose hashes the subjects are ordered. */
  codeKey?: string | null
}

const idOrder = (...columns: string[]) => sql.join(columns.map((column) => sql`${sql.ref(column)} collate "C"`))

/** What people type into a record, as pairs of a JSON object. */
const typedPairs = (row: string, fields: RecordFields) =>
  sql.join(Object.keys(fields).map((name) => sql`${sql.lit(name)}, ${sql.ref(`${row}.${name}`)}`))

/** The statements that read an export. Each returns one JSON text per row, in the order of `ExportRows`. */
export function exportStatements(scope: Scope, place: ExportPlace) {
  const { siteid, studyid, subjectid, subjectids, closedOnly, deleted, codeKey } = place
  const bySubject = (row: string) => sql`${idOrder(`${row}.studyid`)}, ${orderOfSubjects(row, codeKey)}`
  const extent = sql`current_subject subject where subject.siteid = ${siteid} and ${inScope(scope, 'subject')}
    ${studyid ? sql`and subject.studyid = ${studyid}` : sql``}
    ${subjectid ? sql`and subject.subjectid = ${subjectid}` : sql``}
    ${subjectids ? sql`and subject.subjectid = any(${sql.val([...subjectids])}::text[])` : sql``}`
  const subjects = sql`${extent}
    ${deleted || subjectid ? sql`` : sql`and subject.status <> 'DELETED'`}
    ${closedOnly ? sql`and subject.status = 'CLOSED'` : sql``}`
  const picked = sql`select subject.siteid, subject.studyid, subject.subjectid, subject.identifier, subject.status from ${subjects}`
  const ofSubject = sql`'siteid', subject.siteid, 'studyid', subject.studyid, 'subjectid', subject.subjectid, 'identifier', subject.identifier
    ${deleted ? sql`, 'subject_status', subject.status` : sql``}`
  const provenance = (kind: string, id: string, row?: string) =>
    sql`left join ${provenanceOf(kind, siteid, picked)} provenance on ${isProvenanceOf(id, row)}`
  const ofStudy = (alias: string) =>
    sql`${sql.ref(`${alias}.siteid`)} = ${siteid} and ${inScope(scope, alias)}
      ${studyid ? sql`and ${sql.ref(`${alias}.studyid`)} = ${studyid}` : sql``}`
  const isWhole = studyid === null
  const devices = sql`select device.deviceuid from device where device.siteid = ${siteid}
    and (${isWhole ? sql`device.removed_at is null or` : sql``} exists (select from subject_device worn join (${picked}) subject using (subjectid, siteid)
      where worn.deviceuid = device.deviceuid and worn.siteid = device.siteid))`

  const documents = sql`from current_study_document document join study_document_version file using (documentid, siteid)
    where ${ofStudy('document')} and ${subjectid === null}`

  /** The files of each list that has any. */
  const filesOf: Record<ListWithFiles, RawBuilder<unknown>> = {
    referenceData: sql`select file.size, file.status from reference_data file
      join (${picked}) subject using (subjectid, siteid) where file.removed_at is null`,
    studyDocuments: sql`select file.size, file.status ${documents}`,
  }
  return {
    sites:
      sql`select json_build_object('siteid', site.siteid, ${typedPairs('site', siteFields)}, 'version', site.version, ${provenanceKeys})::text as line
      from current_site site left join ${provenanceOf('site', siteid)} provenance on provenance.id = site.siteid
      where site.siteid = ${siteid}` as Line,
    studies: sql`select ${lineWith(
      sql`'siteid', study.siteid, 'studyid', study.studyid,
        ${typedPairs('study', studyFields)}, 'identifier', study.identifier, 'version', study.version, ${provenanceKeys}`,
      [
        { name: 'places', value: sql`study.places`, where: sql`study.places <> ${sql.val([...firstPlaces])}::text[]` },
        { name: 'worn', value: sql`true`, where: hasWorn },
      ],
    )} as line
      from current_study study left join ${provenanceOf('study', siteid)} provenance on provenance.id = study.studyid
      where ${ofStudy('study')} order by ${idOrder('study.studyid')}` as Line,
    devices:
      sql`select json_build_object('siteid', device.siteid, ${typedPairs('device', deviceFields)}, 'version', device.version,
        ${provenanceKeys})::text as line
      from device left join ${provenanceOf('device', siteid)} provenance on provenance.id = device.deviceuid
      where device.siteid = ${siteid} and device.deviceuid in (${devices}) order by ${idOrder('device.deviceid', 'device.deviceuid')}` as Line,
    activityTypes:
      sql`select left(json_build_object('siteid', activity_type.siteid, 'studyid', activity_type.studyid, 'activitytypeid', activity_type.activitytypeid,
        'description', activity_type.description, 'version', activity_type.version)::text, -1)
        || ${ifMeasured(picked)} || ${endWithRepeats('activity_type')} as line
      from activity_type join current_study study using (studyid, siteid)
      where ${ofStudy('activity_type')} and (activity_type.removed_at is null or exists (select from activity used
        join (${picked}) subject using (subjectid, siteid)
        where used.activitytypeid = activity_type.activitytypeid and used.siteid = activity_type.siteid and used.removed_at is null))
      order by ${idOrder('activity_type.studyid', 'activity_type.activitytypeid')}` as Line,
    formTypes:
      sql`select left(json_build_object('siteid', form_type.siteid, 'studyid', form_type.studyid, 'formtypeid', form_type.formtypeid,
        'identifier', form_type.identifier, 'version', form_type.version, 'number', form_type.number, 'removed', form_type.removed_at is not null,
        'fields', merged_fields(form_type.fields, form_type.properties), 'checks', form_type.checks,
        'earlier', ${earlierVersions('form_type')})::text, -1) || ${endWithRepeats('form_type')} as line
      from form_type join current_study study using (studyid, siteid)
      where ${ofStudy('form_type')} and (form_type.removed_at is null or exists (select from form used
        join (${picked}) subject using (subjectid, siteid)
        where used.formtypeid = form_type.formtypeid and used.siteid = form_type.siteid and used.removed_at is null))
      order by ${idOrder('form_type.studyid', 'form_type.formtypeid')}` as Line,
    // An export of one subject is without the documents of its study.
    studyDocuments:
      sql`select json_build_object('siteid', document.siteid, 'studyid', document.studyid, 'documentid', document.documentid,
        'title', document.title, 'kind', document.kind, 'version', document.version, 'number', file.number, 'date', file.date,
        'filename', file.filename, 'created_at', ${isoTime('file.created_at')}, 'created_by', file.uploaded_by, 'persistedObjectName', file.object_name, 'status', file.status, 'size', file.size,
        'sha256', file.sha256)::text as line
      ${documents} order by ${idOrder('document.studyid', 'document.documentid')}, file.number` as Line,
    visits:
      sql`select json_build_object('siteid', visit.siteid, 'studyid', visit.studyid, 'visitid', visit.visitid, 'place', visit.place,
        'name', visit.name, 'day', visit.day, 'daysBefore', visit.days_before, 'daysAfter', visit.days_after, 'repeats', visit.repeats,
        'formtypeids', visit.formtypeids, 'activitytypeids', visit.activitytypeids,
        'optionaltypeids', visit.optional_typeids, 'inOrder', visit.in_order, 'version', visit.version, ${provenanceKeys})::text as line
      from visit join current_study study using (studyid, siteid) left join ${provenanceOf('visit', siteid)} provenance on provenance.id = visit.visitid
      where ${ofStudy('visit')} order by ${idOrder('visit.studyid')}, visit.place` as Line,
    subjects: sql`select json_build_object(${ofSubject}, 'status', subject.status, 'version', subject.version,
        'snapshot', subject.snapshot, 'snapshot_sha256', subject.snapshot_sha256, ${provenanceKeys})::text as line
      from (select subject.* from ${subjects}) subject ${provenance('subject', 'subject.subjectid')} order by ${bySubject('subject')}` as Line,
    subjectDevices: sql`select ${lineWith(
      sql`${ofSubject}, 'place', worn.place, 'deviceid', device.deviceid, 'position', worn.position, ${provenanceKeys}`,
      [{ name: 'body_place', value: sql`worn.body_place`, where: sql`worn.body_place is not null` }],
    )} as line
      from subject_device worn join (${picked}) subject using (subjectid, siteid) join device using (deviceuid, siteid)
      ${provenance('subject_device', 'worn.deviceuid')}
      order by ${bySubject('subject')}, worn.place` as Line,
    worn: sql`select json_build_object(${ofSubject}, 'wornid', worn.wornid, 'deviceid', device.deviceid, 'position', worn.position,
        'place', coalesce(worn.body_place, lower(worn.position)), 'from', ${isoTime('worn.from_time')}, 'to', ${isoTime('worn.to_time')},
        'visitid', worn.visitid)::text as line
      from worn join (${picked}) subject using (subjectid, siteid) join device using (deviceuid, siteid)
      order by ${bySubject('subject')}, worn.from_time nulls first, worn.to_time nulls last, ${idOrder('worn.wornid')}` as Line,
    subjectVisits: subjectVisitsOf({ picked, ofSubject, siteid, order: bySubject('subject') }),
    forms:
      sql`select form.formtypeid as formtypeid, left(json_build_object(${ofSubject}, 'formtypeid', form.formtypeid, 'version', form.version,
        'fields', form.fields, 'confirmed', form.confirmed, 'type_number', form.type_number, ${originKeys})::text, -1)
        || ${endWithOwnOccurrence('form', 'form_type')} as line
      from form join (${picked}) subject using (subjectid, siteid) join form_type using (formtypeid, siteid)
      ${provenance('form', 'form.formtypeid', 'form')} ${originOf('form', 'form')} where form.removed_at is null
      order by ${bySubject('subject')}, ${idOrder('form.formtypeid')}, ${orderOfOccurrences('form')}` as Line,
    activities:
      sql`select left(json_build_object(${ofSubject}, 'activitytypeid', activity.activitytypeid, 'description', activity_type.description,
        'startTime', activity.start_time, 'stopTime', activity.stop_time, 'comment', activity.comment, 'version', activity.version, ${originKeys})::text, -1)
        || ${endWithOwnOccurrence('activity', 'activity_type')} as line
      from activity join (${picked}) subject using (subjectid, siteid) join activity_type using (activitytypeid, siteid)
      ${provenance('activity', 'activity.activitytypeid', 'activity')} ${originOf('activity', 'activity')}
      where activity.removed_at is null
      order by ${bySubject('subject')}, ${idOrder('activity.activitytypeid')}, ${orderOfOccurrences('activity')}` as Line,
    runningActivities:
      sql`select left(json_build_object(${ofSubject}, 'activitytypeid', running.activitytypeid, 'description', activity_type.description,
        'startTime', running.start_time, 'startedBy', running.started_by, 'version', running.version, ${provenanceKeys})::text, -1)
        || ${endWithOwnOccurrence('running', 'activity_type')} as line
      from running_activity running join (${picked}) subject using (subjectid, siteid) join activity_type using (activitytypeid, siteid)
      ${provenance('running_activity', 'running.activitytypeid', 'running')}
      order by ${bySubject('subject')}, ${idOrder('running.activitytypeid')}, ${orderOfOccurrences('running')}` as Line,
    // Columns of later releases are found in the row as a whole.
    referenceData:
      sql`select left(json_build_object(${ofSubject}, 'referencedataid', file.referencedataid, 'activitytypeid', file.activitytypeid,
        'activitytype', activity_type.description, 'filename', file.filename, 'persistedObjectName', file.object_name,
        'status', file.status, 'size', file.size, 'sha256', file.sha256, 'version', file.version,
        'description', to_jsonb(file) -> 'description', 'zone', to_jsonb(file) -> 'zone',
        'clock_correction', to_jsonb(file) -> 'clock_correction', ${provenanceKeys})::text, -1)
        || ${endWithOccurrence('file', 'activity_type')} as line
      from reference_data file join (${picked}) subject using (subjectid, siteid) join activity_type using (activitytypeid, siteid)
      ${provenance('reference_data', 'file.referencedataid')}
      where file.removed_at is null
      order by ${bySubject('subject')}, ${idOrder('file.activitytypeid')}, ${orderOfOccurrences('file')}, ${idOrder('file.referencedataid')}` as Line,
    measures: measuresOf({ picked, ofSubject, siteid, order: bySubject('subject') }),
    history:
      sql`select history.historyid::float8 as historyid, history.actor as actor, history.actor_name as actor_name, json_build_object('historyid', history.historyid::text,
        'at', to_char(history.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', history.actor,
        'actor_name', history.actor_name, 'groups', history.groups, 'reason', history.reason, 'kind', history.kind,
        'action', history.action, 'siteid', history.siteid, 'studyid', history.studyid, 'subjectid', history.subjectid,
        ${deleted ? sql`'subject_status', (select subject.status from subject where subject.subjectid = history.subjectid and subject.siteid = history.siteid),` : sql``}
        'id', history.id, 'deviceid', (select device.deviceid from device
          where history.kind = 'subject_device' and device.deviceuid = history.id and device.siteid = history.siteid),
        'before', ${rowOfHistory('history.before')}::text, 'after', ${rowOfHistory('history.after')}::text)::text as line
      ${historyOf(place, picked, devices)}
      order by history.siteid collate "C", history.studyid collate "C" nulls first,
        ${orderOfSubjects('history', codeKey)} nulls first, history.historyid` as Line,
    counts: sql<Counts>`select (select count(*) from ${subjects})::float8 as subjects,
      (select count(*) from ${extent} and subject.status = 'DELETED')::float8 as deleted,
      ((select count(*) from form join (${picked}) subject using (subjectid, siteid) where form.removed_at is null)
        + (select count(*) from activity join (${picked}) subject using (subjectid, siteid) where activity.removed_at is null)
        + (select count(*) from subject_visit join (${picked}) subject using (subjectid, siteid))
        + (select count(*) from subject_device join (${picked}) subject using (subjectid, siteid))
        + (select count(*) from reference_data file join (${picked}) subject using (subjectid, siteid) where file.removed_at is null))::float8 as rows,
      ${place.history ? sql`(select count(*) ${historyOf(place, picked, devices)})` : sql`0`}::float8 as history,
      files.count::float8 as files, files.bytes::float8 as "fileBytes"
      from (select count(*) as count, coalesce(sum(size), 0) as bytes
        from (${sql.join(Object.values(filesOf), sql` union all `)}) file where status = 'UPLOADED') files`,
  } satisfies Record<ExportedList | 'history', Line> & { counts: RawBuilder<Counts> }
}

type Also = { name: string; value: RawBuilder<unknown>; where: RawBuilder<unknown> }

/** A row as JSON text, with further keys where their conditions hold: all other rows have the bytes that they had without them. */
function lineWith(pairs: RawBuilder<unknown>, more: readonly Also[]): RawBuilder<unknown> {
  const keys = more.map(({ name, value, where }) => {
    return sql`case when ${where} then ', ' || substr(json_build_object(${sql.lit(name)}, ${value})::text, 2) else '}' end`
  })
  return keys.reduce((line, key) => sql`left(${line}, -1) || ${key}`, sql`json_build_object(${pairs})::text`)
}

/** Whether a study says more of what was worn than what is worn now, and than what the history of an earlier release told. */
const hasWorn = sql`exists (select from worn where worn.studyid = study.studyid and worn.siteid = study.siteid and worn.changed_at is not null)`

/** `deleted`: subjects of the extent with the status DELETED, included or not. */
export type Counts = {
  subjects: number
  deleted: number
  rows: number
  history: number
  files: number
  fileBytes: number
}

/** Counts what an export would contain now. */
export async function countExport(db: SiteData, scope: Scope, place: ExportPlace): Promise<Counts> {
  const { rows } = await exportStatements(scope, place).counts.execute(readsOf(db, scope))
  return rows[0] ?? { subjects: 0, deleted: 0, rows: 0, history: 0, files: 0, fileBytes: 0 }
}
