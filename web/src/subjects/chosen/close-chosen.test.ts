import { expect, test, vi } from 'vitest'
import { CallFailed, Failure } from '../../calls/failures.ts'
import type { SubjectRow } from '../list/SubjectPanels.tsx'
import { asAsked, closeChosen } from './close-chosen.ts'

const whole = {
  formsDone: 1,
  formsExpected: 1,
  activitiesDone: 1,
  activitiesRecorded: 1,
  activitiesExpected: 1,
  filesDone: 0,
  filesExpected: 0,
  filesUploaded: 0,
  filesPending: 0,
  filesFailed: 0,
  warnings: 0,
  addedAt: '2026-11-27T08:00:00Z',
  changedAt: '2026-11-27T08:00:00Z',
  changedBy: 'Kari',
  visitsDone: 2,
  visitsExpected: 2,
}

function subject(subjectid: string, other: Partial<SubjectRow> = {}): SubjectRow {
  return {
    siteid: 's',
    studyid: 'st',
    subjectid,
    identifier: subjectid,
    status: 'OPEN',
    version: 3,
    facts: whole,
    ...other,
  }
}

test('only complete subjects are closed; each other says why it stays open', async () => {
  const refused = new CallFailed([new Failure({ code: 'CONFLICT', message: 'Changed meanwhile.' })])
  const close = vi.fn(async ({ subjectid }: SubjectRow) => {
    if (subjectid === 'changed') throw refused
  })
  const done = vi.fn()
  const left = await closeChosen(
    [
      subject('whole'),
      subject('closed', { status: 'CLOSED' }),
      subject('typed'),
      subject('lacking', { facts: { ...whole, formsDone: 0 } }),
      subject('planned', { facts: { ...whole, visitsDone: 1 } }),
      subject('walking'),
      subject('changed'),
    ],
    ['form/typed/visit', 'study/st'],
    { isRunning: async ({ subjectid }) => subjectid === 'walking', close },
    done,
  )
  expect(close.mock.calls.map(([{ subjectid }]) => subjectid)).toEqual(['whole', 'changed'])
  expect(left.map(({ subject: { subjectid }, why: { kind } }) => [subjectid, kind])).toEqual([
    ['closed', 'notOpen'],
    ['typed', 'unsaved'],
    ['lacking', 'missing'],
    ['planned', 'missing'],
    ['walking', 'running'],
    ['changed', 'refused'],
  ])
  expect(done).toHaveBeenLastCalledWith(7)
})

test('a subject is closed with the version that the question showed, and judged by what it has now', () => {
  const facts = { ...whole, formsDone: 0 }
  const asked = subject('walking')
  expect(asAsked(asked, [subject('other'), subject('walking', { version: 5, facts })])).toMatchObject({
    version: 3,
    facts,
  })
  expect(asAsked(asked, [])).toEqual(asked)
})
