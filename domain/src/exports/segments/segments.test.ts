import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParquet } from '../../../test/duckdb.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readCsv } from '../csv/read-csv.ts'
import { hostileText } from '../testing/hostile-text.ts'
import type { RowLists } from '../testing/memory-rows.ts'
import { accelerationCsv, recordedBundle, recordedFile } from '../testing/recorded.ts'
import { stepCounting } from '../testing/sample.ts'
import { splitOf, splits } from './split.ts'

const begin = 1_772_352_000
const [activity] = stepCounting.activities
if (!activity) throw new Error('The sample has no activity.')

/** A recording of a minute at 10 Hz from ten seconds before the first activity; the second is in its middle. */
const samples = Array.from({ length: 600 }, (_, at) => [
  at,
  at % 7 === 0 && at > 0 ? null : at / 8,
  Math.fround(Math.sin(at)),
])
const recording = accelerationCsv((begin - 10) * 1000, 100, samples)
const lists: RowLists = {
  ...stepCounting,
  heading: { ...stepCounting.heading, segments: { seed: 7 } },
  activities: [
    { ...activity, startTime: begin, stopTime: begin + 20 },
    { ...activity, activitytypeid: 'rest', description: 'Rest', startTime: begin + 30, stopTime: begin + 33 },
    { ...activity, activitytypeid: 'sleep', description: 'Sleep', startTime: begin + 9_000, stopTime: begin + 9_900 },
  ],
  referenceData: [recordedFile('r1'), recordedFile('r2')],
}
const stored = new Map([
  ['study1/r1', recording],
  ['study1/r2', accelerationCsv((begin + 50_000) * 1000, 100, samples)],
])
const rowsOf = (content: string | undefined) => {
  const [head, ...rows] = readCsv(content ?? '')
  return rows.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, at): [string, string | null] => [head?.cells[at] ?? '', cell])),
  )
}
const paths = ['segments/S001Ase/Walkrunarm.csv', 'segments/S001Ase/Restarm.csv']
/** The surveyed end of the first recording. */
const surveyed = {
  ...lists,
  referenceData: lists.referenceData.map((row) => ({ ...row, description: descriptionOf() })),
}

function descriptionOf() {
  const channel = { unit: 'g', kind: 'acceleration', rate: 10, sensor: null, samples: 600 }
  return {
    ...{
      format: 'CSV',
      unreadable: null,
      recognised: [],
      start: begin - 10,
      clock: 'utc',
      duration: 60,
      samples: 1800,
    },
    channels: ['acc_x', 'acc_y', 'acc_z'].map((name) => ({ ...channel, name })),
    ...{ channelCount: 3, gaps: { count: 0, seconds: 0, longest: [] }, faults: [], annotations: 0 },
    ...{ device: null, serialnumber: null, fingerprint: null, layout: null },
  }
}

test('each activity has the stretch of each recording that covers it, with its label and both times', async () => {
  const files = await recordedBundle(
    { ...surveyed, referenceData: surveyed.referenceData.slice(0, 1) },
    stored,
    'segments/',
  )
  expect([...files.keys()].filter((path) => path.startsWith('segments/S'))).toEqual(paths)
  const walk = rowsOf(files.get(paths[0] ?? ''))
  expect(walk).toHaveLength(200)
  expect(walk[0]).toEqual({
    ...{ subjectid: 'subject1', split: splitOf('subject1', 7), label: 'Walk/run' },
    ...{
      time: '2026-03-01T08:00:00.000000Z',
      seconds: '0',
      acc_x: '100',
      acc_y: '12.5',
      acc_z: String(Math.fround(Math.sin(100))),
    },
  })
  expect(walk.map(({ seconds }) => Number(seconds))).toEqual(Array.from({ length: 200 }, (_, at) => at / 10))
  expect(walk.map(({ acc_x }) => Number(acc_x))).toEqual(Array.from({ length: 200 }, (_, at) => 100 + at))
  expect(walk.map(({ acc_y }) => acc_y)).toEqual(
    samples.slice(100, 300).map(([, y]) => (y === null ? null : String(y))),
  )
  const rest = rowsOf(files.get(paths[1] ?? ''))
  expect(rest.map(({ acc_x }) => Number(acc_x))).toEqual(Array.from({ length: 30 }, (_, at) => 400 + at))
  expect(
    rowsOf(files.get('segments/segments.csv')).map(({ path, label, covered, placement }) => [
      path,
      label,
      covered,
      placement,
    ]),
  ).toEqual([
    [paths[0], 'Walk/run', '20', 'arm'],
    [paths[1], 'Rest', '3', 'arm'],
  ])
})

