import type { HistoryRow } from '../history-row.ts'

const study = { siteid: 'oslo', studyid: 'study1' }
const nurse = { actor: 'person1', actor_name: 'Nora Nurse', groups: ['hp'], reason: null }

type Change = Pick<HistoryRow, 'historyid' | 'kind' | 'id' | 'action'> & {
  subjectid: string | null
  before?: object
  after?: object
  reason?: string
  deviceid?: string
  /** The milliseconds of its moment; the historyid if omitted. */
  ms?: string
}

const change = ({ before, after, reason, ms, ...rest }: Change): HistoryRow => ({
  ...study,
  ...nurse,
  ...rest,
  reason: reason ?? null,
  at: `2026-02-28T10:00:00.${(ms ?? rest.historyid).padStart(3, '0')}Z`,
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
})

const ofOne = { ...study, subjectid: 'subject1' }
const form = (fields: { key: string; value: string }[], removed_at: string | null = null) => ({
  ...ofOne,
  formtypeid: 'baseline',
  fields,
  removed_at,
})
const file = { ...ofOne, activitytypeid: 'walk', filename: 'gone.csv', object_name: 'r0', size: null, sha256: null }

/** What was found in a file, and the clock that it was recorded by. */
export const sampleClock = {
  description: { format: 'CSV', start: 1_772_352_000.25, channels: [{ name: 'Å "x"', unit: null }], clock: 'local' },
  zone: 'America/St_Johns',
  clock_correction: -1.5,
}
const kept = {
  ...ofOne,
  activitytypeid: 'walk',
  filename: '../arm.csv',
  object_name: 'oslo/study1/subject1/r1',
  removed_at: null,
}
const waiting = { ...kept, status: 'PENDING', size: null, sha256: null, version: 1 }
const uploaded = { ...kept, status: 'UPLOADED', size: 1500, sha256: 'e'.repeat(64), version: 2 }

const worn = (deviceuid: string, position: 'ARM' | 'CHEST', place: number) => ({
  ...ofOne,
  deviceuid,
  position,
  place,
})
const ofDevice = (id: string, deviceid: string) =>
  ({ kind: 'subject_device', id, deviceid, subjectid: 'subject1' }) as const

const age = (value: string) => [{ key: 'Age', value }]

/** A record that was added and changed, one changed with a reason, one removed, and devices that change places. */
export const sampleHistory: HistoryRow[] = [
  change({
    historyid: '1',
    kind: 'study',
    id: 'study1',
    action: 'ADDED',
    subjectid: null,
    after: { ...study, name: 'S' },
  }),
  change({
    historyid: '2',
    kind: 'subject',
    id: 'subject1',
    action: 'ADDED',
    subjectid: 'subject1',
    after: { ...ofOne, identifier: 'S-001 Åse', status: 'OPEN', version: 1 },
  }),
  change({
    historyid: '3',
    kind: 'form',
    id: 'baseline',
    action: 'ADDED',
    subjectid: 'subject1',
    after: form(age('ten')),
  }),
  change({
    historyid: '4',
    kind: 'form',
    id: 'baseline',
    action: 'UPDATED',
    subjectid: 'subject1',
    before: form(age('ten')),
    after: form(age('1e1')),
    reason: 'Misread <"10">\u0001',
  }),
  change({
    historyid: '5',
    kind: 'reference_data',
    id: 'r0',
    action: 'ADDED',
    subjectid: 'subject1',
    after: { ...file, status: 'PENDING', removed_at: null },
  }),
  change({
    historyid: '6',
    kind: 'reference_data',
    id: 'r0',
    action: 'REMOVED',
    subjectid: 'subject1',
    after: { ...file, status: 'PENDING', removed_at: '2026-02-28T10:00:00Z' },
  }),
  change({
    historyid: '12',
    kind: 'activity',
    id: 'walk',
    action: 'ADDED',
    subjectid: 'subject1',
    after: {
      ...ofOne,
      activitytypeid: 'walk',
      start_time: 1_772_352_000,
      stop_time: 1_772_355_600,
      comment: null,
      version: 1,
    },
  }),
  change({
    historyid: '13',
    kind: 'reference_data',
    id: 'r1',
    action: 'ADDED',
    subjectid: 'subject1',
    after: { ...waiting, description: null, zone: null, clock_correction: 0 },
  }),
  change({
    historyid: '14',
    kind: 'reference_data',
    id: 'r1',
    action: 'UPDATED',
    subjectid: 'subject1',
    before: { ...waiting, description: null, zone: null, clock_correction: 0 },
    after: { ...uploaded, description: null, zone: null, clock_correction: 0 },
  }),
  change({
    historyid: '15',
    kind: 'reference_data',
    id: 'r1',
    action: 'UPDATED',
    subjectid: 'subject1',
    before: { ...uploaded, description: null, zone: null, clock_correction: 0 },
    after: { ...uploaded, ...sampleClock, version: 3 },
    reason: 'The recorder was slow',
  }),
  // Two devices in one act, exchanged in another, and one taken off, so that the other moves to its place.
  change({ historyid: '16', ...ofDevice('u1', 'A1'), action: 'ADDED', after: worn('u1', 'ARM', 0) }),
  change({ historyid: '17', ms: '16', ...ofDevice('u2', 'B2'), action: 'ADDED', after: worn('u2', 'CHEST', 1) }),
  change({
    historyid: '18',
    ...ofDevice('u1', 'A1'),
    action: 'UPDATED',
    before: worn('u1', 'ARM', 0),
    after: worn('u1', 'ARM', 1),
  }),
  change({
    historyid: '19',
    ms: '18',
    ...ofDevice('u2', 'B2'),
    action: 'UPDATED',
    before: worn('u2', 'CHEST', 1),
    after: worn('u2', 'CHEST', 0),
  }),
  change({
    historyid: '20',
    ...ofDevice('u2', 'B2'),
    action: 'REMOVED',
    before: worn('u2', 'CHEST', 0),
    reason: 'Lost',
  }),
  change({
    historyid: '21',
    ms: '20',
    ...ofDevice('u1', 'A1'),
    action: 'UPDATED',
    before: worn('u1', 'ARM', 1),
    after: worn('u1', 'ARM', 0),
    reason: 'Lost',
  }),
]
