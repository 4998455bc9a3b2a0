import { expect, test } from 'vitest'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { anyField } from '../test/any-field.ts'
import { reviewForClosing } from './closing-review.ts'

const field = { ...anyField, type: 'Number' } as const
const visit = {
  formtypeid: 'visit',
  identifier: 'Visit',
  fields: [
    { ...field, name: 'Weight' },
    { ...field, name: 'Height' },
    { ...field, name: 'Age', required: false },
  ],
  checks: [],
  draft: null,
  number: 1,
  repeats: false,
}
const baseline = {
  formtypeid: 'baseline',
  identifier: 'Baseline',
  fields: [],
  checks: [],
  draft: null,
  number: 1,
  repeats: false,
}
const stairs = { activitytypeid: 'stairs', description: 'Stairs', expectsFile: true, repeats: false }
const walk = { activitytypeid: 'walk', description: 'Walk', expectsFile: true, repeats: false }
const offers: SubjectOffers = {
  listFormTypes: [visit, baseline],
  listActivityTypes: [walk, stairs],
  listDevices: [],
  getSite: null,
  listRunningActivities: [],
  listVisits: [],
  listSubjectVisits: [],
}

function file(status: 'PENDING' | 'UPLOADED' | 'FAILED', filename: string) {
  return {
    referencedataid: filename,
    activitytypeid: 'walk',
    filename,
    persistedObjectName: filename,
    status,
    size: null,
    sha256: null,
    description: null,
    zone: null,
    clockCorrection: 0,
  }
}

function subjectWith(more: Partial<SubjectRecord>): SubjectRecord {
  const ids = { siteid: 'oslo', studyid: 's', subjectid: 'u', identifier: 'S-001', version: 1 }
  return { ...ids, status: 'OPEN', devices: [], forms: [], activities: [], ...more }
}

test('what belongs to visits is missing as the schedule asks for it', () => {
  const scheduled = (visitid: string, day: number | null) => ({
    ...{ visitid, name: visitid, day, repeats: false, formtypeids: ['baseline'], activitytypeids: ['walk'] },
  })
  const of = (visitid: string, state: 'PLANNED' | 'DONE' | 'MISSED') => {
    const dates = { plannedDate: null, earliestDate: null, latestDate: null, date: null }
    return { visitid, occurrence: 1, state, ...dates, reason: null, version: 0 }
  }
  const review = reviewForClosing(
    subjectWith({
      forms: [{ ...form(baseline, []), visitid: 'first' }],
      activities: [{ ...activity(walk, [file('UPLOADED', 'a.csv')]), visitid: 'first' }],
    }),
    {
      ...{ ...offers, listFormTypes: [baseline], listActivityTypes: [walk] },
      listVisits: [scheduled('first', 0), scheduled('second', 7), scheduled('third', 14), scheduled('extra', null)],
      listSubjectVisits: [of('first', 'DONE'), of('second', 'PLANNED'), of('third', 'MISSED'), of('extra', 'PLANNED')],
    },
  )
  expect(review.visits).toMatchObject({
    ...{ done: 2, all: 3 },
    lacking: [{ visit: { name: 'second' }, isOpen: true, unfilled: ['Baseline'], unrecorded: ['Walk'] }],
  })
  expect(review.forms.unfilled).toEqual([])
  expect(review.activities.unrecorded).toEqual([])
  expect(review.lacking).toBe(3)
})

function activity(type: typeof walk, referenceData: ReturnType<typeof file>[]) {
  const times = { startTime: 1, stopTime: 2, comment: null, version: 1, visitid: null, occurrence: 1 }
  return { subjectid: 'u', activitytypeid: type.activitytypeid, activitytype: type, referenceData, ...times }
}

function form(formtype: typeof visit, fields: { key: string; value: string }[]) {
  return {
    subjectid: 'u',
    formtypeid: formtype.formtypeid,
    version: 1,
    fields,
    confirmed: [],
    visitid: null,
    occurrence: 1,
    typeNumber: 1,
    formtype,
  }
}

test('names what is missing, part by part', () => {
  const review = reviewForClosing(
    subjectWith({
      forms: [form(visit, [{ key: 'Weight', value: '70' }])],
      activities: [activity(walk, [])],
    }),
    offers,
  )
  expect(review.forms).toEqual({
    done: 0,
    all: 2,
    unfilled: [{ id: 'baseline', name: 'Baseline' }],
    incomplete: [{ id: 'visit', name: 'Visit', left: 1 }],
  })
  expect(review.activities).toEqual({
    done: 1,
    all: 2,
    running: [],
    unrecorded: [{ id: 'stairs', name: 'Stairs' }],
    withoutFile: [{ id: 'walk', name: 'Walk' }],
  })
  // Two forms and two activities. A device does not count.
  expect(review.lacking).toBe(4)
})

test('a running activity is distinguished from one that was not recorded', () => {
  const running = { activitytypeid: 'stairs', activitytype: stairs, startTime: 1, startedBy: 'Kari', version: 1 }
  const review = reviewForClosing(subjectWith({}), { ...offers, listRunningActivities: [running] })
  expect(review.activities).toMatchObject({
    running: [{ id: 'stairs', name: 'Stairs' }],
    unrecorded: [{ id: 'walk', name: 'Walk' }],
  })
})

test('a running activity is told under its name when its type was removed', () => {
  const treadmill = { activitytypeid: 'treadmill', description: 'Treadmill' }
  const running = { activitytypeid: 'treadmill', activitytype: treadmill, startTime: 1, startedBy: 'Kari', version: 1 }
  const review = reviewForClosing(subjectWith({}), { ...offers, listRunningActivities: [running] })
  expect(review.activities.running).toEqual([{ id: 'treadmill', name: 'Treadmill' }])
  expect(review.activities.all).toBe(3)
})

test('files are stored, being uploaded or failed', () => {
  const files = [file('UPLOADED', 'a.csv'), file('PENDING', 'b.csv'), file('FAILED', 'c.csv')]
  const review = reviewForClosing(subjectWith({ activities: [activity(walk, files)] }), offers)
  expect(review.files).toEqual({ stored: 1, pending: ['b.csv'], failed: ['c.csv'] })
  expect(review.activities.withoutFile).toEqual([])
})

test('a file is missing only if the activity’s type expects one', () => {
  const rest = { activitytypeid: 'rest', description: 'Rest', expectsFile: false, repeats: false }
  const activities = [activity(walk, []), activity(rest, [])]
  const review = reviewForClosing(subjectWith({ activities }), { ...offers, listActivityTypes: [walk, rest] })
  expect(review.activities.withoutFile).toEqual([{ id: 'walk', name: 'Walk' }])
})

test('a subject without a device is complete, as in the subjects list', () => {
  const none = { ...offers, listFormTypes: [], listActivityTypes: [walk] }
  const activities = [activity(walk, [file('UPLOADED', 'a.csv')])]
  expect(reviewForClosing(subjectWith({ activities }), none).lacking).toBe(0)
})

test('a complete subject lacks nothing', () => {
  const review = reviewForClosing(
    subjectWith({
      devices: [{ deviceid: 'A1', position: 'ARM', place: 'arm', from: null }],
      forms: [
        form(baseline, []),
        form(visit, [
          { key: 'Weight', value: '70' },
          { key: 'Height', value: '1.80' },
        ]),
      ],
      activities: [activity(walk, [file('UPLOADED', 'a.csv')]), activity(stairs, [file('UPLOADED', 'b.csv')])],
    }),
    offers,
  )
  expect(review.lacking).toBe(0)
  expect(review.forms.done).toBe(2)
})
