import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPerson } from '../../browser/forgetting.ts'
import { forgetInspections, whenInspected } from '../inspection/inspections.ts'
import { sendFile } from './send-file.ts'
import { uploadCalls } from './upload-calls.ts'
import {
  cancelUpload,
  closeUploads,
  dismissUploads,
  onPageHide,
  retryUpload,
  startUploads,
  uploadMachine,
} from './uploads.ts'

vi.mock('./upload-calls.ts', () => ({
  uploadCalls: {
    add: vi.fn(async () => ({ referencedataid: 'row', objectUrl: '/objects', fields: '{}' })),
    complete: vi.fn(async () => 'UPLOADED'),
    beat: vi.fn(async () => undefined),
    leave: vi.fn(async () => undefined),
    remove: vi.fn(async () => undefined),
    describe: vi.fn(async () => undefined),
  },
}))
vi.mock('./send-file.ts', () => ({ sendFile: vi.fn(async () => 'sent') }))
vi.mock('../inspection/inspections.ts', () => ({
  whenInspected: vi.fn(async (_: File, what: string) =>
    what === 'description' ? { start: null, recognised: [] } : what,
  ),
  forgetInspections: vi.fn(),
}))

const target = { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'a', identifier: null }
const files = [new File(['1'], 'arm.csv'), new File(['2'], 'chest.csv')]
const phases = () => uploadMachine.current().map(({ state }) => state.phase)
const uploadids = () => uploadMachine.current().map(({ uploadid }) => uploadid)

const page = { addEventListener: vi.fn(), removeEventListener: vi.fn() }

beforeEach(() => {
  vi.stubGlobal('window', page)
  forgetPerson('kari')
  vi.clearAllMocks()
})

test('files are numbered, hashed, sent and described, and the window is held meanwhile', async () => {
  startUploads(target, files, 'Europe/Oslo')
  expect(uploadids()[1]).toBe((uploadids()[0] ?? 0) + 1)
  expect(page.addEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function))
  await vi.waitFor(() => expect(phases()).toEqual(['complete', 'complete']))
  expect(whenInspected).toHaveBeenCalledWith(files[0], 'sha256')
  expect(uploadCalls.add).toHaveBeenCalledWith(target, 'arm.csv', 'sha256', expect.any(String))
  await vi.waitFor(() =>
    expect(uploadCalls.describe).toHaveBeenCalledWith('u', 'row', { start: null, recognised: [] }, 'Europe/Oslo'),
  )
  const [progressed] = vi.mocked(sendFile).mock.calls[0] ?? []
  expect(progressed?.signal.aborted).toBe(false)
  expect(page.removeEventListener).toHaveBeenCalledWith('beforeunload', page.addEventListener.mock.calls[0]?.[1])
  closeUploads('u', 'a')
  await vi.waitFor(() => expect(phases()).toEqual([]))
  expect(forgetInspections).toHaveBeenCalledWith([files[0]])
})

test('a stopped file is retried or cancelled', async () => {
  vi.mocked(sendFile).mockResolvedValueOnce('broken')
  startUploads(target, files.slice(0, 1), 'UTC')
  await vi.waitFor(() => expect(phases()).toEqual(['failed']))
  const [uploadid = 0] = uploadids()
  vi.mocked(sendFile).mockResolvedValueOnce('refused')
  retryUpload(uploadid)
  await vi.waitFor(() => expect(sendFile).toHaveBeenCalledTimes(2))
  await vi.waitFor(() => expect(phases()).toEqual(['failed']))
  cancelUpload(uploadid)
  await vi.waitFor(() => expect(phases()).toEqual([]))
})

test('the pace of a file is measured by the clock of the page', async () => {
  vi.mocked(sendFile).mockReturnValueOnce(new Promise(() => undefined))
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  startUploads(target, files.slice(0, 1), 'UTC')
  await vi.waitFor(() => expect(phases()).toEqual(['uploading']))
  clock.mockReturnValue(3_000)
  vi.mocked(sendFile).mock.calls[0]?.[0].onProgress(50, 100)
  clock.mockRestore()
  expect(uploadMachine.current()[0]?.state).toMatchObject({ sent: 50, pace: { bytesPerSecond: 25 } })
})

test('all files of an activity are dismissed together', async () => {
  vi.mocked(sendFile).mockResolvedValueOnce('broken').mockResolvedValueOnce('broken')
  startUploads(target, files, 'UTC')
  await vi.waitFor(() => expect(phases()).toEqual(['failed', 'failed']))
  dismissUploads('u', 'other')
  expect(phases()).toEqual(['failed', 'failed'])
  dismissUploads('u', 'a')
  await vi.waitFor(() => expect(phases()).toEqual([]))
})

test('signing out ends all uploads', () => {
  startUploads(target, files, 'UTC')
  forgetPerson('kari')
  expect(phases()).toEqual([])
})

test('closing a held window asks', () => {
  startUploads(target, files, 'UTC')
  const ask = page.addEventListener.mock.calls[0]?.[1]
  const event = { preventDefault: vi.fn() }
  ask(event)
  expect(event.preventDefault).toHaveBeenCalledOnce()
})

test('a page that goes for good ends its uploads on the server, one that is kept for later does not', async () => {
  vi.mocked(sendFile).mockReturnValueOnce(new Promise(() => undefined))
  startUploads(target, files, 'UTC')
  await vi.waitFor(() => expect(phases()).toEqual(['uploading', 'waiting']))
  onPageHide({ persisted: true })
  expect(uploadCalls.leave).not.toHaveBeenCalled()
  onPageHide({ persisted: false })
  expect(vi.mocked(uploadCalls.leave).mock.calls).toEqual([['u', 'row']])
})
