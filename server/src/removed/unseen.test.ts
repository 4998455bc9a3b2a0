import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let kari: Person
let pål: Person
beforeAll(async () => {
  casebook = await startCasebook()
  const groups = ['admin', 'hp', 'study:admin', 'subject:admin'] as const
  kari = await addPerson(casebook, 'Kari', { groups })
  pål = await addPerson(casebook, 'Pål', { groups })
})
afterAll(() => casebook.stop())

type Kind = {
  /** Which one, for the removal. */
  ids: (place: Place) => Record<string, string>
  /** A change of it, which answers its version. */
  change: (by: Person, place: Place) => Promise<{ version: number }>
}

const kinds: Record<string, Kind> = {
  removeForm: {
    ids: ({ subjectid, formtypeid }) => ({ subjectid, formtypeid }),
    change: (by, { subjectid, formtypeid }) => {
      const fields = [{ key: 'date', value: '43200' }]
      return run(by, 'updateForm', { input: { subjectid, formtypeid, fields } }, 'version')
    },
  },
  removeActivity: {
    ids: ({ subjectid, activitytypeid }) => ({ subjectid, activitytypeid }),
    change: (by, { subjectid, activitytypeid }) => {
      const times = { startTime: 1_792_476_000, stopTime: 1_792_476_900 }
      return run(by, 'updateActivity', { input: { subjectid, activitytypeid, ...times } }, 'version')
    },
  },
  removeSubject: {
    ids: ({ studyid, subjectid }) => ({ studyid, subjectid }),
    change: (by, { siteid, studyid, subjectid }) =>
      run(by, 'updateSubject', { input: { siteid, studyid, subjectid, identifier: 'P-2' } }, 'version'),
  },
  removeDevice: {
    ids: ({ siteid, deviceid }) => ({ siteid, deviceid }),
    change: (by, { siteid, deviceid }) =>
      run(by, 'updateDevice', { siteid, deviceid, input: { deviceid, hw_id: 'H2' } }, 'version'),
  },
  removeFormType: {
    ids: ({ studyid, formtypeid }) => ({ studyid, formtypeid }),
    change: (by, { studyid, formtypeid }) => {
      const fields = [{ name: 'date', type: 'Date', required: false }]
      return run(by, 'updateFormType', { formtypeid, input: { studyid, identifier: 'Theirs', fields } }, 'version')
    },
  },
  removeActivityType: {
    ids: ({ studyid, activitytypeid }) => ({ studyid, activitytypeid }),
    change: (by, { studyid, activitytypeid }) =>
      run(by, 'updateActivityType', { activitytypeid, input: { studyid, description: 'Theirs' } }, 'version'),
  },
  removeStudyDocument: {
    ids: ({ documentid }) => ({ documentid }),
    change: (by, { documentid }) =>
      run(by, 'addStudyDocumentVersion', { documentid, filename: 'second.pdf' }, 'version'),
  },
  removeStudy: {
    ids: ({ siteid, studyid }) => ({ siteid, studyid }),
    change: (by, { siteid, studyid }) =>
      run(by, 'updateStudy', { siteid, studyid, input: { name: 'Theirs', status: 'OPEN' } }, 'version'),
  },
  removeSite: {
    ids: ({ siteid }) => ({ siteid }),
    change: (by, { siteid }) => run(by, 'updateSite', { siteid, name: 'Theirs' }, 'version'),
  },
}

describe.each(Object.entries(kinds))('%s', (call, { ids, change }) => {
  test('is refused to whoever read it before somebody else changed it, who is named', async () => {
    const place = await makePlace(casebook)
    const { version } = await change(pål, place)
    expect(await refusal(kari, call, { ...ids(place), version: version - 1 })).toMatchObject({
      code: 'CONFLICT',
      reason: 'removal.unseen',
      message: expect.stringContaining('Pål'),
      current: { version, by: expect.stringContaining('Pål'), at: expect.any(String) },
    })
    const removed = await run(kari, call, { ...ids(place), version }, Object.keys(ids(place)).join(' '))
    expect(removed).toMatchObject(ids(place))
  })

  test('asks nothing of a call that says no version', async () => {
    const place = await makePlace(casebook)
    await change(pål, place)
    await run(kari, call, ids(place), Object.keys(ids(place)).join(' '))
  })
})

describe('an activity with files', () => {
  const ids = ({ subjectid, activitytypeid }: Place) => ({ subjectid, activitytypeid })
  const read = (place: Place) =>
    run(kari, 'listActivities', { subjectid: place.subjectid }, 'version referenceData { referencedataid }')

  test('is not removed with a file that was not seen, and stays with all of them', async () => {
    const place = await makePlace(casebook)
    const { siteid, studyid, referencedataid } = place
    const [before] = await read(place)
    const seen = { ...ids(place), version: before.version, files: [referencedataid] }
    const input = { siteid, studyid, activitytypeid: place.activitytypeid, filename: 'chest.csv' }
    await run(pål, 'addReferenceData', { subjectid: place.subjectid, input }, 'referencedataid')
    const refused = await refusal(kari, 'removeActivity', seen)
    expect(refused).toMatchObject({ code: 'CONFLICT', reason: 'removal.unseen', current: { version: before.version } })
    expect(refused.message).toContain('Pål')
    const [now] = await read(place)
    expect(now.referenceData).toHaveLength(2)
    const files = now.referenceData.map((file: { referencedataid: string }) => file.referencedataid)
    await run(kari, 'removeActivity', { ...seen, files }, 'activitytypeid')
    expect(await read(place)).toEqual([])
  })

  test('is removed though one that was seen is gone, and by a call that says none', async () => {
    const gone = await makePlace(casebook)
    await run(pål, 'removeReferenceData', { subjectid: gone.subjectid, referencedataid: gone.referencedataid })
    await run(kari, 'removeActivity', { ...ids(gone), files: [gone.referencedataid] }, 'activitytypeid')
    const none = await makePlace(casebook)
    expect(await refusal(kari, 'removeActivity', { ...ids(none), files: [] })).toMatchObject({ code: 'CONFLICT' })
    await run(kari, 'removeActivity', ids(none), 'activitytypeid')
  })
})
