// @vitest-environment happy-dom

import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeAll, drawHook } from '../../records/test/screen.tsx'
import { changedKeys, useChangedKeys } from './use-changed-keys.ts'

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

type Row = { id: string; name: string }
const [one, two, other]: Row[] = [
  { id: '1', name: 'one' },
  { id: '2', name: 'two' },
  { id: '1', name: 'another name' },
] as [Row, Row, Row]
const marksOf = (rows: readonly Row[] | undefined) => () => [...useChangedKeys(rows, ({ id }) => id)]

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  await closeAll()
})

test('the first answer marks nothing, each later one what it changed', async () => {
  const list = await drawHook(marksOf(undefined))
  await list.again(marksOf([one]))
  expect(list.result()).toEqual([])
  await list.again(marksOf([one, two]))
  expect(list.result()).toEqual(['2'])
  await list.again(marksOf([other, two]))
  expect(list.result()).toEqual(['1'])
})

test('a mark goes by itself, also after an answer that changed nothing', async () => {
  const list = await drawHook(marksOf([one]))
  await list.again(marksOf([one, two]))
  await list.again(marksOf([one, two]))
  expect(list.result()).toEqual(['2'])
  await act(async () => vi.runOnlyPendingTimers())
  expect(list.result()).toEqual([])
})
