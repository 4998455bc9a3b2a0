import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { documentOf, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace } from '../../test/beds/place.ts'

const fields = [{ name: 'Age', type: 'Number', required: true }]
const formsQuery =
  'query ($subjectid: ID!) { listForms(subjectid: $subjectid) { formtypeid version fields { value } } }'

let casebook: Casebook
let importer: Person
let nurse: Person
let study: { siteid: string; studyid: string }
let formtypeid: string
let holder: pg.Client
let observer: pg.Client

beforeAll(async () => {
  casebook = await startCasebook({
    CALLS_PER_MINUTE: '0',
    DATABASE_POOL_SIZE: '10',
    DATABASE_LOCK_TIMEOUT_SECONDS: '60',
  })
  const place = await makePlace(casebook)
  const sites = [place.siteid]
  const groups = ['hp', 'study:admin', 'subject:admin'] as const
  importer = await addPerson(casebook, 'Importer', { groups, sites })
  nurse = await addPerson(casebook, 'Nurse', { groups, sites })
  const { siteid } = place
  study = { siteid, studyid: (await run(nurse, 'addStudy', { siteid, name: 'Locks' })).studyid }
  holder = new pg.Client(casebook.database.superuser.url)
  observer = new pg.Client(casebook.database.superuser.url)
  await Promise.all([holder.connect(), observer.connect()])
}, 60_000)
afterAll(async () => {
  await Promise.all([holder?.end(), observer?.end()])
  await casebook.stop()
})

let types = 0
/** A form type of its own; four subjects named after it; the first and the third have a form. */
let subjectOf: (place: 1 | 2 | 3 | 4) => string
let name: string
beforeEach(async () => {
  types += 1
  name = `Type ${types}`
  const { studyid } = study
  formtypeid = (await run(nurse, 'addFormType', { studyid, identifier: name, fields })).formtypeid
  subjectOf = (place) => `type-${types}-${place}`
  for (const place of [1, 2, 3, 4] as const) {
    await run(nurse, 'addSubject', { input: { ...study, subjectid: subjectOf(place), devices: [], status: 'OPEN' } })
  }
  for (const place of [1, 3] as const) await run(nurse, 'addForm', formInput(subjectOf(place), '1'))
})

function formInput(subjectid: string, value: string, more: { version?: number } = {}) {
  return { input: { subjectid, formtypeid, fields: [{ key: 'Age', value }], ...more } }
}

async function formOf(subjectid: string) {
  const { listForms } = await nurse.ask(formsQuery, { subjectid })
  return listForms.find((form: { formtypeid: string }) => form.formtypeid === formtypeid)
}

const waiting = async () => {
  const { rows } = await observer.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count ?? 0
}

/**
 * Imports the file, whose last row adds a subject. Calls `meanwhile` while the import's transaction is open and holds all
 * its locks on forms: it waits for another transaction that adds a subject of the same name.
 */
async function importing(rows: string[], meanwhile: () => Promise<void>) {
  const { siteid, studyid } = study
  const added = `Added by ${name}`
  await holder.query(`begin; set local casebook.actor = 'system:test'; set local casebook.actor_name = 'test'`)
  await holder.query(
    `insert into subject (subjectid, siteid, studyid, identifier, identifier_key) values ($1, $2, $3, $4, lower($4))`,
    [`held-${types}`, siteid, studyid, added],
  )
  let isOver = false
  const csv = ['subjectid,identifier,Age', ...rows, `,${added},9`].join('\n')
  const imported = importer.call(documentOf('addImport', 'addedSubjects addedForms changedForms'), {
    input: { ...study, formtypeid, filename: 'ages.csv', csv },
  })
  imported.finally(() => {
    isOver = true
  })
  try {
    await until('the import waits', async () => (await waiting()) === 1, 20_000)
    await meanwhile()
    expect(isOver).toBe(false)
  } finally {
    await holder.query('rollback')
  }
  return imported
}

test('others save forms of the same type while an import is under way', async () => {
  const answer = await importing([`${subjectOf(1)},,2`, `${subjectOf(2)},,2`], async () => {
    expect(await run(nurse, 'updateForm', formInput(subjectOf(3), '3', { version: 1 }))).toMatchObject({ version: 2 })
    expect(await run(nurse, 'addForm', formInput(subjectOf(4), '4'))).toMatchObject({ version: 1 })
    // Both are committed, and the import still waits.
    expect(await formOf(subjectOf(3))).toEqual({ formtypeid, version: 2, fields: [{ value: '3' }] })
    expect(await formOf(subjectOf(4))).toEqual({ formtypeid, version: 1, fields: [{ value: '4' }] })
    expect(await formOf(subjectOf(1))).toMatchObject({ version: 1 })
    expect(await waiting()).toBe(1)
  })
  expect(answer).toMatchObject({ data: { addImport: { addedSubjects: 1, addedForms: 2, changedForms: 1 } } })
  expect(await formOf(subjectOf(1))).toEqual({ formtypeid, version: 2, fields: [{ value: '2' }] })
})

test('a form of the file cannot be overwritten unseen, and the form type does not change, during an import', async () => {
  const { studyid } = study
  let save: ReturnType<Person['call']> | undefined
  let redefinition: ReturnType<Person['call']> | undefined
  const answer = await importing([`${subjectOf(1)},,2`], async () => {
    save = nurse.call(documentOf('updateForm', 'version'), formInput(subjectOf(1), '5', { version: 1 }))
    const input = {
      studyid,
      identifier: name,
      fields: [
        { name: 'Age', type: 'Number', required: false },
        { name: 'Sex', type: 'String', required: false },
      ],
      version: 1,
    }
    redefinition = nurse.call(documentOf('updateFormType', 'version'), { formtypeid, input })
    await until('both wait', async () => (await waiting()) === 3, 20_000)
  })
  expect(answer).toMatchObject({ data: { addImport: { addedSubjects: 1, addedForms: 1, changedForms: 1 } } })
  expect((await save)?.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' })
  expect(await redefinition).toMatchObject({ data: { updateFormType: { version: 2 } } })
  expect(await formOf(subjectOf(1))).toEqual({ formtypeid, version: 2, fields: [{ value: '2' }] })
})

test('an import that would overwrite a form that someone just added changes nothing', async () => {
  const answer = await importing([`${subjectOf(1)},,2`, `${subjectOf(2)},,2`], async () => {
    await run(nurse, 'addForm', formInput(subjectOf(2), '7'))
  })
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', reason: 'import.form.added' })
  expect(await formOf(subjectOf(1))).toMatchObject({ version: 1 })
  expect(await formOf(subjectOf(2))).toEqual({ formtypeid, version: 1, fields: [{ value: '7' }] })
})
