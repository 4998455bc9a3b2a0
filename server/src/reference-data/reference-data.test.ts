import { createHash } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, complete, list, openFilesBed, remove, setStatus, upload } from '../../test/beds/files-bed.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>

beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

describe('addReferenceData', () => {
  test('returns where to send the file, and lists it as PENDING without a link', async () => {
    const { subjectid, identifier } = await bed.addSubject()
    const file = await bed.addFile(subjectid, { identifier })
    expect(file).toMatchObject({
      status: 'PENDING',
      size: null,
      downloadUrl: null,
      objectUrl: `${bed.casebook.origin}/objects`,
      persistedObjectName: `${bed.study.studyid}/${file.referencedataid}`,
    })
    expect(await bed.listFiles(subjectid)).toEqual([
      {
        referencedataid: file.referencedataid,
        filename: 'arm.csv',
        status: 'PENDING',
        size: null,
        downloadUrl: null,
        objectUrl: null,
        fields: null,
      },
    ])
  })

  test('puts nothing that a person typed into the form', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid, { filename: 'a,b}={key=x.csv' })
    expect(file.fields).not.toContain('x.csv')
    expect(await upload(file, 'x')).toBe(200)
  })

  test.each([
    ['no subject', { subjectid: 'nobody' }, {}, 'NOT_FOUND', 'subjectid'],
    ['a study that is not the subject’s', {}, { studyid: 'other' }, 'NOT_FOUND', 'subjectid'],
    ['a site that is not the subject’s', {}, { siteid: 'other' }, 'NOT_FOUND', 'subjectid'],
    ['an activity that is not recorded', {}, { activitytypeid: 'other' }, 'NOT_FOUND', 'activitytypeid'],
    ['an identifier that is not the subject’s', {}, { identifier: 'other' }, 'BAD_INPUT', 'identifier'],
    ['no file name', {}, { filename: ' ' }, 'BAD_INPUT', 'filename'],
    ['a file name of 256 characters', {}, { filename: 'x'.repeat(256) }, 'BAD_INPUT', 'filename'],
    ['a file name of two lines', {}, { filename: 'a\r\nb' }, 'BAD_INPUT', 'filename'],
    ['a SHA-256 that is none', {}, { sha256: 'ABC' }, 'BAD_INPUT', 'sha256'],
  ])('refuses %s', async (_what, ids, more, code, field) => {
    const { subjectid } = await bed.addSubject()
    expect(await bed.nurse.refused(add, { subjectid, ...ids, input: bed.input(more) })).toMatchObject({ code, field })
    expect(await bed.listFiles(subjectid)).toEqual([])
  })

  test('refuses a closed subject, and so do the other calls', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await upload(file, 'x')
    await bed.nurse.ask(complete, { subjectid, referencedataid: file.referencedataid })
    await bed.nurse.ask(setStatus, { input: { ...bed.study, activitytypeid: undefined, subjectid, status: 'CLOSED' } })
    expect(await bed.nurse.refused(add, { subjectid, input: bed.input() })).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
    const ids = { subjectid, referencedataid: file.referencedataid }
    expect(await bed.nurse.refused(remove, ids)).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
    expect((await bed.nurse.ask(complete, ids)).completeReferenceData.status).toBe('UPLOADED')
  })
})

