import { beforeEach, expect, test, vi } from 'vitest'
import { rereadShown, writeOnce } from '../../calls/graphql.ts'
import { uploadCalls } from './upload-calls.ts'

// A refresh that does not end: the server is busy with it.
vi.mock('../../calls/graphql.ts', () => ({
  writeOnce: vi.fn(),
  rereadShown: vi.fn(() => new Promise(() => undefined)),
}))

beforeEach(() => {
  vi.mocked(rereadShown).mockClear()
})

const target = { subjectid: 's', siteid: 'oslo', studyid: 'y', activitytypeid: 'a', identifier: null }

test('a file is uploaded without waiting for the screen, which is refreshed when it has arrived', async () => {
  const presigned = { referencedataid: 'r', objectUrl: 'https://store', fields: '{}' }
  vi.mocked(writeOnce).mockResolvedValueOnce({ addReferenceData: presigned })
  expect(await uploadCalls.add(target, 'walk.csv', null)).toEqual(presigned)
  expect(rereadShown).not.toHaveBeenCalled()
  vi.mocked(writeOnce).mockResolvedValueOnce({ completeReferenceData: { status: 'UPLOADED' } })
  expect(await uploadCalls.complete('s', 'r')).toBe('UPLOADED')
  expect(rereadShown).toHaveBeenCalledOnce()
})
