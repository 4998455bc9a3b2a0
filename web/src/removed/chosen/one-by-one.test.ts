import { expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { oneByOne } from './one-by-one.ts'

const named = (...names: string[]) => names.map((name) => ({ key: name.toLowerCase(), name }))

test('each has its turn, in order, and a refused one says why', async () => {
  const acted: string[] = []
  const counted: number[] = []
  const left = await oneByOne(
    named('A', 'B', 'C'),
    async ({ key }) => {
      if (key === 'b') throw new Failure({ code: 'NOT_FOUND', reason: 'device.missing', message: 'gone' })
      acted.push(key)
    },
    (count) => counted.push(count),
  )
  expect(acted).toEqual(['a', 'c'])
  expect(counted).toEqual([1, 2, 3])
  expect(left).toMatchObject([{ chosen: { name: 'B' }, failures: [{ reason: 'device.missing' }] }])
})
