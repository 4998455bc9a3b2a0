// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { closeAll, drawHook } from '../../records/test/screen.tsx'

const rereadShown = vi.fn(() => Promise.resolve())
vi.mock('../../calls/graphql.ts', () => ({ rereadShown }))
vi.mock('../../locale/failure-text.ts', () => ({
  useFailureText:
    () =>
    ({ code }: Failure) =>
      code,
}))
vi.mock('../../texts/catalogue.ts', () => ({ loadScreensAhead: () => undefined }))
const { useSubmission } = await import('./use-submission.ts')

afterEach(closeAll)

const current = { version: 2, by: 'Kari', at: '2026-10-20T09:00:00Z' }
const conflict = new Failure({ code: 'CONFLICT', message: '', current })
const work = () => Promise.reject(conflict)

test('a conflict is shown beside the button, unless the form shows it itself; what is shown is read again', async () => {
  const plain = await drawHook(() => useSubmission([], work, { isBeside: true }))
  await act(async () => void (await plain.result().submit()))
  expect(plain.result()).toMatchObject({ refusal: 'CONFLICT', conflict, failed: 1 })
  expect(rereadShown).toHaveBeenCalledOnce()
  const own = await drawHook(() => useSubmission([], work, { isBeside: true, isConflictShown: true }))
  await act(async () => void (await own.result().submit()))
  expect(own.result()).toMatchObject({ refusal: undefined, conflict })
})
