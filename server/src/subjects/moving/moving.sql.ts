import type { JudgedForm, MovedSubject, StudyParts } from '@casebook/domain/subjects/moving/move.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../../access/site-data.ts'
import { wasPublished } from '../../shapes/facts/was-published.ts'
import type { Selection } from '../../shapes/shape/selection.ts'
import { jsonItems } from '../../shapes/shape/shape.ts'
import { subjectOrder, subjectShape } from '../../shapes/subject.shape.ts'
import type { Write } from '../../writes/write.ts'

/** Which subjects go from where to where. */
export type Moving = { studyid: string; subjectids: readonly string[]; to: string }

export type Found = {
  from: (StudyParts & { status: string }) | null
  to: (StudyParts & { status: string }) | null
  subjects: MovedSubject[]
}

const list = (item: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${item}), '[]') from ${from})`

const ofStudy = (table: string) => sql`${sql.table(table)} where ${sql.ref(`${table}.studyid`)} = study.studyid`

const parts = sql`jsonb_build_object('studyid', study.studyid, 'siteid', study.siteid, 'status', study.status, 'places', study.places,
  'formTypes', ${list(
    sql`jsonb_build_object('id', formtypeid, 'name', identifier, 'key', identifier_key, 'repeats', repeats, 'fields', fields,
      'properties', properties, 'checks', checks, 'number', number, 'isOffered', removed_at is null and ${wasPublished('form_type')})`,
    ofStudy('form_type'),
  )},
  'activityTypes', ${list(
    sql`jsonb_build_object('id', activitytypeid, 'name', description, 'key', description_key, 'repeats', repeats,
      'isOffered', removed_at is null)`,
    ofStudy('activity_type'),
  )},
  'visits', ${list(
    sql`jsonb_build_object('id', visitid, 'name', name, 'key', name_key, 'repeats', repeats, 'formtypeids', formtypeids,
      'activitytypeids', activitytypeids)`,
    ofStudy('visit'),
  )})`

const ofSubject = (table: string) =>
  sql`${sql.table(table)} where ${sql.ref(`${table}.subjectid`)} = subject.subjectid and ${sql.ref(`${table}.siteid`)} = subject.siteid`

const place = sql`'visitid', visitid, 'occurrence', occurrence, 'label', label`

const whole = (to: string) => sql`jsonb_build_object('subjectid', subject.subjectid, 'identifier', subject.identifier,
  'status', subject.status,
  'isTaken', exists (select from subject other where other.studyid = ${to} and other.siteid = subject.siteid
    and other.identifier_key = subject.identifier_key),
  'running', ${list(
    sql`activity_type.description`,
    sql`running_activity running join activity_type using (activitytypeid, siteid)
      where running.subjectid = subject.subjectid and running.siteid = subject.siteid`,
  )},
  'uploading', ${list(sql`filename`, sql`${ofSubject('reference_data')} and status = 'PENDING' and removed_at is null`)},
  'places', ${list(sql`coalesce(body_place, lower(position))`, ofSubject('subject_device'))},
  'visits', ${list(
    sql`jsonb_build_object('visitid', visitid, 'occurrence', occurrence)`,
    sql`(select visitid, max(occurrence) as occurrence from (
      select visitid, occurrence from ${ofSubject('subject_visit')}
      union all select visitid, 1 from ${ofSubject('worn')} and visitid is not null) said group by visitid) visited`,
  )},
  'forms', ${list(
    sql`jsonb_build_object('typeid', formtypeid, ${place}, 'fields', fields, 'confirmed', confirmed, 'type_number', type_number)`,
    ofSubject('form'),
  )},
  'activities', ${list(sql`jsonb_build_object('typeid', activitytypeid, ${place})`, ofSubject('activity'))})`

/** Both studies and these subjects, with all that decides whether they may be moved. */
export async function readMoving(db: SiteData, scope: Scope, { studyid, subjectids, to }: Moving): Promise<Found> {
  const study = (id: string) =>
    sql`(select ${parts} from current_study study where study.studyid = ${id} and ${inScope(scope, 'study')})`
  const { rows } = await sql<Found>`select ${study(studyid)} as from, ${study(to)} as to, (
      select coalesce(jsonb_agg(${whole(to)} order by subject.subjectid), '[]') from current_subject subject
      where subject.studyid = ${studyid} and subject.subjectid = any(${sql.val([...subjectids])}::text[])
        and ${inScope(scope, 'subject')}) as subjects`.execute(readsOf(db, scope))
  return rows[0] ?? { from: null, to: null, subjects: [] }
}

/** The types and visits of both studies and the subjects, which stay as they are until the transaction ends. The caller has locked the studies. */
export async function lockMoving(tx: Write, { studyid, subjectids, to }: Moving): Promise<void> {
  const ofBoth = sql`studyid = any(${sql.val([studyid, to])}::text[])`
  await sql`select from form_type where ${ofBoth} order by formtypeid for share`.execute(tx)
  await sql`select from activity_type where ${ofBoth} order by activitytypeid for share`.execute(tx)
  await sql`select from visit where ${ofBoth} order by visitid for share`.execute(tx)
  await sql`select from subject where studyid = ${studyid} and subjectid = any(${sql.val([...subjectids])}::text[])
    order by subjectid for update`.execute(tx)
}

/** The ids that take the place of others. */
export type NewIds = { [part in 'activityTypes' | 'visits']: ReadonlyMap<string, string> }
/** A form as it becomes. */
export type MovedRow = JudgedForm & { subjectid: string }

type Plan = { moving: Moving; siteid: string; ids: NewIds; forms: readonly MovedRow[] }

const pairs = (ids: ReadonlyMap<string, string>) => sql`${JSON.stringify(Object.fromEntries(ids))}::jsonb`

/** Every row of the subjects gets the ids of the other study. Each table with rows of subjects has its statement (moving.test.ts). */
export async function moveRows(tx: Write, { moving, siteid, ids, forms }: Plan): Promise<void> {
  const { subjectids, to } = moving
  const isMoved = sql`siteid = ${siteid} and subjectid = any(${sql.val([...subjectids])}::text[])`
  const visits = pairs(ids.visits)
  const visitid = sql`coalesce(${visits} ->> visitid, visitid)`
  const activitytypeid = sql`coalesce(${pairs(ids.activityTypes)} ->> activitytypeid, activitytypeid)`
  // One statement, because files refer to their activities.
  await sql`with moved as (update activity set studyid = ${to}, activitytypeid = ${activitytypeid}, visitid = ${visitid} where ${isMoved})
    update reference_data set studyid = ${to}, activitytypeid = ${activitytypeid}, visitid = ${visitid} where ${isMoved}`.execute(
    tx,
  )
  await sql`update form set studyid = ${to}, formtypeid = given.typeid, visitid = coalesce(${visits} ->> form.visitid, form.visitid),
      fields = given.fields, confirmed = nullif(given.confirmed, 'null'), type_number = given.type_number, renewalid = null
    from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as given (subjectid text, formtypeid text, visitid text, occurrence int,
      typeid text, fields jsonb, confirmed jsonb, type_number int)
    where form.siteid = ${siteid} and form.subjectid = given.subjectid and form.formtypeid = given.formtypeid
      and form.visitid = given.visitid and form.occurrence = given.occurrence`.execute(tx)
  await sql`update subject_visit set studyid = ${to}, visitid = ${visitid} where ${isMoved}`.execute(tx)
  await sql`update subject_device set studyid = ${to}, visitid = ${visitid} where ${isMoved}`.execute(tx)
  await moveMeasures(tx, to, isMoved)
  await sql`delete from subject_facts where ${isMoved}`.execute(tx)
  await sql`delete from outdated_facts where studyid = ${moving.studyid} and ${isMoved}`.execute(tx)
  await sql`update subject set studyid = ${to} where ${isMoved}`.execute(tx)
}

/** What was measured goes along. It is measured anew where the other study measures in other epochs, or while it is being measured. */
async function moveMeasures(tx: Write, to: string, isMoved: RawBuilder<unknown>): Promise<void> {
  await sql`insert into measuring (referencedataid, siteid)
    select file.referencedataid, file.siteid from measured_file file join study on study.studyid = ${to} and study.siteid = file.siteid
    where (file.referencedataid, file.siteid) in (select referencedataid, siteid from measured_file where ${isMoved})
      and file.epoch_seconds <> study.epoch_seconds
    union select referencedataid, siteid from measuring
    where (referencedataid, siteid) in (select referencedataid, siteid from reference_data where ${isMoved})
    on conflict (referencedataid, siteid) do update set asked = measuring.asked + 1, attempts = 0`.execute(tx)
  await sql`update measured_file set studyid = ${to} where ${isMoved}`.execute(tx)
  await sql`update measure set studyid = ${to} where ${isMoved}`.execute(tx)
}

/** The subjects of a study with these ids, in the order of its list. */
export async function listMoved(tx: Write, scope: Scope, { subjectids, to }: Moving, selection: Selection) {
  return readJson(
    readsOf(tx, scope),
    sql`select coalesce(${jsonItems(subjectShape, 'subject', selection, subjectOrder)}, '[]') as json
      from current_subject subject where subject.studyid = ${to} and subject.subjectid = any(${sql.val([...subjectids])}::text[])
        and ${inScope(scope, 'subject')}`,
  )
}
