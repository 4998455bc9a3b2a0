import { expect, test } from 'vitest'
import { epochOfText, offeredEpochs, whyNotEpochSeconds } from './epochs.ts'

test.each([1, 3600, ...offeredEpochs])('recordings can be measured in epochs of %s s', (seconds) => {
  expect(whyNotEpochSeconds(seconds)).toBeUndefined()
})

test.each([0, 3601, -5, 1.5, Number.NaN])('but not in epochs of %s s', (seconds) => {
  expect(whyNotEpochSeconds(seconds)).toMatchObject({ reason: 'study.epoch', field: 'epochSeconds' })
})

test.each([
  ['60', 60],
  [' 5 ', 5],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['5 s', Number.NaN],
])('"%s" is typed for %s', (text, seconds) => expect(epochOfText(text)).toBe(seconds))
