import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'
import { proveScope, systemActor } from '../../access/scope.ts'
import { write } from '../../writes/write.ts'

let casebook: Casebook
let admin: AddedPerson
let nurse: AddedPerson
let place: Place & { sibling: Place }
let visitids: string[]
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  nurse = await addPerson(casebook, 'Nora', { groups: ['hp'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  const { studyid, subjectid, formtypeid, visitid } = place
  const types = { formtypeids: [], activitytypeids: [] }
  const visits = await run(
    admin,
    'updateVisits',
    {
      studyid,
      visits: [
        { visitid, name: 'First day', day: 0, ...types },
        { name: 'Follow-up', day: 28, daysBefore: 3, daysAfter: 7, ...types },
        { name: 'Extra', repeats: true, ...types },
      ],
    },
    'visitid',
  )
  visitids = visits.map((visit: Place) => visit.visitid)
  const fields = [{ key: 'date', value: String(Date.UTC(2026, 9, 10, 12) / 1000) }]
  await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields } })
})
afterAll(() => casebook.stop())

const calendar = (from: string, to: string, of: Place = place): Promise<Record<string, unknown>[]> =>
  run(
    nurse,
    'listCalendar',
    { studyid: of.studyid, from, to },
    'subjectid identifier visitid occurrence state day earliestDate latestDate',
  )
const say = (input: object) => run(nurse, 'updateSubjectVisit', { input: { subjectid: place.subjectid, ...input } })

test('lists the visits of these days by day, each under its own or its planned day', async () => {
  const { subjectid, visitid } = place
  // The place says that the first visit was done on 20 October.
  const own = { subjectid, identifier: expect.any(String) }
  const dayOne = { earliestDate: '2026-10-10', latestDate: '2026-10-10' }
  const first = { ...own, visitid, occurrence: 1, state: 'DONE', day: '2026-10-20', ...dayOne }
  const window = { earliestDate: '2026-11-04', latestDate: '2026-11-14' }
  const second = { ...own, visitid: visitids[1], occurrence: 1, state: 'PLANNED', day: '2026-11-07', ...window }
  expect(await calendar('2026-10-20', '2026-11-07')).toEqual([first, second])
  expect(await calendar('2026-10-21', '2026-11-06')).toEqual([])
  // A day that is agreed counts instead of the planned one, and an unscheduled visit has only such a day.
  await say({ visitid: visitids[1], state: 'PLANNED', date: '2026-11-09' })
  await say({ visitid: visitids[2], state: 'PLANNED', date: '2026-11-08' })
  await say({ visitid: visitids[2], state: 'BEGUN', date: '2026-11-09' })
  const extra = { ...own, visitid: visitids[2], earliestDate: null, latestDate: null }
  expect(await calendar('2026-11-01', '2026-11-30')).toEqual([
    { ...extra, occurrence: 1, state: 'PLANNED', day: '2026-11-08' },
    { ...second, day: '2026-11-09' },
    { ...extra, occurrence: 2, state: 'BEGUN', day: '2026-11-09' },
  ])
  await say({ visitid: visitids[1], state: 'MISSED', reason: 'Moved away' })
  expect((await calendar('2026-11-07', '2026-11-07'))[0]).toEqual({ ...second, state: 'MISSED' })
})

test('shows of closed subjects only what began, and nothing of deleted ones', async () => {
  const { subjectid } = place
  const become = (status: 'CLOSED' | 'DELETED') =>
    write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, (tx) =>
      tx.updateTable('subject').set({ status }).where('subjectid', '=', subjectid).execute(),
    )
  const states = async () => (await calendar('2026-10-01', '2026-11-30')).map(({ state }) => state)
  expect(await states()).toEqual(['DONE', 'PLANNED'])
  await become('CLOSED')
  expect(await states()).toEqual(['DONE'])
  await become('DELETED')
  expect(await states()).toEqual([])
})

test('shows from 1 to 100 days', async () => {
  const { studyid } = place
  const days = (from: string, to: string) => refusal(nurse, 'listCalendar', { studyid, from, to })
  expect(await calendar('2026-10-01', '2027-01-08')).toHaveLength(2)
  expect(await days('2026-10-01', '2027-01-09')).toMatchObject({
    code: 'BAD_INPUT',
    field: 'to',
    reason: 'calendar.days',
  })
  expect(await days('2026-10-02', '2026-10-01')).toMatchObject({ code: 'BAD_INPUT', field: 'to' })
  expect(await days('2026-02-30', '2026-03-01')).toMatchObject({ code: 'BAD_INPUT', field: 'from' })
  expect(await days('2026-02-01', 'soon')).toMatchObject({ code: 'BAD_INPUT', field: 'to' })
})

test('is empty without a schedule, and not found at another site', async () => {
  const elsewhere = await addPerson(casebook, 'Olav', { groups: ['hp'], sites: [(await makePlace(casebook)).siteid] })
  const days = { from: '2026-10-01', to: '2026-10-31' }
  expect(await refusal(elsewhere, 'listCalendar', { studyid: place.studyid, ...days })).toMatchObject({
    code: 'NOT_FOUND',
  })
  const { studyid } = await run(admin, 'addStudy', { siteid: place.siteid, name: 'Without visits' }, 'studyid')
  expect(await run(admin, 'listCalendar', { studyid, ...days }, 'day')).toEqual([])
})
