import { randomUUID } from 'node:crypto'
import { describeUnreadable, type FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { recordedBetween, recordedTimeOf, type StoredFile } from '@casebook/domain/reference-data/recorded-file.ts'
import { countFacts, isLacking, isRecent, type lacks } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { newSiteid } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { type Write, write } from '../writes/write.ts'

let casebook: Casebook
let nurse: AddedPerson
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
})
afterAll(() => casebook.stop())

const facts = `facts { formsDone formsExpected activitiesDone activitiesRecorded activitiesExpected filesDone filesExpected filesUploaded filesPending
  filesFailed warnings visitsDone visitsExpected cells addedAt changedAt changedBy }`
const record = `subjectid status ${facts} forms { formtypeid fields { key value } }
  activities { activitytypeid startTime stopTime referenceData { referencedataid filename status description zone clockCorrection } }`
const types = 'formtypes { formtypeid fields { name required } } activitytypes { activitytypeid expectsFile }'
const figures = `figures { open closed deleted formsMissing activitiesMissing filesMissing uploading warned complete
  addedLately changedLately closedLately enrolment { week added } }`

type Made = {
  status: 'OPEN' | 'CLOSED' | 'DELETED'
  forms: (null | { isRemoved: boolean; keys: string[] })[]
  activities: (null | { isRemoved: boolean; start: number; length: number; files: File[] })[]
}
type Recorded = { rate: number | null; start: number; duration: number; gaps: { at: number; seconds: number }[] }
type File = { isRemoved: boolean; status: 'UPLOADED' | 'PENDING' | 'FAILED'; recorded: Recorded | null }

/** Multiples of half a minute, so that values often equal the tolerance. */
const seconds = ({ max }: { max: number }) => fc.integer({ min: 0, max }).map((half) => half * 30)
const file: fc.Arbitrary<File> = fc.record({
  isRemoved: fc.boolean(),
  status: fc.constantFrom('UPLOADED', 'UPLOADED', 'PENDING', 'FAILED'),
  recorded: fc.option(
    fc.record({
      // One sample every half minute or minute: the tolerance.
      rate: fc.constantFrom(null, 100, 1 / 30, 1 / 60),
      start: seconds({ max: 30 }),
      duration: seconds({ max: 15 }),
      gaps: fc.array(fc.record({ at: seconds({ max: 15 }), seconds: seconds({ max: 5 }) }), { maxLength: 3 }),
    }),
  ),
})
const form = fc.record({ isRemoved: fc.boolean(), keys: fc.subarray(['date', 'weight', 'room']) })
const activity = fc.record({
  isRemoved: fc.boolean(),
  start: seconds({ max: 20 }),
  length: seconds({ max: 8 }).map((length) => length + 30),
  files: fc.array(file, { maxLength: 3 }),
})
const subject: fc.Arbitrary<Made> = fc.record({
  status: fc.constantFrom('OPEN', 'OPEN', 'OPEN', 'CLOSED', 'DELETED'),
  forms: fc.tuple(fc.option(form), fc.option(form), fc.option(form)),
  activities: fc.tuple(fc.option(activity), fc.option(activity), fc.option(activity), fc.option(activity)),
})

