import type { Offset } from '@casebook/domain/recordings/alignment/estimate-offset.ts'
import { expect, test } from 'vitest'
import { estimateBy, reasonFor } from './estimate.ts'

const sure: Offset = { seconds: 5.2, kind: 'acceleration', correlation: 0.93, next: 0.2, sureness: 'sure' }

test('an estimate is the reason for the correction that it proposes', () => {
  const estimate = estimateBy('arm', sure, 0.1)
  expect(estimate).toEqual({ by: 'arm', offset: sure, proposed: 5.3 })
  expect(reasonFor(5.3, estimate)).toBe(sure)
  expect(reasonFor(5.3, estimateBy('arm', { ...sure, sureness: 'likely' }, 0.1))).toMatchObject({ sureness: 'likely' })
})

test('an estimate is no reason for a number that a person made up', () => {
  expect(reasonFor(60, estimateBy('arm', sure, 0))).toBeUndefined()
  expect(reasonFor(5.201, estimateBy('arm', sure, 0))).toBeUndefined()
  expect(reasonFor(5.2, undefined)).toBeUndefined()
})

test('an estimate that is not sure, or tells nothing, proposes nothing', () => {
  const unsure = estimateBy('arm', { ...sure, sureness: 'unsure' }, 0)
  expect(unsure.proposed).toBeUndefined()
  expect(reasonFor(5.2, unsure)).toBeUndefined()
  expect(reasonFor(0, estimateBy('arm', 'too-short', 0))).toBeUndefined()
})