describe('completeReferenceData', () => {
  test('finds the file in the store and returns a link that downloads it under its own name', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid, { filename: 'økt "1".csv' })
    expect(await upload(file, 'a,b\n')).toBe(200)
    const { completeReferenceData } = await bed.nurse.ask(complete, {
      subjectid,
      referencedataid: file.referencedataid,
    })
    expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4, objectUrl: null, fields: null })
    const answer = await fetch(completeReferenceData.downloadUrl)
    expect(await answer.text()).toBe('a,b\n')
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''%C3%B8kt%20%221%22.csv`)
  })

  test('changes nothing when it is called again', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    await upload(file, 'a')
    const ids = { subjectid, referencedataid: file.referencedataid }
    const answers = await Promise.all([
      bed.nurse.ask(complete, ids),
      bed.nurse.ask(complete, ids),
      bed.nurse.ask(complete, ids),
    ])
    expect(answers.map((answer) => answer.completeReferenceData.status)).toEqual(['UPLOADED', 'UPLOADED', 'UPLOADED'])
    const { listHistory } = await bed.nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { kind action } }',
      { studyid: bed.study.studyid, subjectid },
    )
    const changes = listHistory.filter((entry: { kind: string }) => entry.kind === 'reference_data')
    expect(changes.map((entry: { action: string }) => entry.action)).toEqual(['UPDATED', 'ADDED'])
  })

  test('leaves a file PENDING that has not arrived yet', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    const { completeReferenceData } = await bed.nurse.ask(complete, {
      subjectid,
      referencedataid: file.referencedataid,
    })
    expect(completeReferenceData.status).toBe('PENDING')
    expect(
      await bed.nurse.refused(setStatus, {
        input: { ...bed.study, activitytypeid: undefined, subjectid, status: 'CLOSED' },
      }),
    ).toMatchObject({
      code: 'UPLOAD_PENDING',
    })
  })

  test('fails a file that is not being sent any more, and keeps nobody from closing the subject; what arrives later counts', async () => {
    const { subjectid } = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    const ids = { subjectid, referencedataid: file.referencedataid, stopped: true }
    expect((await bed.nurse.ask(complete, ids)).completeReferenceData.status).toBe('FAILED')
    await bed.putObject(file.persistedObjectName, 4)
    expect((await bed.nurse.ask(complete, ids)).completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4 })
    const other = await bed.addFile(subjectid)
    await bed.nurse.ask(complete, { ...ids, referencedataid: other.referencedataid })
    const input = { ...bed.study, activitytypeid: undefined, subjectid, status: 'CLOSED' }
    expect((await bed.nurse.ask(setStatus, { input })).updateSubject.status).toBe('CLOSED')
  })

  test('fails an object that violates the policy, and removes it from the store', async () => {
    const { subjectid } = await bed.addSubject()
    const empty = await bed.addFile(subjectid)
    await bed.putObject(empty.persistedObjectName, 0)
    const huge = await bed.addFile(subjectid)
    await bed.putObject(huge.persistedObjectName, 1)
    await truncate(join(bed.casebook.dataDir, 'objects', huge.persistedObjectName), maxUploadBytes + 1)
    for (const { referencedataid, persistedObjectName } of [empty, huge]) {
      const { completeReferenceData } = await bed.nurse.ask(complete, { subjectid, referencedataid })
      expect(completeReferenceData).toMatchObject({ status: 'FAILED', size: null, downloadUrl: null })
      expect(await bed.casebook.services.store.head(persistedObjectName)).toBeUndefined()
    }
  })

  test('fails bytes with another SHA-256, if the store accepted them', async () => {
    const { subjectid } = await bed.addSubject()
    const sha256 = createHash('sha256').update('right').digest('hex')
    const wrong = await bed.addFile(subjectid, { sha256 })
    expect(await upload(wrong, 'wrong')).toBe(400)
    await bed.putObject(wrong.persistedObjectName, 5)
    const ids = { subjectid, referencedataid: wrong.referencedataid }
    expect((await bed.nurse.ask(complete, ids)).completeReferenceData.status).toBe('FAILED')
    const right = await bed.addFile(subjectid, { sha256 })
    expect(await upload(right, 'right')).toBe(200)
    const { completeReferenceData } = await bed.nurse.ask(complete, {
      subjectid,
      referencedataid: right.referencedataid,
    })
    expect(completeReferenceData.status).toBe('UPLOADED')
  })

  test('does not find a file of another subject', async () => {
    const { subjectid } = await bed.addSubject()
    const other = await bed.addSubject()
    const file = await bed.addFile(subjectid)
    const ids = { subjectid: other.subjectid, referencedataid: file.referencedataid }
    expect(await bed.nurse.refused(complete, ids)).toMatchObject({ code: 'NOT_FOUND', field: 'referencedataid' })
    expect(await bed.nurse.refused(remove, ids)).toMatchObject({ code: 'NOT_FOUND', field: 'referencedataid' })
  })
})

test('removing hides a file and leaves it in the store', async () => {
  const { subjectid } = await bed.addSubject()
  const file = await bed.addFile(subjectid)
  await upload(file, 'kept')
  const ids = { subjectid, referencedataid: file.referencedataid }
  await bed.nurse.ask(complete, ids)
  expect((await bed.nurse.ask(remove, ids)).removeReferenceData).toEqual({ referencedataid: file.referencedataid })
  expect(await bed.listFiles(subjectid)).toEqual([])
  expect(await bed.casebook.services.store.head(file.persistedObjectName)).toMatchObject({ size: 4 })
  for (const call of [remove, complete]) expect(await bed.nurse.refused(call, ids)).toMatchObject({ code: 'NOT_FOUND' })
})

test('files are sorted by name ignoring case, of one activity type or of all', async () => {
  const { subjectid } = await bed.addSubject()
  for (const filename of ['b.csv', 'C.csv', 'a.csv', 'Ø.csv']) await bed.addFile(subjectid, { filename })
  const names = (files: { filename: string }[]) => files.map(({ filename }) => filename)
  expect(names(await bed.listFiles(subjectid))).toEqual(['a.csv', 'b.csv', 'C.csv', 'Ø.csv'])
  const { activitytypeid } = bed.study
  expect((await bed.nurse.ask(list, { subjectid, activitytypeid })).listReferenceData).toHaveLength(4)
  expect(await bed.nurse.refused(list, { subjectid, activitytypeid: 'other' })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await bed.nurse.refused(list, { subjectid: 'nobody' })).toMatchObject({
    code: 'NOT_FOUND',
    field: 'subjectid',
  })
})
