import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Similar studies at a site of their own, numbered from `first` (1 to 9,999 over all calls). */
export type Batch = {
  siteid: string
  first: number
  studies: number
  /** Per study; at most 999,999. */
  subjects: number
  /** Per study; every subject has one form of each. */
  formTypes: number
  /** Per study; at most 999. */
  activityTypes: number
  /** Per subject. */
  activities: number
}

const studyOf = 's.study_number'
const typeNumber = (column: string) => `${studyOf} * 1000 + ${column}`
const subjectNumber = `${studyOf} * 1000000 + n`

const numbers = 'generate_series($1::bigint, $1::bigint + $2::bigint - 1) as s(study_number)'

/** In the order of references. Every statement takes the same seven values, in the order of `Batch`. */
const statements = [
  `insert into site (siteid, name) values ($3, 'Clinic ' || $3) on conflict do nothing`,
  `insert into device (deviceuid, siteid, deviceid, hw_id)
    select pg_temp.id('device' || $3, n), $3, 'D' || n, 'SN-' || n from generate_series(1, 10) n on conflict do nothing`,
  `insert into study (studyid, siteid, name) select pg_temp.id('study', ${studyOf}), $3, 'Study ' || ${studyOf} from ${numbers}`,
  `insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields)
    select pg_temp.id('form type', ${typeNumber('t')}), $3, pg_temp.id('study', ${studyOf}), 'Form ' || t, 'form ' || t, pg_temp.form_type_fields()
    from ${numbers}, generate_series(1, $5::int) t`,
  `insert into activity_type (activitytypeid, siteid, studyid, description, description_key)
    select pg_temp.id('activity type', ${typeNumber('t')}), $3, pg_temp.id('study', ${studyOf}), 'Walk ' || t, 'walk ' || t
    from ${numbers}, generate_series(1, $6::int) t`,
  `insert into subject (subjectid, siteid, studyid, identifier, identifier_key, status)
    select pg_temp.id('subject', ${subjectNumber}), $3, pg_temp.id('study', ${studyOf}),
      'S-' || lpad(n::text, 6, '0'), 's-' || lpad(n::text, 6, '0'), 'OPEN'
    from ${numbers}, generate_series(1, $4::int) n`,
  `insert into subject_device (subjectid, siteid, studyid, deviceuid, position, place)
    select pg_temp.id('subject', ${subjectNumber}), $3, pg_temp.id('study', ${studyOf}), pg_temp.id('device' || $3, 1 + (n + p) % 10),
      case p when 0 then 'ARM' else 'CHEST' end, p
    from ${numbers}, generate_series(1, $4::int) n, generate_series(0, 1) p`,
  `insert into form (subjectid, formtypeid, siteid, studyid, fields)
    select pg_temp.id('subject', ${subjectNumber}), pg_temp.id('form type', ${typeNumber('t')}), $3, pg_temp.id('study', ${studyOf}), pg_temp.form_fields(n)
    from ${numbers}, generate_series(1, $4::int) n, generate_series(1, $5::int) t`,
  `insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment)
    select pg_temp.id('subject', ${subjectNumber}), pg_temp.id('activity type', ${typeNumber('t')}), $3, pg_temp.id('study', ${studyOf}),
      1704096000 + n * 60 + t * 900, 1704096600 + n * 60 + t * 900, case t % 2 when 0 then 'even pace' end
    from ${numbers}, generate_series(1, $4::int) n, generate_series(1, $7::int) t`,
  `insert into reference_data (referencedataid, siteid, studyid, subjectid, activitytypeid, filename, object_name, status, size, expires_at)
    select pg_temp.id('reference data', ${subjectNumber}), $3, pg_temp.id('study', ${studyOf}), pg_temp.id('subject', ${subjectNumber}),
      pg_temp.id('activity type', ${typeNumber('1')}), 'arm-' || n || '.csv', 'bench/' || ${subjectNumber}, 'UPLOADED', 1000, now()
    from ${numbers}, generate_series(1, $4::int) n where $7::int > 0`,
]

/** Prepares a superuser's connection for `fill`: until it is closed, no triggers run and no history is written. */
export async function prepareFilling(superuser: pg.Client): Promise<void> {
  await superuser.query('set session_replication_role = replica')
  await superuser.query(await readFile(new URL('./example-form.sql', import.meta.url), 'utf8'))
}

/** Adds complete studies in a few large statements. */
export async function fill(superuser: pg.Client, batch: Batch): Promise<void> {
  const { first, studies, siteid, subjects, formTypes, activityTypes, activities } = batch
  const values = [first, studies, siteid, subjects, formTypes, activityTypes, activities]
  const types = ['bigint', 'bigint', 'text', 'int', 'int', 'int', 'int']
  // Each statement names all seven, so that their types are known even if it uses only some.
  const known = `with given as (select ${types.map((type, at) => `$${at + 1}::${type}`).join(', ')})`
  for (const statement of statements) await superuser.query(`${known} ${statement}`, values)
}

/** Waits until the server has counted what subjects have and lack, as where it has run for a while. Returns the seconds. */
export async function everythingKept(superuser: pg.Client): Promise<number> {
  const began = performance.now()
  const left = `select (select count(*) from subject) - (select count(*) from subject_facts) + (select count(*) from outdated_facts) as left`
  while (Number((await superuser.query<{ left: string }>(left)).rows[0]?.left) > 0) await wait(500)
  await superuser.query('vacuum analyze subject_facts, outdated_facts')
  return (performance.now() - began) / 1000
}
