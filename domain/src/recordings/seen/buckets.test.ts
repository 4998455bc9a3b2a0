import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Buckets, gapBefore, gapWithin } from './buckets.ts'

type Sample = { bucket: number; value: number; isAfterGap: boolean }

/** What a bucket holds, computed from all of its samples at once. */
function expected(samples: readonly Sample[], levels: number) {
  const byIndex = Map.groupBy(samples, ({ bucket }) => bucket >> levels)
  return [...byIndex]
    .sort(([a], [b]) => a - b)
    .map(([index, all]) => {
      // The first is the first of its time, and of those the first that arrived.
      const first = all.reduce((least, next) => (next.bucket < least.bucket ? next : least))
      const others = all.filter((each) => each !== first)
      return [
        index,
        Math.min(...all.map(({ value }) => value)),
        Math.max(...all.map(({ value }) => value)),
        (first.isAfterGap ? gapBefore : 0) | (others.some(({ isAfterGap }) => isAfterGap) ? gapWithin : 0),
      ]
    })
}

function listed({ index, min, max, gaps, count }: Buckets) {
  return Array.from({ length: count }, (_, place) => [index[place], min[place], max[place], gaps[place]])
}

function filled(samples: readonly Sample[], most: number): Buckets {
  const buckets = new Buckets(most)
  for (const sample of samples) addTo(buckets, sample)
  return buckets
}

function addTo(buckets: Buckets, { bucket, value, isAfterGap }: Sample): void {
  const values = Float64Array.of(value)
  buckets.add({ channel: 0, at: bucket + 0.5, step: 1, values, continues: true }, 0, 1, isAfterGap)
}

const drawn = (most: number) =>
  fc.array(
    fc.record({ bucket: fc.nat(most - 1), value: fc.integer({ min: -99, max: 99 }), isAfterGap: fc.boolean() }),
    { maxLength: 300 },
  )

test('each interval holds the least and greatest of its samples, in whichever order they come', () => {
  fc.assert(
    fc.property(drawn(64), fc.nat(6), fc.boolean(), (samples, levels, isInOrder) => {
      const given = isInOrder ? samples.toSorted((a, b) => a.bucket - b.bucket) : samples
      const buckets = filled(given, 64)
      expect(listed(buckets.merged(levels))).toEqual(expected(given, levels))
      buckets.merge(levels)
      expect(listed(buckets)).toEqual(expected(given, levels))
    }),
  )
})

test('samples are added after a merge as before', () => {
  fc.assert(
    fc.property(drawn(64), drawn(32), (samples, later) => {
      const buckets = filled(samples, 64)
      buckets.merge(1)
      for (const sample of later) addTo(buckets, sample)
      const halved = expected(samples, 1)
      const { length } = [...new Set([...halved.map(([index]) => index), ...later.map(({ bucket }) => bucket)])]
      buckets.merge(0)
      expect(buckets.count).toBe(length)
      const least = [...halved.map(([, min = 0]) => min), ...later.map(({ value }) => value)]
      if (least.length > 0) expect(Math.min(...buckets.min.subarray(0, length))).toBe(Math.min(...least))
    }),
  )
})

test('the place of an interval is that of the first with samples from there on', () => {
  fc.assert(
    fc.property(drawn(64), fc.integer({ min: -1, max: 65 }), (samples, bucket) => {
      const buckets = filled(samples, 64)
      const place = expected(samples, 0).findIndex(([index = 0]) => index >= bucket)
      expect(buckets.placeOf(bucket)).toBe(place < 0 ? expected(samples, 0).length : place)
    }),
  )
})

test('samples that go back and forth take no more memory than twice the intervals', () => {
  const most = 4096
  const buckets = new Buckets(most)
  for (let i = 0; i < 100_000; i++) addTo(buckets, { bucket: (i * 2731) % most, value: i, isAfterGap: false })
  expect(buckets.index.length).toBeLessThanOrEqual(2 * most)
  buckets.merge(0)
  expect(buckets.count).toBe(most)
  expect(Math.max(...buckets.max.subarray(0, most))).toBe(99_999)
  expect(Math.min(...buckets.min.subarray(0, most))).toBe(0)
})

test('an interval that comes after the others were put in order, since their memory was full, takes its place', () => {
  const samples = Array.from({ length: 1024 }, (_, i) => ({ bucket: [9, 2][i % 2] ?? 0, value: i, isAfterGap: false }))
  const buckets = filled([...samples, { bucket: 5, value: -1, isAfterGap: false }], 16)
  expect(buckets.placeOf(9)).toBe(2)
  expect(listed(buckets)).toEqual([
    [2, 1, 1023, 0],
    [5, -1, -1, 0],
    [9, 0, 1022, 0],
  ])
})
