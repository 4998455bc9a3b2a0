import { expect, test } from 'vitest'
import { changedKeys } from './use-changed-keys.ts'

test('rows that came or changed are marked, those that stayed or went are not', () => {
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
