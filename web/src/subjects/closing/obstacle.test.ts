import { expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import type { Upload, UploadState } from '../../reference-data/uploads/upload-state.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { findObstacle, unsavedDrafts } from './obstacle.ts'

type Activity = SubjectRecord['activities'][number]

const activity = (files: { referencedataid: string; filename: string; status: string }[]) =>
  [{ activitytypeid: 'stairs', stop: 2, start: 1, referenceData: files }] as unknown as Activity[]
const pending = { referencedataid: 'row', filename: 'arm.csv', status: 'PENDING' }
const failure = new Failure({ code: 'STORE', message: 'refused' })

const uploadIn = (state: UploadState): Upload => ({
  uploadid: 1,
  target: { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'stairs', identifier: null },
  file: new File(['1'], 'arm.csv'),
  zone: 'UTC',
  state,
  seen: undefined,
})
const failed = uploadIn({ phase: 'failed', failure, row: { referencedataid: 'row', isSent: false } })
const draft = { record: 'form/u/f', kind: 'form' as const, name: 'Baseline', to: 'formtypes/f' }
const stopped = { kind: 'stoppedUpload', filename: 'arm.csv', activity: 'stairs' }

test('a file that stopped here is not said to be uploading', () => {
  expect(findObstacle({ activities: activity([pending]) }, [failed], [])).toEqual(stopped)
})

test('a file that never had a row waits for a decision as well', () => {
  const without = uploadIn({ phase: 'failed', failure, row: undefined })
  expect(findObstacle({ activities: activity([]) }, [without], [draft])).toEqual(stopped)
})

test('a file that is being uploaded, here or by others, has to arrive first', () => {
  const other = { ...pending, referencedataid: 'other', filename: 'chest.csv' }
  const uploading = uploadIn({ phase: 'completing', referencedataid: 'row', ifMissing: 'fail' })
  for (const [files, uploads] of [
    [[pending], [uploading]],
    [[pending], []],
    [[pending, other], [failed]],
  ] as const) {
    expect(findObstacle({ activities: activity([...files]) }, uploads, [])).toMatchObject({
      kind: 'refused',
      failure: { params: { filename: files.at(-1)?.filename } },
    })
  }
})

test('unsaved text is named last', () => {
  const none = { activities: activity([]) }
  expect(findObstacle(none, [], [draft])).toEqual({ kind: 'unsaved', drafts: [draft] })
  expect(findObstacle(none, [], [])).toBeUndefined()
})

const visit = {
  formtypeid: 'visit',
  identifier: 'Visit',
  fields: [],
  checks: [],
  draft: null,
  number: 1,
  repeats: false,
}
const sleep = {
  formtypeid: 'sleep',
  identifier: 'Sleep',
  fields: [],
  checks: [],
  draft: null,
  number: 1,
  repeats: false,
}
const offers: SubjectOffers = {
  listFormTypes: [visit, sleep],
  listActivityTypes: [{ activitytypeid: 'stairs', description: 'Stairs', expectsFile: true, repeats: false }],
  listDevices: [],
  getSite: null,
  listRunningActivities: [],
  listVisits: [],
  listSubjectVisits: [],
}
const subject: SubjectRecord = {
  siteid: 'oslo',
  studyid: 's',
  subjectid: 'u',
  identifier: 'S-001',
  version: 1,
  status: 'OPEN',
  devices: [],
  forms: [
    {
      subjectid: 'u',
      formtypeid: 'visit',
      version: 1,
      fields: [],
      confirmed: [],
      visitid: null,
      occurrence: 1,
      label: null,
      typeNumber: 1,
      formtype: visit,
    },
  ],
  activities: [],
}

test('every kind of draft of the subject is told with its place, those of others are not', () => {
  const records = [
    'activity/u/stairs',
    'activity/u/removed',
    'form/u/visit',
    'form/u/sleep',
    'form/u/sleep~next',
    'form/u/sleep~2',
    'activity/u/stairs~next',
    'new-activity/u',
    'subject-device/u',
    'form/other/visit',
    'new-study/oslo',
    'subject/u',
  ]
  expect(unsavedDrafts(records, subject, offers).map(({ kind, name, to }) => [kind, name, to])).toEqual([
    ['activity', 'Stairs', 'activities'],
    ['activity', undefined, 'activities'],
    ['form', 'Visit', 'formtypes/visit'],
    ['form', 'Sleep', 'formtypes/new/sleep'],
    ['form', 'Sleep', 'formtypes/new/sleep'],
    ['form', 'Sleep', 'formtypes/sleep~2'],
    ['activity', 'Stairs', 'activities'],
    ['activity', undefined, 'activities'],
    ['device', undefined, 'devices/new'],
  ])
})
