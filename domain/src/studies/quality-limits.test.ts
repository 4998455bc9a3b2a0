import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotTyped } from '../shared/record-fields/record-fields.ts'
import {
  countUnusualLimits,
  limitFields,
  limitsOfTexts,
  textsOfLimits,
  usualLimits,
  whyNotQualityLimits,
} from './quality-limits.ts'

test('the limits of a new study are shown in the units in which people type them', () => {
  expect(whyNotQualityLimits(usualLimits)).toBeUndefined()
  expect(textsOfLimits(usualLimits)).toEqual({
    qualityShare: '99',
    qualityGap: null,
    qualityDropOut: '1',
    qualityClipped: '0.1',
    qualityDrift: null,
    qualityCalibration: '50',
    qualityNotWorn: '25',
    qualityBattery: '10',
    qualityVolts: '3.4',
  })
})

test.each([
  ['those of a new study', {}, 0],
  ['another number', { qualityShare: '98' }, 1],
  ['a comma and blanks', { qualityVolts: ' 3,4 ' }, 0],
  ['one that never matters', { qualityBattery: '' }, 1],
  ['one that matters now, and one that is no number', { qualityGap: '60', qualityNotWorn: 'half' }, 2],
])('limits that are not the usual ones are counted: %s', (_, typed, count) => {
  expect(countUnusualLimits({ ...textsOfLimits(usualLimits), ...typed })).toBe(count)
})

const share = fc.option(fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000))

test('limits come back from their texts as they were', () => {
  fc.assert(
    fc.property(share, share, fc.option(fc.integer({ min: 1, max: 1_000_000 })), (part, notWorn, gap) => {
      const limits = { ...usualLimits, share: part, notWorn, gap }
      expect(limitsOfTexts(textsOfLimits(limits))).toEqual(limits)
    }),
  )
})

test('any limit that the API takes can be saved again by the editor', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      (part, gap) => {
        const texts = textsOfLimits({ ...usualLimits, share: part, notWorn: part, gap })
        const fields = ['qualityShare', 'qualityNotWorn', 'qualityGap'] as const
        expect(fields.map((name) => whyNotTyped(limitFields[name], texts[name] ?? ''))).toEqual([
          undefined,
          undefined,
          undefined,
        ])
        expect(limitsOfTexts(texts).share).toBeCloseTo(part, 9)
      },
    ),
  )
})

test.each([
  ['qualityShare', '99,5', undefined],
  ['qualityShare', '100', undefined],
  ['qualityShare', '101', { least: 0, most: 100 }],
  ['qualityShare', 'most', { least: 0, most: 100 }],
  ['qualityShare', '-1', { least: 0, most: 100 }],
  ['qualityClipped', '0.001', { least: 0.01, most: 100 }],
  ['qualityCalibration', '9', { least: 10, most: 1000 }],
  ['qualityGap', '0.5', { least: 1, most: 1e6 }],
  ['qualityVolts', '3.9', undefined],
] as const)('%s %s', (name, text, params) => {
  const why = whyNotTyped(limitFields[name], text)
  expect(why && { field: why.field, params: why.params }).toEqual(params && { field: name, params })
})

test('an empty limit is right, and a number beyond its bounds is not', () => {
  expect(whyNotTyped(limitFields.qualityGap, ' ')).toBeUndefined()
  expect(whyNotQualityLimits({ share: null })).toBeUndefined()
  expect(whyNotQualityLimits({ share: 1.1 })).toMatchObject({ reason: 'study.limit', field: 'qualityLimits' })
  expect(whyNotQualityLimits({ volts: Number.NaN })).toMatchObject({ reason: 'study.limit' })
})
