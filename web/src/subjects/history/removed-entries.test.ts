import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../history/history-changes.ts'
import { removedEntries } from './removed-entries.ts'

let historyid = 100
const entry = (
  kind: HistoryEntry['kind'],
  action: 'ADDED' | 'UPDATED' | 'REMOVED',
  id: string,
  before: object,
): HistoryEntry => ({
  historyid: String(historyid--),
  at: '2026-11-21T12:00:00.000Z',
  actor: 'Kari',
  reason: null,
  kind,
  action,
  id,
  before: JSON.stringify(before),
  after: null,
})

test('offers records that are still removed, and not those restored or recorded again', () => {
  const away = entry('form', 'REMOVED', 'a', {})
  const back = entry('form', 'ADDED', 'b', {})
  const before = entry('form', 'REMOVED', 'b', {})
  const earlier = entry('form', 'REMOVED', 'a', {})
  const entries = [away, back, before, earlier, entry('activity', 'UPDATED', 'c', {})]
  expect([...removedEntries(entries, new Set())]).toEqual([
    [away.historyid, { kind: 'form', formtypeid: 'a', visitid: null, occurrence: 1 }],
  ])
})

test('distinguishes a device on the arm from the same one on the chest', () => {
  const arm = entry('subject_device', 'REMOVED', 'uid', { deviceid: 'A1', position: 'ARM' })
  const chest = entry('subject_device', 'ADDED', 'uid', { deviceid: 'A1', position: 'CHEST' })
  expect([...removedEntries([chest, arm], new Set()).values()]).toEqual([
    { kind: 'subject_device', deviceid: 'A1', position: 'ARM' },
  ])
})

test('offers a file only if its activity exists', () => {
  const file = entry('reference_data', 'REMOVED', 'f', { activitytypeid: 'stairs' })
  expect(removedEntries([file], new Set(['treadmill'])).size).toBe(0)
  expect([...removedEntries([file], new Set(['stairs'])).values()]).toEqual([
    { kind: 'reference_data', referencedataid: 'f' },
  ])
})

test('tells the activities of one type apart, and their files', () => {
  const second = entry('activity', 'REMOVED', 'walk', { occurrence: 2 })
  const third = entry('activity', 'ADDED', 'walk', { occurrence: 3 })
  const first = entry('activity', 'REMOVED', 'walk', {})
  const fileOf = (id: string, occurrence: number) =>
    entry('reference_data', 'REMOVED', id, { activitytypeid: 'walk', occurrence })
  const entries = [second, third, first, fileOf('f', 3), fileOf('g', 2)]
  expect([...removedEntries(entries, new Set(['walk~3'])).values()]).toEqual([
    { kind: 'activity', activitytypeid: 'walk', visitid: null, occurrence: 2 },
    { kind: 'activity', activitytypeid: 'walk', visitid: null, occurrence: 1 },
    { kind: 'reference_data', referencedataid: 'f' },
  ])
})