test('as Parquet, DuckDB reads the same', async () => {
  const one = { ...surveyed, referenceData: surveyed.referenceData.slice(0, 1) }
  const parquet = { ...one, heading: { ...one.heading, parquet: true } }
  const pieces = await recordedBundle(parquet, stored, 'segments/', 'latin1')
  const path = join(temporaryFolder(), 'segment.parquet')
  writeFileSync(path, Buffer.from(pieces.get('segments/S001Ase/Walkrunarm.parquet') ?? '', 'latin1'))
  const { names, types, rows } = await readParquet(path)
  expect(names).toEqual(['subjectid', 'split', 'label', 'time', 'seconds', 'acc_x', 'acc_y', 'acc_z'])
  expect(types.slice(3, 6)).toEqual(['TIMESTAMP WITH TIME ZONE', 'DOUBLE', 'DOUBLE'])
  const csv = rowsOf((await recordedBundle(one, stored, 'segments/')).get(paths[0] ?? ''))
  expect(rows.map((row) => row.slice(4))).toEqual(
    csv.map((row) =>
      ['seconds', 'acc_x', 'acc_y', 'acc_z'].map((name) => (row[name] === null ? null : Number(row[name]))),
    ),
  )
  expect(rows.map(([subjectid, split, label, time]) => [subjectid, split, label, { ...(time as object) }])).toEqual(
    csv.map((row) => [row.subjectid, row.split, row.label, { micros: BigInt(Date.parse(row.time ?? '')) * 1000n }]),
  )
})

test('a recording that covers no activity is named, and one whose end is unknown covers its own', async () => {
  const problems = (await recordedBundle(lists, stored, 'segments/')).get('problems.csv') ?? ''
  expect(problems).toContain('It is not in segments: it covers no activity of its subject.')
  const description = { ...descriptionOf(), duration: null }
  const endless = { ...lists, referenceData: [recordedFile('r1', { description })] }
  const files = await recordedBundle(endless, stored, 'segments/')
  expect([...files.keys()].filter((path) => path.startsWith('segments/S'))).toEqual(paths.slice(0, 1))
})

test('a subject is in the same part for the same seed, whoever else is in the export, and the parts have their shares', () => {
  const ids = Array.from({ length: 4_000 }, (_, at) => `subject-${at}`)
  const parts = ids.map((id) => splitOf(id, 0))
  expect(ids.map((id) => splitOf(id, 0))).toEqual(parts)
  expect(ids.filter((id, at) => splitOf(id, 1) !== parts[at]).length).toBeGreaterThan(1_000)
  const share = (part: string) => parts.filter((each) => each === part).length / ids.length
  expect(
    splits.map((part) => Math.abs(share(part) - { train: 0.7, validation: 0.15, test: 0.15 }[part]) < 0.03),
  ).toEqual([true, true, true])
  // A seed that somebody has published must go on meaning the same.
  expect(ids.slice(0, 8).map((id) => splitOf(id, 2026))).toMatchInlineSnapshot(`
    [
      "test",
      "train",
      "train",
      "test",
      "train",
      "train",
      "test",
      "train",
    ]
  `)
})

test('any texts and channel names come back equal, in columns with names of their own', async () => {
  const head = fc.array(
    hostileText.map((text) => text.replace(/[\r\n",\t]/g, ' ')),
    { minLength: 3, maxLength: 3 },
  )
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, head, async (identifier, description, names) => {
      const one = { ...surveyed, referenceData: lists.referenceData.slice(0, 1) }
      const content = accelerationCsv((begin - 10) * 1000, 100, samples, names.map((name) => `a ${name} (g)`).join(','))
      const renamed: RowLists = {
        ...one,
        subjects: one.subjects.map((row) => ({ ...row, identifier: identifier || null })),
        activities: one.activities.slice(0, 1).map((row) => ({ ...row, description })),
      }
      const files = await recordedBundle(renamed, new Map([['study1/r1', content]]), 'segments/')
      const [path] = [...files.keys()].filter((each) => /^segments\/[^/]+\//.test(each))
      const rows = rowsOf(files.get(path ?? ''))
      expect(path).toMatch(/^segments\/[A-Za-z0-9]+\/[A-Za-z0-9]+\.csv$/)
      expect(rows).toHaveLength(200)
      const columns = Object.keys(rows[0] ?? {})
      expect(columns).toHaveLength(8)
      for (const name of columns) expect(name).toMatch(/^[a-z][a-z0-9_]*$/i)
      const guarded = (text: string | null) => text?.replace(/^'(?=[=+\-@'\t\r])/, '')
      expect(rows.map(({ label }) => guarded(label ?? null) || '')).toEqual(rows.map(() => description))
    }),
    { numRuns: 30 },
  )
})