/** A study with three form types and four activity types, one of each removed, and these subjects. */
async function makeStudy(subjects: readonly Made[]) {
  const siteid = newSiteid()
  const studyid = randomUUID()
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    await tx.insertInto('site').values({ siteid, name: siteid }).execute()
    await tx.insertInto('study').values({ siteid, studyid, name: 'Figures' }).execute()
    const required = ['date', 'weight', 'room'].map((name, place) => ({ name, type: 'String', required: place < 2 }))
    const formtypeids = await Promise.all(
      ['b', 'A', 'gone'].map(async (identifier) => {
        const formtypeid = randomUUID()
        const type = {
          formtypeid,
          identifier,
          identifier_key: identifier.toLowerCase(),
          fields: JSON.stringify(required),
        }
        await tx
          .insertInto('form_type')
          .values({ ...type, siteid, studyid })
          .execute()
        return formtypeid
      }),
    )
    const activitytypeids = await Promise.all(
      ['walk', 'Rest', 'stairs', 'gone'].map(async (description) => {
        const activitytypeid = randomUUID()
        const type = { activitytypeid, description, description_key: description.toLowerCase() }
        await tx
          .insertInto('activity_type')
          .values({ ...type, siteid, studyid })
          .execute()
        return activitytypeid
      }),
    )
    const gone = { removed_at: new Date() }
    await tx
      .updateTable('form_type')
      .set(gone)
      .where('studyid', '=', studyid)
      .where('identifier', '=', 'gone')
      .execute()
    await tx
      .updateTable('activity_type')
      .set(gone)
      .where('studyid', '=', studyid)
      .where('description', '=', 'gone')
      .execute()
    for (const made of subjects) await addSubject(tx, { siteid, studyid }, made, formtypeids, activitytypeids)
  })
  return { siteid, studyid }
}

async function addSubject(
  tx: Write,
  place: { siteid: string; studyid: string },
  { status, forms, activities }: Made,
  formtypeids: string[],
  activitytypeids: string[],
) {
  const own = { ...place, subjectid: randomUUID() }
  const removal = (isRemoved: boolean) => ({ removed_at: isRemoved ? new Date() : null })
  await tx
    .insertInto('subject')
    .values({ ...own, status, identifier: null, identifier_key: null })
    .execute()
  for (const [at, formtypeid] of formtypeids.entries()) {
    const filled = forms[at]
    if (!filled) continue
    const fields = JSON.stringify(filled.keys.map((key) => ({ key, value: 'x' })))
    await tx
      .insertInto('form')
      .values({ ...own, formtypeid, fields, ...removal(filled.isRemoved) })
      .execute()
  }
  for (const [at, activitytypeid] of activitytypeids.entries()) {
    const done = activities[at]
    if (!done) continue
    const times = { start_time: done.start, stop_time: done.start + done.length, comment: null }
    await tx
      .insertInto('activity')
      .values({ ...own, activitytypeid, ...times, ...removal(done.isRemoved) })
      .execute()
    for (const each of done.files) {
      await tx
        .insertInto('reference_data')
        .values({
          ...own,
          activitytypeid,
          referencedataid: randomUUID(),
          filename: 'arm.csv',
          object_name: 'x',
          sha256: null,
          status: each.status,
          size: each.status === 'UPLOADED' ? 1 : null,
          expires_at: new Date(),
          ...recordedColumns(each.recorded),
          ...removal(each.isRemoved || done.isRemoved),
        })
        .execute()
    }
  }
}

function recordedColumns(recorded: Recorded | null) {
  if (!recorded) return {}
  const { rate, start, duration, gaps } = recorded
  const told: FileDescription = {
    ...describeUnreadable({ code: 'empty', offset: null, line: null, detail: null }),
    unreadable: null,
    clock: 'utc',
    start,
    duration,
    channels: [{ name: 'x', unit: null, kind: 'other', rate, sensor: null, samples: 1 }],
    gaps: { count: gaps.length, seconds: 0, longest: gaps },
  }
  const description = JSON.stringify(told)
  const between = recordedBetween({ description, clockCorrection: 0 })
  return {
    description,
    recorded_from: between?.from,
    recorded_to: between?.to,
    recorded_gaps: [...(between?.gaps ?? [])],
    recorded_tolerance: between?.tolerance,
  }
}

/** The activities as on the screens, with the recording times of their files. */
function withTimes(activities: { referenceData: StoredFile[] }[]) {
  return activities.map((each) => ({
    ...each,
    referenceData: each.referenceData.map((stored) => ({ ...stored, recorded: recordedTimeOf(stored) })),
  }))
}

