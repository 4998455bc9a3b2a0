import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRecording } from '../../recordings/open/open-recording.ts'
import { isFault, type Recording } from '../../recordings/recording.ts'
import { memorySource } from '../../recordings/source.ts'
import { writeEdf } from '../../recordings/testing/write-edf.ts'
import { UnreadableRecording } from '../../recordings/unreadable-recording.ts'
import { readCsv } from '../csv/read-csv.ts'
import { deidentifiedRows } from '../deidentified/deidentified-rows.ts'
import { Pseudonyms } from '../deidentified/pseudonyms.ts'
import type { ExportedRecording } from '../recordings/exported-recordings.ts'
import type { ReferenceDataRow } from '../rows.ts'
import { hostileText } from '../testing/hostile-text.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { accelerationCsv, recordedBundle, recordedFile, type StoredFiles } from '../testing/recorded.ts'
import { stepCounting } from '../testing/sample.ts'
import { checkMotionBids } from './check-motion-bids.ts'
import { motionTsv } from './motion-file.ts'

const begin = 1_772_352_000
const rows = Array.from({ length: 500 }, (_, at) => [Math.fround(at / 7), 3 - at, at % 9 === 0 ? null : Math.sin(at)])
const csv = accelerationCsv(begin * 1000, 20, rows)
const edf = writeEdf({
  reserved: 'EDF+D',
  start: ['01.03.26', '08.00.00'],
  recordingid: 'Startdate 01-MAR-2026 X X device',
  records: 3,
  recordDuration: 1,
  signals: [
    { label: 'GYRO X', unit: 'deg/s', samplesPerRecord: 4, samples: Array.from({ length: 12 }, (_, at) => at * 3) },
    { label: 'ECG', unit: 'uV', samplesPerRecord: 8, samples: Array.from({ length: 24 }, (_, at) => at) },
    // The last second begins an hour later.
    {
      label: 'EDF Annotations',
      samplesPerRecord: 40,
      lists: ['+0\x14\x14\x00', '+1\x14\x14\x00', '+3600\x14\x14\x00'],
    },
  ],
})
const text = (content: string) => new TextEncoder().encode(content)

const lists: RowLists = {
  ...stepCounting,
  heading: { ...stepCounting.heading, bids: true },
  worn: [
    {
      ...ofOne(),
      wornid: 'w1',
      deviceid: 'A1',
      position: 'OTHER',
      place: 'left wrist',
      from: null,
      to: null,
      visitid: null,
    },
  ],
  referenceData: [
    recordedFile('r1', { clock_correction: 2.5 }),
    recordedFile('r2', { filename: 'leg.edf', zone: 'Europe/Oslo' }),
    recordedFile('r3', { filename: 'letter.pdf' }),
    recordedFile('r4', { filename: 'pulse.csv' }),
    recordedFile('r5'),
  ],
}
const stored: StoredFiles = new Map([
  ['study1/r1', csv],
  ['study1/r2', edf],
  ['study1/r3', text('%PDF-1.4')],
  ['study1/r4', accelerationCsv(begin * 1000, 1000, [[60], [61]], 'heart rate (bpm)')],
])

function ofOne() {
  const { siteid, studyid, subjectid, identifier } = stepCounting.subjects[0] as (typeof stepCounting.subjects)[number]
  return { siteid, studyid, subjectid, identifier }
}

