import { expect, test } from 'vitest'
import { type Block, endOf, follows } from './recording.ts'

const second: Block = { channel: 0, at: 10, step: 0.01, values: new Float32Array(100) }

test('a block ends after its last sample, an irregular one with it', () => {
  expect(endOf(second)).toBe(11)
  expect(endOf({ ...second, step: null, times: new Float64Array([10, 10.7]), values: new Float32Array(2) })).toBe(10.7)
})

test('a block that begins elsewhere than the last one ended comes after a gap', () => {
  expect(follows(second, { ...second, at: 11.004 })).toBe(true)
  expect(follows(second, { ...second, at: 11.5 })).toBe(false)
  expect(follows(second, { ...second, at: 10.5 })).toBe(false)
})

test('a reader’s own statement takes precedence', () => {
  expect(follows(second, { ...second, at: 11.02, continues: true })).toBe(true)
  expect(follows(second, { ...second, at: 11, continues: false })).toBe(false)
})
