import { expect, test } from 'vitest'
import { changedKeys } from './use-changed-keys.ts'

test('added and changed rows are marked, unchanged and removed ones are not', () => {
  const known = new Map([
    ['stayed', '1'],
    ['changed', '1'],
    ['went', '1'],
  ])
  const now = new Map([
    ['stayed', '1'],
    ['changed', '2'],
    ['came', '1'],
  ])
  expect([...changedKeys(known, now)]).toEqual(['changed', 'came'])
})