test('one statement counts the same for a whole study as the rules for each subject', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(subject, { minLength: 1, maxLength: 6 }), async (made) => {
      const { siteid, studyid } = await makeStudy(made)
      const study = await run(nurse, 'getStudy', { siteid, studyid }, `${types} ${figures}`)
      const subjects = await run(nurse, 'listSubjects', { studyid }, record)
      expect(subjects).toHaveLength(made.length)
      for (const one of subjects) {
        const counted = countFacts(study, { ...one, activities: withTimes(one.activities) })
        expect(one.facts).toMatchObject(counted)
        expect(one.facts.changedBy).toBe('tests')
        expect(await run(nurse, 'getSubject', { studyid, subjectid: one.subjectid }, facts)).toEqual({
          facts: one.facts,
        })
      }
      const now = new Date()
      const open = subjects.filter((each: Made) => each.status === 'OPEN')
      const lacking = (what: (typeof lacks)[number]) =>
        open.filter((each: { facts: Parameters<typeof isLacking>[0] }) => isLacking(each.facts, what)).length
      const { enrolment, ...numbers } = study.figures
      expect(numbers).toEqual({
        open: open.length,
        closed: subjects.filter((each: Made) => each.status === 'CLOSED').length,
        deleted: subjects.filter((each: Made) => each.status === 'DELETED').length,
        formsMissing: lacking('forms'),
        activitiesMissing: lacking('activities'),
        filesMissing: lacking('files'),
        uploading: lacking('uploads'),
        warned: lacking('warnings'),
        complete: lacking('nothing'),
        addedLately: subjects.length,
        changedLately: subjects.length,
        closedLately: subjects.filter((each: Parameters<typeof isRecent>[0]) => isRecent(each, 'closed', now)).length,
      })
      expect(enrolment).toEqual([{ week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), added: subjects.length }])
    }),
    { numRuns: 25 },
  )
})

test('the last change names its author, also for records below the subject', async () => {
  const { siteid, studyid } = await makeStudy([])
  const { subjectid } = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: 'S-1' } }, 'subjectid')
  const coordinator = await addPerson(casebook, 'Lars', { groups: ['hp'] })
  const [{ formtypeid }] = await run(nurse, 'listFormTypes', { studyid }, 'formtypeid')
  const before = await run(nurse, 'getSubject', { studyid, subjectid }, facts)
  const fields = [
    { key: 'date', value: 'x' },
    { key: 'weight', value: 'x' },
  ]
  await run(coordinator, 'addForm', { input: { subjectid, formtypeid, fields } }, 'version')
  const after = await run(nurse, 'getSubject', { studyid, subjectid }, facts)
  expect(before.facts.changedBy).toContain('Kari')
  expect(after.facts.changedBy).toContain('Lars')
  expect(after.facts.changedAt > before.facts.changedAt).toBe(true)
  expect(after.facts.addedAt).toBe(before.facts.addedAt)
  expect(after.facts.formsDone).toBe(1)
})

test('a subject whose activity types were all removed is complete, as it can be closed', async () => {
  const walk = { isRemoved: false, start: 0, length: 60, files: [] }
  const { siteid, studyid } = await makeStudy([
    { status: 'OPEN', forms: [null, null, null], activities: [walk, null, null, null] },
    { status: 'OPEN', forms: [null, null, null], activities: [null, null, null, null] },
  ])
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    for (const table of ['form_type', 'activity_type'] as const)
      await tx.updateTable(table).set({ removed_at: new Date() }).where('studyid', '=', studyid).execute()
  })
  expect(await run(nurse, 'getStudy', { siteid, studyid }, 'figures { complete }')).toEqual({
    figures: { complete: 1 },
  })
  const subjects = await run(nurse, 'listSubjects', { studyid }, facts)
  const complete = subjects.filter((each: { facts: Parameters<typeof isLacking>[0] }) =>
    isLacking(each.facts, 'nothing'),
  )
  expect(complete).toMatchObject([{ facts: { activitiesDone: 0, activitiesRecorded: 1 } }])
})
