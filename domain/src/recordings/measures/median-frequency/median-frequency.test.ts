import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'
import { segmentLength } from './median-frequency.ts'
import { PowerSpectrum } from './power-spectrum.ts'

const wave = (hz: number, seconds: number, height = 1) =>
  Array.from({ length: seconds * 128 }, (_, i) => height * Math.sin((2 * Math.PI * hz * i) / 128) + 7)
const of = (signal: readonly number[]) => resultOf(measureColumns([signal], 128, 8, 'emg'), 'median_frequency')

test('a wave has its frequency, whatever its mean', () => {
  expect(of(wave(10, 16))).toMatchObject({ value: 10, unit: 'Hz', epochs: [10, 10] })
})

test('of two waves, the one with more power decides', () => {
  expect(of(wave(10, 16).map((value, i) => value + (wave(30, 16, 1.5)[i] ?? 0))).value).toBe(30)
  expect(of(wave(10, 16).map((value, i) => value + (wave(30, 16, 0.5)[i] ?? 0))).value).toBe(10)
})

test('what does not vary, and what is too short, has none', () => {
  expect(of(wave(10, 8, 0)).value).toBeNull()
  expect(of(wave(10, 2)).value).toBeNull()
})

test.each([
  [128, 512],
  [100, 512],
  [50, 256],
  [1_000_000, 65_536],
])('at %s Hz, segments have %s samples', (rate, length) => expect(segmentLength(rate)).toBe(length))

test('the spectrum is that of the definition', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 16, maxLength: 16 }), (values) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / 16
      const windowed = values.map((value, i) => (value - mean) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 16)))
      const power = [...new PowerSpectrum(16).of(Float64Array.from(values))]
      for (const [k, found] of power.entries()) {
        const part = (turn: (angle: number) => number) =>
          windowed.reduce((sum, value, i) => sum + value * turn((2 * Math.PI * k * i) / 16), 0)
        const expected = (part(Math.cos) ** 2 + part(Math.sin) ** 2) * (k === 0 || k === 8 ? 1 : 2)
        expect(found).toBeCloseTo(expected, 6)
      }
    }),
  )
})
