// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { startMachine } from '../../machine/machine.ts'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import type { ReadRow, Upload } from './upload-state.ts'
import { useUploadRows, useUploads } from './uploads.ts'

type Told = { type: string; to?: readonly Upload[] }
const told = vi.hoisted(() => ({ events: [] as unknown[] }))
/** Shows what it is told to, and notes each event. */
vi.mock('./upload-effects.ts', () => ({
  startUploadMachine: () =>
    startMachine<readonly Upload[], Told, never>(
      (state, event) => {
        told.events.push(event)
        return [event.to ?? state, []]
      },
      [],
      () => {},
    ),
}))

const { uploadMachine } = await import('./uploads.ts')
const machine = uploadMachine as unknown as { dispatch: (event: Told) => void }

afterEach(closeAll)

function uploadOf(uploadid: number, subjectid: string, activitytypeid: string): Upload {
  const target = { siteid: 's', studyid: 't', subjectid, activitytypeid, identifier: null }
  return { uploadid, target, file: new File(['1'], 'arm.csv'), zone: 'UTC', state: { phase: 'waiting' } } as never
}

test('a screen shows the uploads of its subject or activity, and follows them', async () => {
  const screen = await drawHook(() => [useUploads('one'), useUploads('one', 'sleep')])
  expect(screen.result()).toEqual([[], []])
  const uploads = [uploadOf(1, 'one', 'sleep'), uploadOf(2, 'two', 'sleep'), uploadOf(3, 'one', 'walk')]
  await screen.doing(() => machine.dispatch({ type: 'show', to: uploads }))
  expect(screen.result().map((each) => each.map(({ uploadid }) => uploadid))).toEqual([[1, 3], [1]])
  const [first] = screen.result()
  await screen.again(() => [useUploads('one'), useUploads('one', 'walk')])
  expect(screen.result()[0]).toBe(first)
  expect(screen.result()[1]?.map(({ uploadid }) => uploadid)).toEqual([3])
  await screen.again(() => [useUploads('two'), useUploads('one', 'walk')])
  expect(screen.result()[0]?.map(({ uploadid }) => uploadid)).toEqual([2])
})

test('the rows of an activity are passed on each time that they were read', async () => {
  told.events.length = 0
  const rows: ReadRow[] = []
  const passed = (activity: string, subjectid = 'one') => ({ type: 'rowsRead', subjectid, activity, rows })
  const screen = await drawHook(() => useUploadRows('one', 'sleep', rows))
  await screen.again(() => useUploadRows('one', 'sleep', rows))
  expect(told.events).toEqual([passed('sleep')])
  await screen.again(() => useUploadRows('one', 'walk', rows))
  await screen.again(() => useUploadRows('two', 'walk', rows))
  await screen.again(() => useUploadRows('two', 'walk', []))
  expect(told.events).toEqual([passed('sleep'), passed('walk'), passed('walk', 'two'), passed('walk', 'two')])
})
