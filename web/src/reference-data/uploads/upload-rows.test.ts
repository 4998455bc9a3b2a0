import { expect, test } from 'vitest'
import { changesOfRows } from './upload-rows.ts'

const row = (referencedataid: string, status: string) => ({ referencedataid, status })

test('reports rows removed or settled between two reads, and no new ones', () => {
  const before = [row('a', 'PENDING'), row('b', 'PENDING'), row('c', 'PENDING'), row('d', 'UPLOADED')]
  const after = [row('b', 'UPLOADED'), row('c', 'FAILED'), row('d', 'UPLOADED'), row('e', 'PENDING')]
  expect(changesOfRows(before, after)).toEqual([
    { type: 'rowRemoved', referencedataid: 'a' },
    { type: 'rowSettled', referencedataid: 'b', status: 'UPLOADED' },
    { type: 'rowSettled', referencedataid: 'c', status: 'FAILED' },
  ])
  expect(changesOfRows(after, after)).toEqual([])
})
