import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { call, write } from '../../calls/call.ts'
import { CallFailed, Failure } from '../../calls/failures.ts'
import { rereadShown, writeOnce } from '../../calls/graphql.ts'
import {
  AddReferenceDataDocument,
  CompleteReferenceDataDocument,
  DescribeReferenceDataDocument,
  HearOfReferenceDataDocument,
  RemoveReferenceDataDocument,
  SetReferenceDataZoneDocument,
} from '../../generated/graphql.ts'
import { uploadCalls } from './upload-calls.ts'

vi.mock('../../calls/call.ts', () => ({
  call: vi.fn(),
  write: vi.fn(),
  mutationOf: (document: unknown, variables: unknown) => ({ document, variables }),
}))
vi.mock('../../calls/graphql.ts', () => ({ writeOnce: vi.fn(), rereadShown: vi.fn() }))

beforeEach(() => {
  vi.mocked(writeOnce).mockReset()
  // A refresh that does not end: the server is busy with it.
  vi.mocked(rereadShown)
    .mockReset()
    .mockReturnValue(new Promise(() => undefined))
})

const target = { subjectid: 's', siteid: 'oslo', studyid: 'y', activitytypeid: 'a', identifier: null }
const ids = { subjectid: 's', referencedataid: 'r' }
const presigned = { referencedataid: 'r', objectUrl: 'https://store', fields: '{}' }

test('a row is added with its file name and hash', async () => {
  vi.mocked(write).mockResolvedValueOnce({ addReferenceData: presigned })
  expect(await uploadCalls.add(target, 'walk.csv', 'abc', 'key')).toEqual(presigned)
  const input = {
    activitytypeid: 'a',
    filename: 'walk.csv',
    siteid: 'oslo',
    studyid: 'y',
    identifier: null,
    sha256: 'abc',
    // So that it is not waited for if the page is gone before it begins.
    sending: true,
  }
  const mutation = { document: AddReferenceDataDocument, variables: { subjectid: 's', input } }
  expect(write).toHaveBeenCalledWith(mutation, { key: 'key' })
  expect(rereadShown).not.toHaveBeenCalled()
})

test.each([{ objectUrl: null }, { fields: null }])('an answer without %o is an error', async (missing) => {
  vi.mocked(write).mockResolvedValueOnce({ addReferenceData: { ...presigned, ...missing } })
  await expect(uploadCalls.add(target, 'walk.csv', null, 'key')).rejects.toThrow(
    'addReferenceData answered without objectUrl and fields',
  )
})

test('a file that has arrived refreshes the screen, and does not wait for it', async () => {
  vi.mocked(writeOnce).mockResolvedValueOnce({ completeReferenceData: { status: 'UPLOADED' } })
  expect(await uploadCalls.complete('s', 'r')).toBe('UPLOADED')
  expect(writeOnce).toHaveBeenCalledWith(CompleteReferenceDataDocument, ids)
  expect(rereadShown).toHaveBeenCalledOnce()
})

test('what is said of a file on its way goes out at once, and from a page that goes', async () => {
  await uploadCalls.beat('s', 'r')
  await uploadCalls.leave('s', 'r')
  expect(vi.mocked(call).mock.calls).toEqual([
    [HearOfReferenceDataDocument, ids, { isRead: true, isBackground: true }],
    [CompleteReferenceDataDocument, { ...ids, stopped: true }, { isBackground: true, keepalive: true }],
  ])
  expect(rereadShown).not.toHaveBeenCalled()
  // A server that does not know the argument refuses the whole document that names it.
  expect(HearOfReferenceDataDocument.toString()).toContain('sending')
  expect(CompleteReferenceDataDocument.toString()).not.toContain('sending')
})

test('a removed row leaves the screen before its upload does', async () => {
  const refresh = Promise.withResolvers<void>()
  vi.mocked(rereadShown).mockReturnValue(refresh.promise)
  const ended = vi.fn()
  void uploadCalls.remove('s', 'r').then(ended)
  await vi.waitFor(() => expect(rereadShown).toHaveBeenCalledOnce())
  expect(writeOnce).toHaveBeenCalledWith(RemoveReferenceDataDocument, ids)
  expect(ended).not.toHaveBeenCalled()
  refresh.resolve()
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
})

const zoned = [SetReferenceDataZoneDocument, { ...ids, zone: 'Europe/Oslo', previousZone: null }]

test.each([
  ['a file with a local time has the zone of its recorder', { start: 5, clock: 'local', recognised: [] }, [zoned]],
  [
    'a file that contains its offset needs no zone',
    { start: 5, clock: 'local', recognised: [{ code: 'utc-offset', params: { minutes: 0 } }] },
    [],
  ],
  ['a file in UTC needs no zone', { start: 5, clock: 'utc', recognised: [] }, []],
  ['a file without a time needs no zone', { start: null, clock: 'local', recognised: [] }, []],
])('%s', async (_what, described, calls) => {
  const description = described as unknown as FileDescription
  await uploadCalls.describe('s', 'r', description, 'Europe/Oslo')
  expect(vi.mocked(writeOnce).mock.calls).toEqual([
    [DescribeReferenceDataDocument, { ...ids, description: JSON.stringify(description), previousLayout: 'null' }],
    ...calls,
  ])
  expect(rereadShown).toHaveBeenCalledOnce()
})

const local = { start: 5, clock: 'local', recognised: [] } as unknown as FileDescription
const refusedWith = (reason: string) => new CallFailed([new Failure({ code: 'CONFLICT', message: '', reason })])

test('a file whose layout a colleague chose meanwhile still has the zone of its recorder', async () => {
  vi.mocked(writeOnce).mockRejectedValueOnce(refusedWith('recording.layout.stale'))
  await uploadCalls.describe('s', 'r', local, 'Europe/Oslo')
  expect(vi.mocked(writeOnce).mock.calls.slice(1)).toEqual([zoned])
  expect(rereadShown).toHaveBeenCalledOnce()
})

test('any other refusal of a description ends it', async () => {
  vi.mocked(writeOnce).mockRejectedValueOnce(refusedWith('reference-data.missing'))
  await expect(uploadCalls.describe('s', 'r', local, 'Europe/Oslo')).rejects.toThrow(CallFailed)
  expect(writeOnce).toHaveBeenCalledOnce()
})
