import { storedDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import type { StudyBeginning } from '@casebook/domain/study-setup/example-texts.ts'
import { sql } from 'kysely'
import { insertFormType } from '../form-types/form-types.sql.ts'
import { activityTypeShape } from '../shapes/activity-type.shape.ts'
import { select } from '../shapes/shape/selection.ts'
import { studyShape } from '../shapes/study.shape.ts'
import { insertVisits } from '../visits/visits.sql.ts'
import { insertRecord } from '../writes/records.sql.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'

type Place = { siteid: string; studyid: string }

/** What a study that begins as another one has of it, beside its types and its schedule. */
const settings = [
  'places',
  'epoch_seconds',
  'quality_share',
  'quality_gap',
  'quality_drop_out',
  'quality_clipped',
  'quality_drift',
  'quality_calibration',
  'quality_not_worn',
  'quality_battery',
  'quality_volts',
] as const

/** The settings of a study, which the caller has found in scope. */
export function readSettings(tx: Write, { studyid }: Place) {
  return tx.selectFrom('study').select(settings).where('studyid', '=', studyid).executeTakeFirstOrThrow()
}

export type Settings = Pick<Awaited<ReturnType<typeof readSettings>>, 'places'> &
  Partial<Awaited<ReturnType<typeof readSettings>>>

export async function insertStudy(tx: Write, study: Place & { name: string } & Settings): Promise<Place> {
  await insertRecord(tx, 'study', study, studyShape, select({ studyid: {} }))
  return { siteid: study.siteid, studyid: study.studyid }
}

/** Gives a new study the types and the schedule of another one, which the caller has found in scope. */
export async function copyDefinitions(tx: Write, from: Place, to: Place): Promise<void> {
  const ofOther = sql`studyid = ${from.studyid} and siteid = ${from.siteid}`
  const ids = (name: 'formtypeids' | 'activitytypeids' | 'optional_typeids') => sql`array(select types.becomes
    from unnest(visit.${sql.ref(name)}) with ordinality given (id, place) join types on types.id = given.id order by given.place)`
  await sql`
    with types as materialized (
      select formtypeid as id, gen_random_uuid()::text as becomes from form_type where ${ofOther} and removed_at is null
      union all select activitytypeid, gen_random_uuid()::text from activity_type where ${ofOther} and removed_at is null
    ), forms as (
      insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields, properties, checks, draft, repeats)
      select becomes, ${to.siteid}, ${to.studyid}, identifier, identifier_key, fields, properties, checks, draft, repeats
      from form_type join types on types.id = formtypeid where ${ofOther}
    ), activities as (
      insert into activity_type (activitytypeid, siteid, studyid, description, description_key, repeats)
      select becomes, ${to.siteid}, ${to.studyid}, description, description_key, repeats
      from activity_type join types on types.id = activitytypeid where ${ofOther}
    )
    insert into visit (visitid, siteid, studyid, place, name, name_key, day, days_before, days_after, repeats,
      formtypeids, activitytypeids, optional_typeids, in_order)
    select gen_random_uuid()::text, ${to.siteid}, ${to.studyid}, place, name, name_key, day, days_before, days_after, repeats,
      ${ids('formtypeids')}, ${ids('activitytypeids')}, ${ids('optional_typeids')}, in_order
    from visit where ${ofOther}`.execute(tx)
}

/** Gives a new study the types and the schedule of an example. */
export async function addDefinitions(tx: Write, to: Place, beginning: StudyBeginning): Promise<void> {
  const formtypeids = new Map<string, string>()
  const activitytypeids = new Map<string, string>()
  for (const { identifier, fields, checks, repeats } of beginning.formTypes) {
    const formtypeid = newId()
    formtypeids.set(identifier, formtypeid)
    const definition = storedDefinition(identifier, fields, checks ?? [])
    const type = { formtypeid, ...to, ...definition, repeats: repeats === true }
    await insertFormType(tx, type, select({ formtypeid: {} }))
  }
  for (const { description, repeats } of beginning.activityTypes) {
    const activitytypeid = newId()
    activitytypeids.set(description, activitytypeid)
    const type = {
      activitytypeid,
      ...to,
      description,
      description_key: caseKey(description),
      repeats: repeats === true,
    }
    await insertRecord(tx, 'activity_type', type, activityTypeShape, select({ activitytypeid: {} }))
  }
  const idsOf = (ids: ReadonlyMap<string, string>, names: readonly string[]) =>
    names.map((name) => ids.get(name) ?? name)
  await insertVisits(
    tx,
    beginning.visits.map(({ name, day, daysBefore, daysAfter, formTypes, activityTypes }, place) => ({
      ...{ visitid: newId(), ...to, place, name, name_key: caseKey(name), day, repeats: false },
      ...{ days_before: daysBefore ?? 0, days_after: daysAfter ?? 0 },
      formtypeids: idsOf(formtypeids, formTypes),
      activitytypeids: idsOf(activitytypeids, activityTypes),
    })),
  )
}
