import { describeFile } from '@casebook/domain/reference-data/file-description.ts'
import { expect, test } from 'vitest'
import { chosenOf, frameOf, mostTogether, moved, recordedBy } from './frame.ts'

const survey = {
  format: 'CSV',
  recognised: [],
  start: Date.parse('2026-10-20T09:00:00Z') / 1000,
  clock: 'local' as const,
  duration: 600,
  channels: [],
  samples: 0,
  gaps: { count: 0, seconds: 0, longest: [] },
  annotations: 0,
  faults: [],
  device: null,
  serialnumber: null,
  fingerprint: null,
}
const description = JSON.stringify(describeFile(survey, null))
const nine = Date.parse('2026-10-20T09:00:00+02:00') / 1000

test('a recording stands where its zone and clock correction place it, and by the study’s zone if nobody said its own', () => {
  expect(recordedBy({ description, zone: 'UTC', clockCorrection: 5 }, 'Europe/Oslo')).toMatchObject({
    from: nine + 7200 + 5,
    to: nine + 7200 + 605,
    isZoneAssumed: false,
  })
  expect(recordedBy({ description, zone: null, clockCorrection: 0 }, 'Europe/Oslo')).toMatchObject({
    from: nine,
    isZoneAssumed: true,
  })
})

test('what was never read, or has no date, has no place', () => {
  expect(recordedBy({ description: null, clockCorrection: 0 }, 'UTC')).toBeUndefined()
  const undated = JSON.stringify(describeFile({ ...survey, start: null }, null))
  expect(recordedBy({ description: undated, clockCorrection: 0 }, 'UTC')).toBeUndefined()
})

test('the axis holds all recordings as they are moved', () => {
  const spans = [
    { from: 100, to: 200, shift: 0 },
    { from: 150, to: 160, shift: -70 },
  ]
  expect(frameOf(spans)).toEqual({ from: 80, to: 200 })
  const view = {
    times: Float64Array.of(1, 2),
    min: new Float64Array(2),
    max: new Float64Array(2),
    gaps: new Uint8Array(2),
    width: 1,
  }
  const seen = moved({ from: 0, to: 10, views: [view] }, 5)
  expect({ from: seen.from, to: seen.to, times: [...(seen.views[0]?.times ?? [])] }).toEqual({
    from: 5,
    to: 15,
    times: [6, 7],
  })
})

test('an address names files of the subject, each once, and no more than are shown', () => {
  const files = ['a', 'b', 'c', 'd', 'e'].map((referencedataid) => ({ referencedataid }))
  const ids = (text: string | null) => chosenOf(text, files).map(({ referencedataid }) => referencedataid)
  expect(ids('c,a,c,x')).toEqual(['c', 'a'])
  expect(ids(null)).toEqual([])
  expect(ids('a,b,c,d,e')).toHaveLength(mostTogether)
})
