import { expect, test } from 'vitest'
import { newScanWatch } from './scanned.ts'

/** Types keys with so many milliseconds between them, then Enter. Says whether that was a scanner. */
function typed(text: string, between: number, { beforeEnter = between, isRepeated = false } = {}): boolean {
  const isScan = newScanWatch()
  let at = 1_000
  for (const key of text) {
    expect(isScan({ key, at, isRepeated })).toBe(false)
    at += between
  }
  return isScan({ key: 'Enter', at: at - between + beforeEnter, isRepeated: false })
}

test('fast keys that end with an Enter as fast come from a scanner', () => {
  expect(typed('4006381333931', 1)).toBe(true)
  expect(typed('4006381333931', 30)).toBe(true)
  expect(typed('A1B2', 8)).toBe(true)
})

test('a person is slower, or presses Enter after a while', () => {
  expect(typed('4006381333931', 60)).toBe(false)
  expect(typed('4006381333931', 36)).toBe(false)
  expect(typed('4006381333931', 5, { beforeEnter: 36 })).toBe(false)
})

test('a few fast keys and a held key are a person’s', () => {
  expect(typed('170', 5)).toBe(false)
  expect(typed('0000000', 30, { isRepeated: true })).toBe(false)
})

test('only the keys just before Enter count, and Shift is none of them', () => {
  const isScan = newScanWatch()
  const keys = (text: string, from: number, between: number) =>
    [...text].map((key, n) => isScan({ key, at: from + n * between, isRepeated: false }))
  keys('ABCD', 0, 5)
  keys('e', 500, 0)
  expect(isScan({ key: 'Enter', at: 510, isRepeated: false })).toBe(false)
  const shifted = ['Shift', 'A', 'Shift', 'B', '1', 'Shift', 'C', 'Enter']
  expect(shifted.map((key, n) => isScan({ key, at: 2_000 + n * 20, isRepeated: false })).at(-1)).toBe(false)
  expect(shifted.map((key, n) => isScan({ key, at: 3_000 + n * 10, isRepeated: false })).at(-1)).toBe(true)
})
