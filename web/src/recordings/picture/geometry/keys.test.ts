import { expect, test } from 'vitest'
import { shownAfterKey } from './keys.ts'

const bands = [{ key: 'a', name: 'Stairs', isOwn: true, from: 60, to: 70 }]
const context = { shown: { from: 20, to: 40 }, length: 100, bands }

test.each([
  ['ArrowRight', { from: 24, to: 44 }],
  ['ArrowLeft', { from: 16, to: 36 }],
  ['+', { from: 25, to: 35 }],
  ['-', { from: 10, to: 50 }],
  ['0', { from: 0, to: 100 }],
  [']', { from: 59, to: 71 }],
  ['[', undefined],
  ['x', undefined],
])('the key %s', (key, shown) => {
  expect(shownAfterKey(key, context)).toEqual(shown)
})
