// @vitest-environment happy-dom
import { problem } from '@casebook/domain/shared/problems.ts'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'

const answers: ((outcome: string) => void)[] = []
vi.mock('../uploads/send-file.ts', () => ({
  sendFile: () => new Promise((resolve) => answers.push(resolve)),
}))
vi.mock('../inspection/inspections.ts', () => ({
  inspect: () => undefined,
  whenInspected: async () => 'abc',
  forgetInspections: () => undefined,
}))
vi.mock('../../calls/graphql.ts', () => ({ rereadShown: async () => undefined }))
vi.mock('../../calls/errors.ts', () => ({ reportError: () => [] }))
vi.mock('../../locale/failure-text.ts', () => ({ useFailureText: () => () => 'not arrived' }))
const { useChosenFile } = await import('./ChosenFile.tsx')

afterEach(closeAll)

/** A document whose file is being sent. */
async function sending() {
  const screen = await drawHook(() => useChosenFile())
  const place = {
    objectUrl: '/objects',
    fields: '{}',
    complete: vi.fn(async () => true),
    beat: vi.fn(async () => undefined),
    stop: vi.fn(async () => undefined),
    notArrived: problem('study-document.not-arrived', { field: 'file' }),
  }
  await act(() => screen.result().choose(new File(['1'], 'protocol.pdf')))
  let sent: Promise<void> | undefined
  await act(async () => {
    sent = screen.result().send(place)
  })
  const end = (outcome: string) =>
    act(async () => {
      answers.pop()?.(outcome)
      await sent
    })
  return { place, end, screen }
}

const hide = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }))

test('a file that is on its way is said to be, and nothing more is said once it has arrived', async () => {
  const { place, end } = await sending()
  expect(place.beat).toHaveBeenCalledOnce()
  await end('sent')
  expect(place.complete).toHaveBeenCalledOnce()
  hide(false)
  expect(place.stop).not.toHaveBeenCalled()
})

test('a page that goes says that it stops, but not one that is only kept for later', async () => {
  const { place, end } = await sending()
  hide(true)
  expect(place.stop).not.toHaveBeenCalled()
  hide(false)
  expect(place.stop).toHaveBeenCalledOnce()
  await end('sent')
})

test('a file that could not be sent is not waited for', async () => {
  const { place, end, screen } = await sending()
  await end('failed')
  expect(place.stop).toHaveBeenCalledOnce()
  expect(place.complete).not.toHaveBeenCalled()
  expect(screen.result().failed).toBe('not arrived')
})
