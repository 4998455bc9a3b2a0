import { expect, test } from 'vitest'
import { makePlaces } from './places.ts'

test('work beyond the places waits, and goes on in its order', async () => {
  const inPlace = makePlaces(2)
  const holds = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const ends = holds.map(({ promise }, n) =>
    inPlace(() => {
      begun.push(n)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  holds[1]?.resolve()
  await ends[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of holds) resolve()
  await Promise.all(ends)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a place is free again after work that failed', async () => {
  const inPlace = makePlaces(1)
  await expect(inPlace(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await inPlace(() => Promise.resolve('next'))).toBe('next')
})
