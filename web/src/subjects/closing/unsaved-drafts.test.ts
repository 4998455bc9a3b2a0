import { expect, test } from 'vitest'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { unsavedDrafts } from './unsaved-drafts.ts'

const visit = { formtypeid: 'visit', identifier: 'Visit', fields: [] }
const sleep = { formtypeid: 'sleep', identifier: 'Sleep', fields: [] }
const offers: SubjectOffers = {
  listFormTypes: [visit, sleep],
  listActivityTypes: [{ activitytypeid: 'stairs', description: 'Stairs', expectsFile: true }],
  listDevices: [],
  getSite: null,
  listRunningActivities: [],
}
const subject: SubjectRecord = {
  siteid: 'oslo',
  studyid: 's',
  subjectid: 'u',
  identifier: 'S-001',
  version: 1,
  status: 'OPEN',
  devices: [],
  forms: [{ subjectid: 'u', formtypeid: 'visit', version: 1, fields: [], formtype: visit }],
  activities: [],
}

test('every kind of draft of the subject is told with its place, those of others are not', () => {
  const records = [
    'activity/u/stairs',
    'activity/u/removed',
    'form/u/visit',
    'form/u/sleep',
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
    ['activity', undefined, 'activities'],
    ['device', undefined, 'devices/new'],
  ])
})
