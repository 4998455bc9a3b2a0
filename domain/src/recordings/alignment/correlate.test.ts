import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonSignal } from './common-signals.ts'
import { correlate } from './correlate.ts'
import { Trace } from './trace.ts'

/** The correlations one by one, as they are defined. */
function slowly(one: readonly number[], other: readonly number[], lag: number) {
  const pairs = other.flatMap((y, j) => {
    const x = one[j + lag]
    return x === undefined || Number.isNaN(x) || Number.isNaN(y) ? [] : [[x, y] as const]
  })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))]
  const sum = (of: (x: number, y: number) => number) => pairs.reduce((all, [x, y]) => all + of(x - mx, y - my), 0)
  return { steps: pairs.length, r: sum((x, y) => x * y) / Math.sqrt(sum((x) => x * x) * sum((_, y) => y * y)) }
}

const value = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: -50, max: 50 }) },
  { weight: 1, arbitrary: fc.constant(Number.NaN) },
)

test('the highest correlation is that of the definition, at its lag', () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 8, maxLength: 40 }),
      fc.array(value, { minLength: 8, maxLength: 40 }),
      (one, other) => {
        const found = correlate(Float64Array.from(one), Float64Array.from(other), { fewest: 6 })
        if (!found) return
        const lag = Math.round(found.lag)
        const there = [lag - 1, lag, lag + 1].map((each) => slowly(one, other, each))
        const match = there.find(({ r }) => Math.abs(r - found.correlation) < 1e-9)
        expect(match?.steps).toBe(found.steps)
        // Nowhere else is it higher, where the parts vary as much as is asked for; 0 says that there is nothing else.
        expect(found.next).toBeLessThanOrEqual(Math.max(0, found.correlation) + 1e-12)
      },
    ),
  )
})

test('only lags near what is expected are tried', () => {
  const trace = Float64Array.from({ length: 200 }, (_, i) => Math.sin(i * i))
  const later = trace.slice(30)
  expect(correlate(trace, later, { fewest: 50 })?.lag).toBeCloseTo(30, 2)
  expect(correlate(trace, later, { fewest: 50, near: 28, most: 3 })?.lag).toBeCloseTo(30, 2)
  expect(correlate(trace, later, { fewest: 50, near: 0, most: 10 })?.correlation).toBeLessThan(0.6)
  expect(correlate(trace, later, { fewest: 500 })).toBeUndefined()
})

test('what both measured is chosen: whole accelerometers before single channels, and never one axis', () => {
  const axis = (name: string, rate = 50) => ({ name, unit: 'g', kind: 'acceleration', rate }) as const
  const pulse = { name: 'HR', unit: 'bpm', kind: 'heart-rate', rate: null } as const
  const arm = [pulse, axis('x'), axis('y'), axis('z')]
  const chest = [axis('acc z', 25), axis('acc y', 25), axis('acc x', 25), pulse]
  expect(commonSignal(arm, chest)).toEqual({
    kind: 'acceleration',
    channels: [
      [1, 2, 3],
      [2, 1, 0],
    ],
    rate: 25,
  })
  expect(commonSignal(arm, [axis('x'), pulse])).toEqual({ kind: 'heart-rate', channels: [[0], [1]], rate: null })
  expect(commonSignal(arm, [{ name: 'x', unit: null, kind: 'other', rate: 1 }])).toBeUndefined()
})

test('a trace has a value for each step: of a vector its length, of slow steps how much that varies', () => {
  const axes = ['x', 'y', 'z'].map((name) => ({ name, unit: 'g', kind: 'acceleration', rate: 10 }) as const)
  const blocks = [3, 4, 12].map((size, channel) => ({
    channel,
    at: 0,
    step: 0.1,
    values: Float64Array.from({ length: 40 }, (_, i) => (i < 20 ? size : i % 2 ? 2 * size : 0)),
  }))
  const traceOf = (rate: number, channels: readonly number[]) => {
    const trace = new Trace(axes, { channels, rate, from: 1, to: 5 })
    for (const block of blocks) trace.add(block)
    return [...trace.values()]
  }
  expect(traceOf(10, [0, 1, 2]).slice(8, 14)).toEqual([13, 13, 0, 26, 0, 26])
  expect(traceOf(1, [0, 1, 2])).toEqual([0, 13, 13, Number.NaN])
  expect(traceOf(1, [1])).toEqual([4, 4, 4, Number.NaN])
})
