import { describe, expect, test } from 'vitest'
import {
  type HistoryEntry,
  historyChanges,
  joinMoves,
  recordName,
  snapshotOf,
  statusStep,
  tellingEntries,
} from './history-changes.ts'

function entry(
  kind: HistoryEntry['kind'],
  action: HistoryEntry['action'],
  before: unknown,
  after: unknown,
): HistoryEntry {
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
  test('of a form is listed field by field: added, changed and removed values', () => {
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

  test('of a form says why an unusual value is right', () => {
    const confirmed = [{ key: 'Weight', value: '172', reason: 'Weighed twice' }]
    const fields = [{ key: 'Weight', value: '172' }]
    expect(historyChanges(entry('form', 'ADDED', null, { fields, confirmed }))).toEqual([
      { label: 'Weight', before: undefined, after: '172' },
      { label: 'Weight', before: undefined, after: 'Weighed twice', isReason: true },
    ])
    expect(historyChanges(entry('form', 'UPDATED', { fields, confirmed }, { fields, confirmed: null }))).toEqual([
      { label: 'Weight', before: 'Weighed twice', after: undefined, isReason: true },
    ])
  })

  test('of a form says that another version of its type judged it', () => {
    const by = (type_number?: number) => ({ fields: [], type_number })
    expect(historyChanges(entry('form', 'UPDATED', by(1), by(2)))).toEqual([
      { label: 'type_number', before: '1', after: '2', isVersion: true },
    ])
    expect(historyChanges(entry('form', 'UPDATED', by(), by(1)))).toEqual([])
    expect(historyChanges(entry('form', 'ADDED', null, by(2)))).toEqual([])
  })

  test('of a form type is listed by field and property, with the fields that were added and removed', () => {
    const fields = [
      { name: 'Weight', type: 'Number', required: true },
      { name: 'Room', type: 'String', required: false },
    ]
    const before = { identifier: 'Visit', number: 1, fields, properties: { Weight: { unit: 'kg' } }, draft: { fields } }
    const after = {
      ...before,
      number: 2,
      fields: [
        { name: 'Weight', type: 'Number', required: false },
        { name: 'Seen', type: 'Date' },
      ],
      properties: { Weight: { unit: 'g' } },
      draft: null,
    }
    expect(historyChanges(entry('form_type', 'UPDATED', before, after))).toEqual([
      { label: 'number', before: '1', after: '2' },
      { label: 'Weight: required', before: 'true', after: 'false' },
      { label: 'Weight: unit', before: 'kg', after: 'g' },
      { label: 'Seen', before: undefined, after: 'Date' },
      { label: 'Room', before: 'String', after: undefined },
      { label: 'draft', before: 'saved', after: undefined },
    ])
  })

  test('of the names of versions says what each is called', () => {
    const after = { version_notes: { 1: 'First', 2: '' } }
    expect(historyChanges(entry('form_type', 'UPDATED', { version_notes: null }, after))).toEqual([
      { label: 'version_notes', before: undefined, after: '1: First' },
    ])
  })

  test('of a draft says that it was saved or changed', () => {
    const draftOf = (before: unknown, after: unknown) =>
      historyChanges(entry('form_type', 'UPDATED', { draft: before }, { draft: after }))
    expect(draftOf(null, { fields: [] })).toEqual([{ label: 'draft', before: undefined, after: 'saved' }])
    expect(draftOf({ fields: [] }, { fields: [1] })).toEqual([{ label: 'draft', before: 'saved', after: 'changed' }])
    expect(draftOf({ fields: [] }, { fields: [] })).toEqual([])
  })

  test('of a list shows its words', () => {
    expect(historyChanges(entry('study', 'UPDATED', { places: ['arm'] }, { places: ['arm', 'chest'] }))).toEqual([
      { label: 'places', before: 'arm', after: 'arm, chest' },
    ])
  })

  test('omits internal fields', () => {
    const before = { version: 1, start_time: 10, stop_time: 20, comment: null, created_at: 'then' }
    const after = { ...before, version: 2, stop_time: 30 }
    expect(historyChanges(entry('activity', 'UPDATED', before, after))).toEqual([
      { label: 'stop_time', before: '20', after: '30' },
    ])
  })

  test('treats a form filled in again as new, not as changed', () => {
    const removed = { removed_at: 'then', fields: [{ key: 'Weight', value: '70' }] }
    const again = { removed_at: null, fields: [{ key: 'Weight', value: '70' }] }
    expect(historyChanges(entry('form', 'ADDED', removed, again))).toEqual([
      { label: 'Weight', before: undefined, after: '70' },
    ])
  })
})

describe('a subject’s status', () => {
  const closed = { status: 'CLOSED', snapshot: '{"siteid":"oslo"}' }

  test('is a step if it changed', () => {
    expect(statusStep(entry('subject', 'UPDATED', { status: 'OPEN' }, closed))).toBe('closed')
    expect(statusStep(entry('subject', 'UPDATED', closed, { status: 'OPEN' }))).toBe('reopened')
    expect(statusStep(entry('subject', 'UPDATED', closed, { status: 'DELETED' }))).toBe('deleted')
    expect(statusStep(entry('subject', 'UPDATED', { status: 'OPEN' }, { status: 'OPEN' }))).toBeUndefined()
  })

  test('includes the snapshot only if it was closed', () => {
    expect(snapshotOf(entry('subject', 'UPDATED', { status: 'OPEN' }, closed))).toBe('{\n  "siteid": "oslo"\n}')
    expect(snapshotOf(entry('subject', 'UPDATED', closed, { ...closed, status: 'OPEN' }))).toBeUndefined()
  })
})

describe('the name of a study’s record', () => {
  test('is its title; of a version that of its document', () => {
    const document = entry('study_document', 'ADDED', null, { title: 'Protocol', kind: 'protocol' })
    const version = entry('study_document_version', 'ADDED', null, { number: 1, filename: 'first.pdf' })
    expect(recordName(document, [])).toBe('Protocol')
    expect(recordName(version, [version, document])).toBe('Protocol')
    expect(recordName(version, [version])).toBe('first.pdf')
    expect(recordName(entry('activity_type', 'REMOVED', { description: 'Stairs' }, null), [])).toBe('Stairs')
    expect(recordName(entry('study', 'UPDATED', { name: 'A' }, { name: 'B' }), [])).toBe('')
  })
})

describe('the entries shown', () => {
  const times = { start_time: 1, stop_time: 2 }
  const stopped = entry('activity', 'ADDED', null, times)
  const ended = entry('running_activity', 'REMOVED', { start_time: 1 }, null)

  test('tell a stopped activity once, and a canceled start', () => {
    expect(tellingEntries([stopped, ended])).toEqual([stopped])
    const later = { ...stopped, at: '2026-10-20T09:00:00.000Z' }
    expect(tellingEntries([later, ended])).toEqual([later, ended])
    expect(tellingEntries([{ ...stopped, id: 'y' }, ended])).toHaveLength(2)
  })

  test('tell a change of devices, not the subject’s new version with it', () => {
    const attached = entry('subject_device', 'ADDED', null, { deviceid: 'A1', position: 'ARM' })
    const renamed = entry('subject', 'UPDATED', { identifier: 'S-1', version: 1 }, { identifier: 'S-2', version: 2 })
    const counted = entry('subject', 'UPDATED', { identifier: 'S-1', version: 1 }, { identifier: 'S-1', version: 2 })
    expect(tellingEntries([attached, counted, renamed])).toEqual([attached, renamed])
  })

  test('tell the next version of a document once', () => {
    const document = { title: 'Protocol', kind: 'protocol', latest: 1 }
    const counted = entry('study_document', 'UPDATED', document, { ...document, latest: 2 })
    const version = entry('study_document_version', 'ADDED', null, { number: 2, filename: 'second.pdf' })
    expect(tellingEntries([version, counted])).toEqual([version])
  })
})

describe('a move to another study', () => {
  const subject = { studyid: 'a', identifier: 'S-1', status: 'OPEN' }
  const at = (entry: HistoryEntry, when: string) => ({ ...entry, at: when })
  const move = [
    entry('subject', 'ADDED', null, { ...subject, studyid: 'b' }),
    entry('subject', 'REMOVED', subject, null),
    entry('form', 'ADDED', null, { studyid: 'b' }),
    entry('form', 'REMOVED', { studyid: 'a' }, null),
  ]
  const before = at(entry('form', 'REMOVED', { studyid: 'a' }, null), '2026-10-19T08:00:00.000Z')
  const added = at(entry('subject', 'ADDED', null, subject), '2026-10-18T08:00:00.000Z')

  test('is one entry, which says from where to where', () => {
    const joined = joinMoves([...move, before, added])
    expect(joined.slice(1)).toEqual([before, added])
    const [moved] = tellingEntries(joined)
    if (!moved) throw new Error('the move is an entry')
    expect(statusStep(moved)).toBe('moved')
    expect(historyChanges(moved)).toEqual([{ label: 'studyid', before: 'a', after: 'b' }])
  })

  test('is none while only a part of it is there', () => {
    expect(joinMoves(move.slice(1))).toEqual(move.slice(1))
    expect(historyChanges(added).map(({ label }) => label)).toEqual(['identifier', 'status'])
    expect(statusStep(entry('subject', 'UPDATED', subject, { ...subject, status: 'CLOSED' }))).toBe('closed')
  })
})
