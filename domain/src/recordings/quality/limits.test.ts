import { describe, expect, test } from 'vitest'
import { type QualityLimits, usualLimits } from '../../studies/quality-limits.ts'
import { type Judgeable, judgedBy, toldBy } from './limits.ts'
import { type Finding, findingCodes } from './quality.ts'

const finding = (code: Finding['code'], value: number, more: Partial<Finding> = {}): Finding => ({
  code,
  channels: [],
  from: null,
  to: null,
  value,
  expected: null,
  isWarning: false,
  ...more,
})
const isMark = (found: Finding, limits: Partial<QualityLimits> = {}, duration: number | null = 1000) =>
  judgedBy({ ...usualLimits, ...limits }, { findings: [found], duration })[0]?.isWarning

test.each([
  ['incomplete', 0.9899, 0.99],
  ['drop-outs', 1.1, 1],
  ['clipped', 0.001, 0.00099],
  ['saturated', 0.001, 0.00099],
  ['calibration-off', 0.05, 0.0499],
  ['not-worn', 250, 249],
] as const)('by the usual limits, %s of %d is a mark and of %d is none', (code, mark, none) => {
  expect(isMark(finding(code, mark))).toBe(true)
  expect(isMark(finding(code, none))).toBe(false)
})

test.each([
  ['incomplete', 0, { share: null }],
  ['drop-outs', 1e6, { dropOut: null }],
  ['clipped', 1, { clipped: null }],
  ['clock-drift', 4000, { drift: null }],
  ['calibration-off', 1, { calibration: null }],
  ['not-worn', 1e6, { notWorn: null }],
] as const)('%s is never a mark without a limit', (code, value, limits) => {
  expect(isMark(finding(code, value), limits)).toBe(false)
})

test('a drift is a mark in both directions', () => {
  expect(isMark(finding('clock-drift', -5), { drift: 5 })).toBe(true)
  expect(isMark(finding('clock-drift', 5), { drift: 5 })).toBe(true)
  expect(isMark(finding('clock-drift', 4.9), { drift: 5 })).toBe(false)
})

test('one long gap is a mark, if the study says so', () => {
  const gap = finding('incomplete', 0.999, { from: 100, to: 131 })
  expect(isMark(gap)).toBe(false)
  expect(isMark(gap, { gap: 30 })).toBe(true)
  expect(isMark(gap, { gap: 31 })).toBe(false)
  expect(isMark(finding('incomplete', 0.999), { gap: 30 })).toBe(false)
})

test('how much was not worn is not judged without a duration', () => {
  expect(isMark(finding('not-worn', 900), {}, null)).toBe(false)
})

describe('a battery', () => {
  test.each([
    [9, 10, true],
    [10, 10, false],
    [3.3, 3.4, true],
    [3.4, 3.4, false],
    [3399, 3400, true],
    [3400, 3400, false],
  ])('of %d, where %d is usual', (value, expected, low) => {
    expect(isMark(finding('battery-low', value, { expected }))).toBe(low)
    expect(isMark(finding('battery-low', value, { expected }), { battery: null, volts: null })).toBe(false)
  })

  test('that was judged before its unit was kept stays as it was', () => {
    for (const isWarning of [true, false])
      expect(isMark(finding('battery-low', 3, { isWarning }), { volts: null })).toBe(isWarning)
  })
})

test('what has no limit stays as it was judged', () => {
  for (const code of findingCodes.filter((each) => ['flat', 'wrong-rate', 'wrong-unit', 'cool'].includes(each))) {
    expect(isMark(finding(code, 1, { isWarning: true }))).toBe(true)
    expect(isMark(finding(code, 1))).toBe(false)
  }
})

describe('of a stored file is told', () => {
  const stored: Judgeable = {
    duration: 1000,
    findings: [
      finding('clipped', 0.0005),
      finding('incomplete', 0.995),
      finding('calibration-off', 0.06, { isWarning: true }),
    ],
  }
  const told = (limits: Partial<QualityLimits>) =>
    toldBy({ ...usualLimits, ...limits }, stored, true).map(({ code, isWarning, isChanged }) => [
      code,
      isWarning,
      isChanged,
    ])

  test('what is a mark, and what is worth knowing', () => {
    expect(told({})).toEqual([
      ['calibration-off', true, false],
      ['incomplete', false, false],
    ])
  })

  test('of a file that was not stored yet, nothing has changed', () => {
    const strict = { ...usualLimits, clipped: 0.0001, calibration: 0.1 }
    expect(toldBy(strict, stored, false).map(({ code, isChanged }) => [code, isChanged])).toEqual([
      ['clipped', false],
      ['incomplete', false],
    ])
  })

  test('what became a mark since, and what is none any more', () => {
    expect(told({ clipped: 0.0001, calibration: 0.1, share: 0.999 })).toEqual([
      ['clipped', true, true],
      ['incomplete', true, true],
      ['calibration-off', false, true],
    ])
  })
})
