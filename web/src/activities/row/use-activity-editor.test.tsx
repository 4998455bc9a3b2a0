// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import { describeRecord, newSource, newWorld } from '../../records/test/world.ts'
import type { ActivityRow } from '../record/activity-copy.ts'
import { fieldsOfActivity, newActivity } from '../record/typed-activity.ts'

const world = newWorld()
vi.mock('../../records/records.ts', () => ({ records: world.records }))
vi.mock('../../locale/failure-text.ts', () => ({
  useFailureText:
    () =>
    ({ message }: Error) =>
      message,
}))
vi.mock('../../texts/catalogue.ts', () => ({ loadScreensAhead: () => undefined }))
vi.mock('../../browser/time-zones.ts', () => ({ studyZone: () => 'Europe/Oslo' }))
const { useActivityEditor } = await import('./use-activity-editor.ts')

afterEach(closeAll)

const row: ActivityRow = { activity: undefined, day: '2026-11-21', recorded: [], offered: [], visits: [] }
const fields = fieldsOfActivity(newActivity('stairs', undefined))

function open() {
  const { source } = newSource({ version: null, fields, row })
  const of = { ...describeRecord({ record: 'activity/s/stairs', blank: fields }), source: source as never }
  return drawHook(() => useActivityEditor(of as Parameters<typeof useActivityEditor>[0]))
}

const time = (text: string) => ({ text, isSecond: false })
const entry = () => world.records.entry('activity/s/stairs')

test('reads times as they are typed, on the day of the row, and opens no editor itself', async () => {
  const screen = await open()
  expect(entry()?.edited).toBe(0)
  expect(screen.result()).toMatchObject({ activity: undefined, typed: { activitytypeid: 'stairs', comment: '' } })
  expect(screen.result().whyNot).toMatchObject({ field: 'startTime' })
  await screen.doing(() => screen.result().typeIn({ start: time('9:30') }))
  expect(screen.result().validated.start).toMatchObject({ text: '2026-11-21 09:30' })
  expect(screen.result().whyNot).toMatchObject({ field: 'stopTime' })
  await screen.doing(() => screen.result().typeIn({ stop: time('10:00'), comment: 'late' }))
  expect(screen.result().whyNot).toBeUndefined()
  expect(entry()?.mine).toMatchObject({ startTime: '9:30', stopTime: '10:00', comment: 'late' })
})

test('a mistake is shown once its input was left, and goes when another input mends it', async () => {
  const screen = await open()
  await screen.doing(() => screen.result().typeIn({ start: time('10:00') }))
  await screen.doing(() => screen.result().typeIn({ stop: time('9:00') }))
  expect(['startTime', 'stopTime'].map(screen.result().errorOf)).toEqual([undefined, undefined])
  await screen.doing(() => screen.result().checkAll())
  const mistakes = () => ['startTime', 'stopTime'].map(screen.result().errorOf)
  expect(mistakes().filter((mistake) => mistake !== undefined)).toHaveLength(1)
  // Typing in one input leaves the mistakes of the others shown.
  await screen.doing(() => screen.result().typeIn({ comment: 'late' }))
  expect(mistakes().filter((mistake) => mistake !== undefined)).toHaveLength(1)
  await screen.doing(() => screen.result().typeIn({ start: time('8:00'), stop: time('9:00') }))
  expect(mistakes()).toEqual([undefined, undefined])
})
