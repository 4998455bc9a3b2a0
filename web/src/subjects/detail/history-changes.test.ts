import { describe, expect, test } from 'vitest'
import { type HistoryEntry, historyChanges, snapshotOf, statusStep } from './history-changes.ts'

function entry(kind: string, action: HistoryEntry['action'], before: unknown, after: unknown): HistoryEntry {
  return {
    historyid: '1',
    at: '2026-10-20T08:00:00.000Z',
    actor: 'Kari Nordmann',
    reason: null,
    kind,
    action,
    id: 'x',
    before: before === null ? null : JSON.stringify(before),
    after: after === null ? null : JSON.stringify(after),
  }
}

describe('what an entry changed', () => {
  test('of a form is told field by field, what came, what changed and what went', () => {
    const before = {
      version: 1,
      fields: [
        { key: 'Weight', value: '70' },
        { key: 'Room', value: 'B2' },
      ],
    }
    const after = {
      version: 2,
      fields: [
        { key: 'Weight', value: '72' },
        { key: 'Felt well', value: 'true' },
      ],
    }
    expect(historyChanges(entry('form', 'UPDATED', before, after))).toEqual([
      { label: 'Weight', before: '70', after: '72' },
      { label: 'Felt well', before: undefined, after: 'true' },
      { label: 'Room', before: 'B2', after: undefined },
    ])
  })

  test('leaves out what only the server needs', () => {
    const before = { version: 1, start_time: 10, stop_time: 20, comment: null, created_at: 'then' }
    const after = { ...before, version: 2, stop_time: 30 }
    expect(historyChanges(entry('activity', 'UPDATED', before, after))).toEqual([
      { label: 'stop_time', before: '20', after: '30' },
    ])
  })

  test('counts a form that was filled in anew as new, not as changed', () => {
    const removed = { removed_at: 'then', fields: [{ key: 'Weight', value: '70' }] }
    const again = { removed_at: null, fields: [{ key: 'Weight', value: '70' }] }
    expect(historyChanges(entry('form', 'ADDED', removed, again))).toEqual([
      { label: 'Weight', before: undefined, after: '70' },
    ])
  })

  test('of a kind that this build does not know is nothing, and no failure', () => {
    expect(historyChanges(entry('consent', 'ADDED', null, { signed: true }))).toEqual([])
  })
})

describe('a subject’s status', () => {
  const closed = { status: 'CLOSED', snapshot: '{"siteid":"oslo"}' }

  test('is told as a step where it changed', () => {
    expect(statusStep(entry('subject', 'UPDATED', { status: 'OPEN' }, closed))).toBe('closed')
    expect(statusStep(entry('subject', 'UPDATED', closed, { status: 'OPEN' }))).toBe('reopened')
    expect(statusStep(entry('subject', 'UPDATED', closed, { status: 'DELETED' }))).toBe('deleted')
    expect(statusStep(entry('subject', 'UPDATED', { status: 'OPEN' }, { status: 'OPEN' }))).toBeUndefined()
  })

  test('brings the snapshot along where it was closed, and only there', () => {
    expect(snapshotOf(entry('subject', 'UPDATED', { status: 'OPEN' }, closed))).toBe('{\n  "siteid": "oslo"\n}')
    expect(snapshotOf(entry('subject', 'UPDATED', closed, { ...closed, status: 'OPEN' }))).toBeUndefined()
  })
})
