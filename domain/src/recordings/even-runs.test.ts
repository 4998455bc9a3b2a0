import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideIntoRuns, isNext, type TimedPart } from './even-runs.ts'

/** Parts of ten samples at 10 Hz, each at its time. */
const partsAt = (starts: readonly number[], more: (index: number) => Partial<TimedPart> = () => ({})): TimedPart[] =>
  starts.map((start, sequence) => ({ sequence, start, rate: 10, count: 10, ...more(sequence) }))
const runsOf = (parts: readonly TimedPart[], before?: TimedPart) =>
  divideIntoRuns(parts, before, (a, b) => a.count === b.count)
const told = (parts: readonly TimedPart[], before?: TimedPart) =>
  runsOf(parts, before).map(({ parts: own, samples, step, continues }) => [own[0]?.start, samples, step, continues])

describe('a part', () => {
  const [part] = partsAt([100])
  const next = (more: Partial<TimedPart>) => part !== undefined && isNext(part, { ...part, sequence: 1, ...more })

  test('is next within a tenth of the length of the one before', () => {
    expect([100.75, 100.875, 100.925, 101, 101.0625, 101.125].map((start) => next({ start }))).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ])
  })

  test('is not next with another number', () => {
    expect([0, 1, 2].map((sequence) => next({ start: 101, sequence }))).toEqual([false, true, false])
  })
})

describe('runs', () => {
  test('join parts that follow one another at the nominal rate', () => {
    expect(told(partsAt([0, 1, 2]))).toEqual([[0, 30, 0.1, false]])
    expect(told([])).toEqual([])
    expect(told(partsAt([5]))).toEqual([[5, 10, 0.1, false]])
  })

  test('have the step of a clock that is slower or faster', () => {
    expect(told(partsAt([0, 1.04, 2.08]))).toEqual([[0, 30, 2.08 / 20, false]])
    expect(told(partsAt([0, 0.96, 1.92]))).toEqual([[0, 30, 0.096, false]])
  })

  test('end where no step comes within half a sample of each part', () => {
    // A part that is late by 90 ms; half a sample is 50 ms.
    expect(told(partsAt([0, 1.09, 2, 3]))).toEqual([
      [0, 20, expect.closeTo(0.109, 9), false],
      [2, 20, 0.1, true],
    ])
  })

  test('end at a gap, another rate and another kind of part', () => {
    expect(told(partsAt([0, 1, 5, 6]))).toEqual([
      [0, 20, 0.1, false],
      [5, 20, 0.1, false],
    ])
    expect(told(partsAt([0, 1, 2], (index) => (index === 2 ? { rate: 20 } : {})))).toEqual([
      [0, 20, 0.1, false],
      [2, 10, 0.05, true],
    ])
    expect(told(partsAt([0, 1, 2], (index) => (index === 2 ? { count: 5 } : {})))).toEqual([
      [0, 20, 0.1, false],
      [2, 5, 0.1, true],
    ])
  })

  test('continue what was before them, or do not', () => {
    const [before, ...parts] = partsAt([0, 1, 2])
    expect(told(parts, before)).toEqual([[1, 20, 0.1, true]])
    const [early, , ...late] = partsAt([0, 1, 2])
    expect(told(late, early)).toEqual([[2, 10, 0.1, false]])
  })

  test('hold every part once, in order, and place each within half a sample of its time', () => {
    const jitter = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(jitter, (late) => {
        const parts = partsAt(late.map((each, index) => index + each))
        const runs = runsOf(parts)
        expect(runs.flatMap((run) => run.parts)).toEqual(parts)
        for (const run of runs) {
          expect(run.samples).toBe(10 * run.parts.length)
          for (const [index, part] of run.parts.entries())
            expect(Math.abs((run.parts[0]?.start ?? 0) + index * 10 * run.step - part.start)).toBeLessThan(0.05 + 1e-9)
        }
      }),
    )
  })
})
