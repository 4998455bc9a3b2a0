import { expect, test } from 'vitest'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { anyField } from '../test/any-field.ts'
import { reviewForClosing as reviewWithNames } from './closing-review.ts'

const reviewForClosing = (subject: SubjectRecord, of: SubjectOffers) =>
  reviewWithNames(subject, of, {
    form: ({ formtype, occurrence }) =>
      formtype.repeats ? `${formtype.identifier} ${occurrence}` : formtype.identifier,
    activity: ({ activitytype, occurrence }) =>
      activitytype.repeats ? `${activitytype.description} ${occurrence}` : activitytype.description,
  })

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
    visitid: null,
    occurrence: 1,
    label: null,
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
    optionaltypeids: visitid === 'first' ? [] : ['none'],
    inOrder: false,
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
  expect(review.forms).toMatchObject({ done: 1, all: 2, unfilled: [] })
  expect(review.activities).toMatchObject({ done: 1, all: 2, unrecorded: [] })
  expect(review.lacking).toBe(3)
})

function activity(type: typeof walk, referenceData: ReturnType<typeof file>[]) {
  const times = { startTime: 1, stopTime: 2, comment: null, version: 1, visitid: null, occurrence: 1, label: null }
  return { subjectid: 'u', activitytypeid: type.activitytypeid, activitytype: type, referenceData, ...times }
}

function runningOf(type: { activitytypeid: string; description: string; repeats: boolean }) {
  const { activitytypeid } = type
  const ids = { activitytypeid, visitid: null, occurrence: 1, label: null }
  return { ...ids, activitytype: type, startTime: 1, startedBy: 'Kari', version: 1 }
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
    label: null,
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
  const running = runningOf(stairs)
  const review = reviewForClosing(subjectWith({}), { ...offers, listRunningActivities: [running] })
  expect(review.activities).toMatchObject({
    running: [{ id: 'stairs', name: 'Stairs' }],
    unrecorded: [{ id: 'walk', name: 'Walk' }],
  })
})

test('a running activity is told under its name when its type was removed', () => {
  const running = runningOf({ activitytypeid: 'treadmill', description: 'Treadmill', repeats: false })
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
      devices: [{ deviceid: 'A1', position: 'ARM', place: 'arm', from: null, visitid: null }],
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

test('of a type that repeats, it says which one lacks something', () => {
  const laps = { ...walk, repeats: true }
  const diary = { ...visit, repeats: true }
  const walked = (occurrence: number, files: ReturnType<typeof file>[]) => ({ ...activity(laps, files), occurrence })
  const review = reviewForClosing(
    subjectWith({
      forms: [{ ...form(diary, []), occurrence: 3 }, form(diary, [{ key: 'Weight', value: '70' }])],
      activities: [walked(2, []), walked(1, [file('UPLOADED', 'a.csv')])],
    }),
    {
      ...offers,
      listFormTypes: [diary],
      listActivityTypes: [laps],
      listRunningActivities: [{ ...runningOf(laps), occurrence: 3 }],
    },
  )
  expect(review.forms.incomplete).toEqual([
    { id: 'visit', name: 'Visit 1', left: 1 },
    { id: 'visit~3', name: 'Visit 3', left: 2 },
  ])
  expect(review.activities).toMatchObject({
    done: 2,
    all: 3,
    running: [{ id: 'walk~3', name: 'Walk 3' }],
    unrecorded: [],
    withoutFile: [{ id: 'walk~2', name: 'Walk 2' }],
  })
})
