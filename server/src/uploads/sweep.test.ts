import { problem } from '@casebook/domain/shared/problems.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complete, openFilesBed, remove, upload } from '../../test/beds/files-bed.ts'
import { sweepUploads } from './sweep.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>

beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

describe('the sweep', () => {
  test('settles files in the store as UPLOADED, even if no browser reported them', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await upload(file, 'abc')
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await bed.age(file.referencedataid, 2)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'UPLOADED', size: 3 }])
  })

  test('fails a missing file a minute after its policy ended, and not before', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 15)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await bed.age(file.referencedataid, 1)
    await Promise.all([bed.sweep(), bed.sweep(), bed.sweep()])
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'FAILED', size: null }])
    const { listHistory } = await bed.nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { actor kind } }',
      { studyid: bed.study.studyid, subjectid },
    )
    expect(listHistory.slice(0, 2)).toEqual([
      { actor: 'sweep', kind: 'reference_data' },
      { actor: expect.not.stringMatching('sweep'), kind: 'reference_data' },
    ])
  })

  test('is not final: a file that arrives later becomes UPLOADED, whether or not a browser reports it', async () => {
    const { subjectid } = await bed.addSubject()
    const completed = await bed.addFile(subjectid)
    const abandoned = await bed.addFile(subjectid)
    for (const file of [completed, abandoned]) await bed.age(file.referencedataid, 17)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'FAILED' }, { status: 'FAILED' }])
    for (const file of [completed, abandoned]) expect(await upload(file, 'late')).toBe(200)
    const { completeReferenceData } = await bed.nurse.ask(complete, {
      subjectid,
      referencedataid: completed.referencedataid,
    })
    expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4 })
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([
      { status: 'UPLOADED', size: 4 },
      { status: 'UPLOADED', size: 4 },
    ])
  })

  test('writes nothing more about failed files', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 17)
    for (let rounds = 0; rounds < 3; rounds++) await bed.sweep()
    const { listHistory } = await bed.nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { actor } }',
      { studyid: bed.study.studyid, subjectid },
    )
    expect(listHistory.filter(({ actor }: { actor: string }) => actor === 'sweep')).toHaveLength(1)
  })

  test('does not change deleted subjects and removed files', async () => {
    const { subjectid } = await bed.addSubject()
    const kept = await bed.addFile(subjectid)
    const removed = await bed.addFile(subjectid)
    await bed.nurse.ask(remove, { subjectid, referencedataid: removed.referencedataid })
    await bed.admin.ask(
      'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }',
      {
        studyid: bed.study.studyid,
        subjectid,
      },
    )
    for (const file of [kept, removed]) await bed.age(file.referencedataid, 60)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
  })

  test('changes nothing while the store is down', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 60)
    const store = { ...bed.casebook.services.store, head: () => Promise.reject(problem('store.unavailable')) }
    await sweepUploads({ db: bed.casebook.services.db, store, log: pino({ level: 'silent' }) })
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
  })
})