const linesOf = (content: string | undefined) =>
  (content ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

test('recordings of motion are a data set with corrected times, the device and its place, and activities as events', async () => {
  const files = await recordedBundle(lists, stored, 'bids/')
  expect(checkMotionBids(files, 'bids/')).toEqual([])
  const motion = 'bids/sub-S001Ase/motion/sub-S001Ase_task-Walkrun_tracksys-leftwrist'
  expect([...files.keys()].filter((path) => path.endsWith('motion.tsv'))).toEqual([
    `${motion}_motion.tsv`,
    `${motion}x2_motion.tsv`,
  ])
  expect(linesOf(files.get(`${motion}_channels.tsv`))).toEqual([
    ['name', 'component', 'type', 'tracked_point', 'units'],
    ['latency', 'n/a', 'LATENCY', 'n/a', 's'],
    ...['x', 'y', 'z'].map((axis) => [`acc_${axis}`, axis, 'ACCEL', 'left wrist', 'g']),
  ])
  const written = linesOf(files.get(`${motion}_motion.tsv`))
  expect(written.map(([latency]) => Number(latency))).toEqual(rows.map((_, at) => at / 50))
  expect(
    written.map(([, ...cells]) => cells.map((cell) => (cell === 'n/a' ? null : Math.fround(Number(cell))))),
  ).toEqual(rows.map((row) => row.map((value) => (value === null ? null : Math.fround(value)))))
  expect(JSON.parse(files.get(`${motion}_motion.json`) ?? '')).toMatchObject({
    TaskName: 'Walk/run',
    SamplingFrequency: 50,
    ACCELChannelCount: 3,
    LATENCYChannelCount: 1,
  })
  const [head, first] = linesOf(files.get('bids/sub-S001Ase/sub-S001Ase_scans.tsv'))
  expect(Object.fromEntries((head ?? []).map((name, at) => [name, first?.[at]]))).toEqual({
    filename: 'motion/sub-S001Ase_task-Walkrun_tracksys-leftwrist_motion.tsv',
    acq_time: '2026-03-01T08:00:02.500000Z',
    referencedataid: 'r1',
    deviceid: 'A1',
    placement: 'left wrist',
    faults: 'n/a',
    clock_correction: '2.5',
  })
  // The EDF file began at 8 o'clock in Oslo: an hour before.
  const [, walk] = linesOf(files.get('bids/sub-S001Ase/motion/sub-S001Ase_task-Walkrun_events.tsv'))
  expect(walk).toEqual(['3600', '3600', 'Walk/run', 'walk', 'n/a', '1', '2026-03-01T08:00:00.000000Z'])
})

test('a gap has no rows: the time of each sample says when it was', async () => {
  const files = await recordedBundle(lists, stored, 'bids/')
  const path = [...files.keys()].find((each) => each.includes('x2_motion.tsv'))
  const times = linesOf(files.get(path ?? '')).map(([latency]) => Number(latency))
  expect(times).toEqual([0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 3600, 3600.25, 3600.5, 3600.75])
})

test('what is not in the data set is named with its reason', async () => {
  const problems = (await recordedBundle(lists, stored, 'bids/')).get('problems.csv') ?? ''
  const whys = [...readCsv(problems)].flatMap(({ cells }) =>
    cells[0] === 'reference_data' ? [[cells[1], cells.at(-1)]] : [],
  )
  expect(whys).toEqual([
    ['3', expect.stringContaining('1 of its channels are not in bids')],
    ['4', 'It is not in bids: it cannot be read as a recording.'],
    ['5', 'It is not in bids: it has no channel of motion with a sampling rate.'],
    ['6', 'It is not in bids: the file is missing in the store.'],
  ])
})

test('a recording that can be read no further is cut off, and says so', async () => {
  const channel = { index: 0, name: 'x', unit: 'g', kind: 'acceleration', rate: 1, sensor: null, axis: 'x' } as const
  const recorded = { row: recordedFile('r1'), channels: [channel] } as unknown as ExportedRecording
  const recording = {
    async *blocks() {
      yield { channel: 0, at: 0, step: 1, values: Float32Array.of(1, 2) }
      throw new UnreadableRecording('cut-off', { offset: 9 })
    },
  } as unknown as Recording
  const said: string[] = []
  const written = await Array.fromAsync(
    motionTsv({ recorded, channels: [channel], rate: 1 }, recording, (why) => said.push(why)),
  )
  expect(written.join('')).toBe('0\t1\n1\t2\n')
  expect(said).toEqual(['the rest of the recording cannot be read'])
})

test('visits are sessions, and several activities of a type are runs', async () => {
  const visit = {
    siteid: 'oslo',
    studyid: 'study1',
    day: 0,
    daysBefore: 0,
    daysAfter: 0,
    repeats: false,
    inOrder: true,
    version: 1,
  }
  const types = { formtypeids: [], activitytypeids: ['walk'], optionaltypeids: [] }
  const [activity] = lists.activities
  const files = await recordedBundle(
    {
      ...lists,
      activityTypes: lists.activityTypes.map((type) => ({ ...type, repeats: true, occurrences: true })),
      visits: [
        { ...visit, ...types, visitid: 'v1', place: 0, name: 'Første besøk' },
        { ...visit, ...types, visitid: 'v2', place: 1, name: 'none' },
      ],
      activities: [{ ...activity, visitid: 'v1', occurrence: 2 } as RowLists['activities'][number]],
      referenceData: [
        recordedFile('r1', { visitid: 'v1', occurrence: 2 }),
        recordedFile('r1b', { visitid: 'v2', persistedObjectName: 'study1/r1' }),
        recordedFile('r1c', { persistedObjectName: 'study1/r1' }),
      ],
    },
    stored,
    'bids/',
  )
  expect(checkMotionBids(files, 'bids/')).toEqual([])
  const names = [...files.keys()].filter((path) => path.endsWith('_motion.tsv')).map((path) => path.split('/').at(-1))
  const task = 'task-Walkrun_tracksys-leftwrist'
  expect(names).toEqual([
    `sub-S001Ase_ses-Forstebesok_${task}_run-2_motion.tsv`,
    `sub-S001Ase_ses-nonex2_${task}_run-1_motion.tsv`,
    `sub-S001Ase_ses-none_${task}_run-1_motion.tsv`,
  ])
  expect(linesOf(files.get('bids/sub-S001Ase/sub-S001Ase_sessions.tsv'))).toEqual([
    ['session_id', 'visitid', 'visit'],
    ['ses-Forstebesok', 'v1', 'Første besøk'],
    ['ses-nonex2', 'v2', 'none'],
    ['ses-none', 'n/a', 'n/a'],
  ])
})

test('of a de-identified export, channels have names by what they measure, unknown ones are left out, and times are moved', async () => {
  const hash = (name: string) => createHash('sha256').update(name).digest('hex')
  const content = accelerationCsv(
    begin * 1000,
    20,
    rows.map((row) => [...row, 42]),
    'Kari acc_x (g),acc_y (g),acc_z (g),Kari Nordmann',
  )
  const given = memoryRows({ ...lists, referenceData: [recordedFile('r1', { filename: 'Kari acc.csv' })] })
  const changed = deidentifiedRows(given, new Pseudonyms(hash))
  const of = async <T>(stream: () => AsyncIterable<T>) => Array.fromAsync(stream())
  const moved: RowLists = {
    ...changed,
    subjects: await of(changed.subjects),
    subjectDevices: await of(changed.subjectDevices),
    worn: await of(changed.worn),
    subjectVisits: await of(changed.subjectVisits),
    forms: await of(changed.forms),
    activities: await of(changed.activities),
    runningActivities: await of(changed.runningActivities),
    referenceData: await of(changed.referenceData),
    measures: await of(changed.measures),
    history: [],
  }
  const files = await recordedBundle(moved, new Map([['study1/r1', content]]), 'bids/')
  expect(checkMotionBids(files, 'bids/')).toEqual([])
  const all = [...files].flat().join('\n')
  expect(all).not.toMatch(/Kari|Nordmann|A1\b/)
  expect(all).not.toContain('2026-03-01T08:00')
  const named = [...files].find(([path]) => path.endsWith('_channels.tsv'))?.[1]
  expect(linesOf(named).map(([name]) => name)).toEqual([
    'name',
    'latency',
    'acceleration x',
    'acceleration y',
    'acceleration z',
  ])
})

test('any texts and any numbers come back equal, or are named', async () => {
  const number = fc.oneof(fc.float({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, 1e-30, 123456789, 0.1))
  // A column without a number is no channel.
  const recorded = fc
    .array(fc.array(fc.option(number), { minLength: 3, maxLength: 3 }), { minLength: 20, maxLength: 40 })
    .map((samples) => [[1, 2, 3], ...samples])
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileText, { minLength: 1, maxLength: 5 }),
      fc.tuple(hostileText, hostileText, hostileText),
      recorded,
      async (identifiers, [activity, place, study], samples) => {
        const ids = identifiers.map((identifier, at) => ({
          ...ofOne(),
          subjectid: `s${at}`,
          identifier: identifier || null,
        }))
        const [first] = ids
        const row: ReferenceDataRow = { ...recordedFile('r1'), ...first, activitytype: activity }
        const [attached] = stepCounting.subjectDevices
        const content = accelerationCsv(begin * 1000, 20, samples)
        const files = await recordedBundle(
          {
            ...lists,
            studies: lists.studies.map((each) => ({ ...each, name: study })),
            subjects: ids.map((id) => ({ ...stepCounting.subjects[1], ...id }) as RowLists['subjects'][number]),
            subjectDevices: [
              { ...attached, ...first, position: 'OTHER', body_place: place } as RowLists['subjectDevices'][number],
            ],
            worn: [],
            forms: [],
            activities: [],
            runningActivities: [],
            referenceData: [row],
          },
          new Map([['study1/r1', content]]),
          'bids/',
        )
        expect(checkMotionBids(files, 'bids/')).toEqual([])
        const participants = linesOf(files.get('bids/participants.tsv')).slice(1)
        expect(new Set(participants.map(([label]) => label?.toLowerCase())).size).toBe(ids.length)
        expect(participants.map(([, subjectid]) => subjectid)).toEqual(ids.map(({ subjectid }) => subjectid))
        const motion = [...files].find(([path]) => path.endsWith('_motion.tsv'))
        if (!motion) {
          expect(files.get('problems.csv')).toContain('It is not in bids')
          return
        }
        const written = linesOf(motion[1]).map((cells) => cells.map((cell) => (cell === 'n/a' ? null : Number(cell))))
        const recording = await openRecording(memorySource(content), 'arm.csv')
        for (const [column, { name }] of recording.description.channels.entries()) {
          const read: [number, number][] = []
          let isSingle = false
          for await (const block of recording.blocks()) {
            if (isFault(block) || block.channel !== column) continue
            const { at, step, times, values } = block
            for (const [place, value] of values.entries())
              if (!Number.isNaN(value)) {
                isSingle = values instanceof Float32Array
                read.push([step === null ? (times?.[place] ?? at) : at + place * step, value])
              }
          }
          const channel = linesOf(files.get(motion[0].replace(/motion\.tsv$/, 'channels.tsv'))).findIndex(
            ([own]) => own === name,
          )
          if (channel === -1) {
            expect(files.get('problems.csv')).toMatch(/of its channels are not in bids/)
            continue
          }
          const found = written.flatMap((row) =>
            row[channel - 1] === null
              ? []
              : [[row[0], isSingle ? Math.fround(row[channel - 1] ?? 0) : row[channel - 1]]],
          )
          expect(found.map(([, value]) => value)).toEqual(read.map(([, value]) => value))
          for (const [place, [time]] of read.entries()) expect(found[place]?.[0]).toBeCloseTo(time, 5)
        }
      },
    ),
    { numRuns: 60 },
  )
})

const validator = process.env.CASEBOOK_BIDS_VALIDATOR

// The folder in which `npm install bids-validator@1.15.0` was run. It is no dependency of the project: it takes 700 MB.
test.skipIf(!validator)(
  'the validator of BIDS finds no error',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'casebook-bids-'))
    try {
      for (const [path, content] of await recordedBundle(lists, stored, 'bids/')) {
        await mkdir(join(folder, dirname(path)), { recursive: true })
        await writeFile(join(folder, path), content)
      }
      const program = join(validator ?? '', 'node_modules/bids-validator/bin/bids-validator')
      const { stdout } = await promisify(execFile)(process.execPath, [program, join(folder, 'bids'), '--json']).catch(
        (error) => error,
      )
      expect(JSON.parse(stdout).issues.errors).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
