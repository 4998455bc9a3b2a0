// @vitest-environment happy-dom

import type { Layout } from '@casebook/domain/recordings/recording.ts'
import { describeUnreadable, type FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallFailed, Failure } from '../../calls/failures.ts'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import type { ReadingState } from './reading-state.ts'
import { useDescribed } from './use-described.ts'

const calls = vi.hoisted(() => ({ describe: vi.fn(), reread: vi.fn(), report: vi.fn() }))
vi.mock('../../calls/graphql.ts', () => ({ useWrite: () => [calls.describe], rereadShown: calls.reread }))
vi.mock('../../calls/errors.ts', () => ({ reportError: calls.report }))
vi.mock('@casebook/domain/reference-data/file-description.ts', async (original) => ({
  ...(await original<object>()),
  describeFile: (_survey: unknown, layout: Layout | null) => ({ ...described, layout }),
}))

const described = {
  ...describeUnreadable({ code: 'no-data', offset: null, line: null, detail: null }),
  unreadable: null,
} as unknown as FileDescription

beforeEach(() => {
  vi.useFakeTimers()
  for (const each of Object.values(calls)) each.mockReset()
})
afterEach(async () => {
  await closeAll()
  vi.useRealTimers()
})

const ids = { subjectid: 's', referencedataid: 'r' }
const read = { survey: {}, quality: undefined, failure: undefined } as unknown as ReadingState
const onSent = vi.fn()
const layout: Layout = { rate: 40 }
const readBy = (by: 'person' | 'file') => () => useDescribed(ids, undefined, read, { layout, by, onSent }, false)
const refusedWith = (code: string) => new CallFailed([new Failure({ code, message: '' })])
/** Lets pass what the page waits before it sends again. */
const wait = () => act(() => vi.advanceTimersByTimeAsync(3_000))

test.each(['NETWORK', 'UNAUTHENTICATED'])(
  'settings of this person are sent again after %s, until they are stored',
  async (code) => {
    calls.describe.mockRejectedValueOnce(refusedWith(code)).mockRejectedValueOnce(refusedWith(code))
    const page = await drawHook(readBy('person'))
    expect(page.result()).toBe(true)
    await wait()
    expect(page.result()).toBe(true)
    expect(calls.describe).toHaveBeenCalledTimes(2)
    await wait()
    expect(calls.describe).toHaveBeenCalledTimes(3)
    expect(JSON.parse(calls.describe.mock.lastCall?.[0].description)).toMatchObject({ layout })
    await wait()
    expect(page.result()).toBe(false)
    expect(calls.describe).toHaveBeenCalledTimes(3)
  },
)

test('what was only recognised is left to the next visit', async () => {
  calls.describe.mockRejectedValue(refusedWith('NETWORK'))
  const page = await drawHook(readBy('file'))
  await wait()
  expect(calls.describe).toHaveBeenCalledOnce()
  expect(page.result()).toBe(false)
})

test('settings that a colleague was faster with are told, and not sent again', async () => {
  calls.describe.mockRejectedValue(refusedWith('CONFLICT'))
  await drawHook(readBy('person'))
  await wait()
  expect(calls.describe).toHaveBeenCalledOnce()
  expect(calls.report).toHaveBeenCalledOnce()
  expect(calls.reread).toHaveBeenCalledOnce()
})

test.each(['FORBIDDEN', 'BAD_INPUT', 'NOT_FOUND'])(
  'a refusal (%s) is told once, and not asked for again',
  async (code) => {
    calls.describe.mockRejectedValue(refusedWith(code))
    const page = await drawHook(readBy('person'))
    await wait()
    expect(page.result()).toBe(false)
    expect(calls.describe).toHaveBeenCalledOnce()
    expect(calls.report).toHaveBeenCalledOnce()
  },
)

test('a page that is left sends nothing more', async () => {
  calls.describe.mockRejectedValue(refusedWith('NETWORK'))
  await drawHook(readBy('person'))
  await closeAll()
  await wait()
  expect(calls.describe).toHaveBeenCalledOnce()
})
