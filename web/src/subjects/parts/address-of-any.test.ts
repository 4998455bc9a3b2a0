import type { SubjectVisitState } from '@casebook/domain/visits/visits.rules.ts'
import { describe, expect, test } from 'vitest'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { addressOfAny as addressOn } from './address-of-any.ts'

const addressOfAny = (below: string, subject: SubjectRecord, of: SubjectOffers) =>
  addressOn(below, subject, of, '2026-11-27')

const scheduled = (visitid: string, day: number) => ({
  ...{ visitid, name: visitid, day, repeats: false, formtypeids: ['diary'], activitytypeids: ['walk'] },
  optionaltypeids: [],
  inOrder: false,
})
const of = (visitid: string, state: SubjectVisitState) => ({
  ...{ visitid, occurrence: 1, state, date: null, reason: null, version: 0 },
  ...{ plannedDate: null, earliestDate: null, latestDate: null },
})
const offers = (visits: boolean, repeats = false): SubjectOffers => ({
  listFormTypes: [
    { formtypeid: 'diary', identifier: 'Diary', fields: [], checks: [], draft: null, number: 1, repeats },
  ],
  listActivityTypes: [{ activitytypeid: 'walk', description: 'Walk', expectsFile: false, repeats }],
  ...{ listDevices: [], getSite: null, listRunningActivities: [] },
  listVisits: visits ? [scheduled('week0', 0), scheduled('week4', 28)] : [],
  listSubjectVisits: visits ? [of('week0', 'DONE'), of('week4', 'PLANNED')] : [],
})
const inVisits = (...visitids: (string | null)[]) =>
  ({
    forms: visitids.map((visitid) => ({ formtypeid: 'diary', visitid, occurrence: visitid ? 1 : 3 })),
    activities: visitids.map((visitid) => ({ activitytypeid: 'walk', visitid, occurrence: visitid ? 1 : 3 })),
  }) as unknown as SubjectRecord

describe('a link to any form or activity of a type leads to', () => {
  test('the first that is there, in the order of the schedule', () => {
    const subject = inVisits('week4', 'week0')
    expect(addressOfAny('formtypes/diary~any', subject, offers(true))).toBe('formtypes/diary~1~week0')
    expect(addressOfAny('activities/walk~any', subject, offers(true))).toBe('activities/walk~1~week0')
    expect(addressOfAny('formtypes/diary~any', inVisits(null), offers(false, true))).toBe('formtypes/diary~3')
  })

  test('a new one in the visit that the subject is in, if there is none', () => {
    expect(addressOfAny('formtypes/diary~any', inVisits(), offers(true))).toBe('formtypes/diary~1~week4')
    expect(addressOfAny('activities/walk~any', inVisits(), offers(true, true))).toBe('activities/walk~next~week4')
    expect(addressOfAny('formtypes/diary~any', inVisits(), offers(false))).toBe('formtypes/diary')
  })

  test('the visit, or of several the one whose state the matrix shows', () => {
    expect(addressOfAny('visits/week4', inVisits(), offers(true))).toBe('visits/week4~1')
    const several = offers(true)
    const states = ['DONE', 'MISSED', 'BEGUN'] as const
    several.listSubjectVisits = states.map((state, at) => ({ ...of('week4', state), occurrence: at + 1 }))
    expect(addressOfAny('visits/week4', inVisits(), several)).toBe('visits/week4~2')
  })

  test('nothing else', () => {
    for (const below of [
      '',
      'formtypes',
      'formtypes/diary',
      'formtypes/new/diary',
      'devices/x~any',
      'activities/walk~2',
      'visits/week4~1',
      'visits/gone',
    ])
      expect(addressOfAny(below, inVisits('week0'), offers(true)), below).toBe(below)
  })
})
