import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { newSiteid } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { countChangesAtCommit } from '../writes/statistics.ts'
import { write } from '../writes/write.ts'

let casebook: Casebook
let person: AddedPerson
let superuser: pg.Client
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  superuser = new pg.Client({ connectionString: casebook.database.superuser.url })
  await superuser.connect()
  // No statistics are gathered behind the test's back.
  await superuser.query(`do $$ declare name regclass; begin
    for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = false)', name);
    end loop; end $$`)
  person = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'] })
})
afterAll(async () => {
  await superuser.end()
  await casebook.stop()
})

const types = [1, 2, 3]

/** Subjects of a new study, each with a form and an activity with a file of each type, written in one transaction. */
async function makeStudy(subjects: number) {
  const siteid = newSiteid()
  const studyid = randomUUID()
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    const insert = (statement: RawBuilder<unknown>) => statement.execute(tx)
    const each = sql`from generate_series(1, ${subjects}::int) n`
    const own = sql`${studyid} || n, ${siteid}, ${studyid}`
    await tx.insertInto('site').values({ siteid, name: siteid }).execute()
    await tx.insertInto('study').values({ siteid, studyid, name: 'Figures' }).execute()
    await insert(sql`insert into subject (subjectid, siteid, studyid) select ${own} ${each}`)
    for (const type of types) {
      const id = `${studyid}-${type}`
      await insert(sql`insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields)
        values (${id}, ${siteid}, ${studyid}, ${id}, ${id}, '[{"name":"date","type":"String","required":true}]')`)
      await insert(sql`insert into activity_type (activitytypeid, siteid, studyid, description, description_key)
        values (${id}, ${siteid}, ${studyid}, ${id}, ${id})`)
      await insert(sql`insert into form (subjectid, siteid, studyid, formtypeid, fields)
        select ${own}, ${id}, '[{"key":"date","value":"x"}]' ${each}`)
      await insert(sql`insert into activity (subjectid, siteid, studyid, activitytypeid, start_time, stop_time)
        select ${own}, ${id}, ${type * 100}::int, ${type * 100 + 60}::int ${each}`)
      await insert(sql`insert into reference_data (subjectid, siteid, studyid, activitytypeid, referencedataid, filename, object_name, status, size, expires_at)
        select ${own}, ${id}, ${`${studyid}-${type}-`} || n, 'arm.csv', 'x', 'UPLOADED', 1, now() ${each}`)
    }
    await countChangesAtCommit(tx)
  })
  return { siteid, studyid, subjects }
}

// Without statistics, plans that compare each subject with each took longer than the limit of a statement, 15 seconds.
const many = 10_000
const facts =
  'facts { formsDone activitiesDone activitiesRecorded filesDone filesUploaded warnings cells changedAt changedBy }'
const figures = `figures { open closed deleted formsMissing activitiesMissing filesMissing uploading warned complete
  addedLately changedLately closedLately enrolment { added } }`

/** Reads the study as the screens do. */
async function expectReadable({ siteid, studyid, subjects }: Awaited<ReturnType<typeof makeStudy>>) {
  const all = { open: subjects, complete: subjects, changedLately: subjects, enrolment: [{ added: subjects }] }
  const none = {
    closed: 0,
    deleted: 0,
    formsMissing: 0,
    activitiesMissing: 0,
    filesMissing: 0,
    uploading: 0,
    warned: 0,
  }
  const counted = { figures: { ...all, ...none, addedLately: subjects, closedLately: 0 } }
  expect(await run(person, 'getStudy', { siteid, studyid }, figures)).toEqual(counted)
  expect(await run(person, 'listStudies', { siteid }, figures)).toEqual([counted])

  const listed = await run(person, 'listSubjects', { studyid }, `subjectid ${facts}`)
  expect(listed).toHaveLength(subjects)
  expect(listed[0].facts).toMatchObject({ formsDone: 3, activitiesDone: 3, filesDone: 3, warnings: 0, cells: 'DDDDDD' })
  const below = 'forms { formtypeid } activities { activitytypeid referenceData { filename } } devices { deviceid }'
  expect(await run(person, 'listSubjects', { studyid }, below)).toHaveLength(subjects)
}

/** The number of subjects in the statistics of the database. */
async function knownSubjects(): Promise<number> {
  const { rows } = await superuser.query(`select reltuples from pg_class where oid = 'subject'::regclass`)
  return Number(rows[0]?.reltuples)
}

test('an import gathers the statistics of what it wrote', async () => {
  const { siteid, studyid } = await makeStudy(10)
  const identifiers = Array.from({ length: 3_000 }, (_, at) => `I-${at}`)
  await superuser.query('analyze')
  const before = await knownSubjects()
  const input = { siteid, studyid, filename: 'subjects.csv', csv: ['identifier', ...identifiers].join('\r\n') }
  expect(await run(person, 'addImport', { input }, 'addedSubjects')).toEqual({ addedSubjects: identifiers.length })
  expect(await knownSubjects()).toBe(before + identifiers.length)
})

test('an export gathers the statistics of what it reads', async () => {
  const { siteid, studyid } = await makeStudy(10)
  await superuser.query('analyze')
  const before = await knownSubjects()
  await makeStudy(before)
  const { exportid } = await run(person, 'addExport', { input: { siteid, studyid, files: false } }, 'exportid')
  const ended = () => run(person, 'getExport', { exportid }, 'state')
  await until('the export is made', async () => (await ended()).state === 'DONE', 60_000)
  expect(await knownSubjects()).toBe(2 * before)
})

test('a study that was written at once is read before the database has statistics', { timeout: 180_000 }, async () => {
  await expectReadable(await makeStudy(many))
})

test('a study that was written after the last statistics were gathered is read', { timeout: 180_000 }, async () => {
  const small = await makeStudy(10)
  await superuser.query('analyze')
  await expectReadable(await makeStudy(many))
  await expectReadable(small)
})
