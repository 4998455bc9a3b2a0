import { problem } from '@casebook/domain/shared/problems.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complete, openFilesBed, remove, upload } from '../../test/files-bed.ts'
import { sweepUploads } from './sweep.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>

beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

describe('the sweep', () => {
  test('settles what the store holds as UPLOADED although no browser said so', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await upload(file, 'abc')
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await bed.age(file.referencedataid, 2)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'UPLOADED', size: 3 }])
  })

  test('fails what never came, not before the policy ran out and a slow line had its time', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 29)
    await bed.sweep()
    expect(await bed.listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await bed.age(file.referencedataid, 2)
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

  test('is no last word: a file that comes after all is taken', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await bed.age(file.referencedataid, 60)
    await bed.sweep()
    await upload(file, 'late')
    const { completeReferenceData } = await bed.nurse.ask(complete, {
      subjectid,
      referencedataid: file.referencedataid,
    })
    expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4 })
  })

  test('leaves deleted subjects and removed files as they are', async () => {
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
