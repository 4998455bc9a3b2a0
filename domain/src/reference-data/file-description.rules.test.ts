import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Quality } from '../recordings/quality/quality.ts'
import { mostGaps, type Survey } from '../recordings/seen/survey.ts'
import { readFileDescription } from './file-description.rules.ts'
import {
  describeFile,
  describeUnreadable,
  isNoRecording,
  isZoneMissing,
  mostDescribedChannels,
  utcOffset,
} from './file-description.ts'

const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc.constant('a\u0000\n\u202eb\ud800'),
)
const number = fc.oneof(fc.double({ min: 0 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY))
const count = fc.nat()

const survey = fc.record<Survey>({
  format: hostile,
  recognised: fc.array(
    fc.record({
      code: fc.constantFrom('time-column', 'rate'),
      params: fc.dictionary(fc.stringMatching(/^[a-z]{1,20}$/), fc.oneof(hostile, number), { noNullPrototype: true }),
    }),
  ),
  start: fc.option(number),
  clock: fc.constantFrom('utc', 'local', 'unknown'),
  duration: fc.option(number),
  channels: fc.array(
    fc.record({
      name: hostile,
      unit: fc.option(hostile),
      kind: fc.constantFrom('ecg', 'heart-rate'),
      rate: fc.option(number),
      samples: count,
    }),
  ),
  samples: count,
  gaps: fc.record({
    count,
    seconds: number,
    longest: fc.array(fc.record({ at: number, seconds: number }), { maxLength: mostGaps }),
  }),
  faults: fc.array(fc.record({ what: fc.constantFrom('cut-off', 'wrong-line'), count }), { maxLength: 9 }),
  annotations: count,
  device: fc.option(hostile),
  serialnumber: fc.option(hostile),
  fingerprint: fc.option(hostile),
})

test('whatever a reader finds can be stored and is read back as it was', () => {
  fc.assert(
    fc.property(survey, (found) => {
      const description = describeFile(found, null)
      expect(readFileDescription(JSON.stringify(description))).toEqual(description)
    }),
  )
})

const nothing: Survey = {
  format: 'EDF',
  recognised: [],
  start: null,
  clock: 'unknown',
  duration: null,
  channels: [],
  samples: 0,
  gaps: { count: 0, seconds: 0, longest: [] },
  faults: [],
  annotations: 0,
  device: null,
  serialnumber: null,
  fingerprint: null,
}

test('a file with more channels than are stored reports their number', () => {
  const channel = { name: 'x', unit: 'g', kind: 'other', rate: 100, samples: 1 } as const
  const found: Survey = {
    format: 'EDF',
    recognised: [],
    start: null,
    clock: 'local',
    duration: 1,
    channels: Array(512).fill(channel),
    samples: 512,
    gaps: { count: 0, seconds: 0, longest: [] },
    faults: [],
    annotations: 0,
    device: null,
    serialnumber: null,
    fingerprint: null,
  }
  const description = describeFile(found, { rate: 100 })
  expect(description.channels).toHaveLength(mostDescribedChannels)
  expect(description.channelCount).toBe(512)
  expect(readFileDescription(JSON.stringify(description))).toEqual(description)
})

test('a file that no reader accepts is described by the reason', () => {
  const description = describeUnreadable({ code: 'wrong-header', offset: 184, line: null, detail: 'channels\u0007' })
  expect(readFileDescription(JSON.stringify(description))).toEqual({
    ...description,
    unreadable: { code: 'wrong-header', offset: 184, line: null, detail: 'channels' },
  })
})

test('what a choice makes readable is not called no recording', () => {
  const isNone = (code: Parameters<typeof describeUnreadable>[0]['code']) =>
    isNoRecording(describeUnreadable({ code, offset: null, line: null, detail: null }))
  expect((['empty', 'unknown-format', 'unsupported', 'cut-off', 'wrong-header'] as const).map(isNone)).toEqual(
    Array(5).fill(true),
  )
  const byChoice = ['missing-companion', 'several-recordings', 'no-data', 'wrong-layout'] as const
  expect(byChoice.map(isNone)).toEqual(Array(4).fill(false))
  expect(isNoRecording(describeFile(nothing, {}))).toBe(false)
})

test('anything else is not a description', () => {
  for (const json of ['', 'null', '[]', '{}', '{"format":"CSV"}', undefined, null])
    expect(readFileDescription(json)).toBeUndefined()
})

test('a zone is asked for only if nothing in the file says how its clock was set', () => {
  const recognised = [{ code: 'utc-offset', params: { minutes: -210 } }]
  expect(utcOffset({ recognised })).toBe(-12_600)
  expect(utcOffset({ recognised: [] })).toBeNull()
  expect(isZoneMissing({ start: 5, clock: 'local', recognised })).toBe(false)
  expect(isZoneMissing({ start: 5, clock: 'local', recognised: [] })).toBe(true)
  expect(isZoneMissing({ start: 5, clock: 'utc', recognised: [] })).toBe(false)
  expect(isZoneMissing({ start: null, clock: 'unknown', recognised: [] })).toBe(false)
})

test('the recordings of an archive are kept with the file, and which of them is read', () => {
  const entries = ['left/arm.csv', 'right/arm.csv']
  const several = describeUnreadable({ code: 'several-recordings', offset: 0, line: null, detail: null, entries })
  expect(readFileDescription(JSON.stringify(several))?.unreadable?.entries).toEqual(entries)
  const chosen = { ...describeFile(nothing, { entry: 'left/arm.csv' }), entries }
  expect(readFileDescription(JSON.stringify(chosen))).toEqual(chosen)
  const tooMany = { ...chosen, entries: Array.from({ length: 101 }, (_, index) => `${index}.csv`) }
  expect(readFileDescription(JSON.stringify(tooMany))).toBeUndefined()
})

test('what is judged of a file is stored with it, without channels that are not described', () => {
  const finding = { from: 5, to: 10.1234567, value: 1 / 3, expected: null, isWarning: true }
  const quality: Quality = {
    version: 1,
    share: 0.987654321,
    findings: [
      { ...finding, code: 'flat', channels: [0, 300] },
      { ...finding, code: 'clipped', channels: [300] },
      { ...finding, code: 'incomplete', channels: [] },
      { ...finding, code: 'wrong-unit', channels: [1], value: Number.NaN },
    ],
    accelerometers: [
      { channels: [0, 1, 2], calibration: { points: 12, error: 0.01, correction: null }, notWorn: null },
      {
        channels: [3, 4, 5],
        calibration: {
          points: 12,
          error: 0.01,
          correction: { offset: [0, 0.1, 0], scale: [1, 1, 1.01], error: 0.001 },
        },
        notWorn: { seconds: 900, longest: [{ from: 0, to: 900 }] },
      },
      { channels: [299, 300, 301], calibration: null, notWorn: null },
    ],
    battery: { channel: 6, first: 4.1, last: 3.9, min: 3.9, max: 4.1, mean: 4 },
    temperature: { channel: 300, first: 30, last: 30, min: 30, max: 30, mean: 30 },
  }
  const description = describeFile(nothing, null, quality)
  expect(readFileDescription(JSON.stringify(description))).toEqual(description)
  expect(description.quality).toMatchObject({ share: 0.987654, battery: quality.battery, temperature: null })
  expect(description.quality?.findings).toEqual([
    { ...finding, to: 10.1235, value: 0.333333, code: 'flat', channels: [0] },
    { ...finding, to: 10.1235, value: 0.333333, code: 'incomplete', channels: [] },
  ])
  expect(description.quality?.accelerometers).toEqual(quality.accelerometers.slice(0, 2))
  const hostile = [
    { ...quality, share: 2 },
    { ...quality, findings: [{ ...finding, code: 'else', channels: [] }] },
    { ...quality, findings: Array.from({ length: 25 }, () => quality.findings[2]) },
    { ...quality, findings: [{ ...quality.findings[2], isWarning: 1 }] },
    { ...quality, accelerometers: [{ channels: [0, 1, 2], calibration: { points: 1 }, notWorn: null }] },
  ]
  for (const each of hostile)
    expect(readFileDescription(JSON.stringify({ ...description, quality: each }))).toBeUndefined()
})
