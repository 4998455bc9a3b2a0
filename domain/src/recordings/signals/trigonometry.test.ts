import { expect, test } from 'vitest'
import { arctangent, cosine, sine, tangent } from './trigonometry.ts'

const angles = Array.from({ length: 4001 }, (_, i) => ((i - 2000) / 2000) * 4 * Math.PI)

test('sines, cosines and tangents are right to the last digits', () => {
  for (const angle of angles) {
    expect(Math.abs(sine(angle) - Math.sin(angle))).toBeLessThan(4e-16)
    expect(Math.abs(cosine(angle) - Math.cos(angle))).toBeLessThan(4e-16)
  }
  for (const angle of angles.filter((each) => Math.abs(each) < 1.5))
    expect(Math.abs(tangent(angle) / Math.tan(angle || 1) - (angle ? 1 : 0))).toBeLessThan(8e-16)
  expect([sine(0), cosine(0), sine(Math.PI / 2), cosine(Math.PI)]).toEqual([0, 1, 1, -1])
})

test('arctangents are right to the last digits, of the largest and the smallest numbers too', () => {
  for (const x of [...angles, 1e-9, 1, -1, 1e9, 1e300, -1e300])
    expect(Math.abs(arctangent(x) - Math.atan(x))).toBeLessThan(5e-16)
  expect(arctangent(Number.POSITIVE_INFINITY)).toBe(Math.PI / 2)
  expect(arctangent(Number.NEGATIVE_INFINITY)).toBe(-Math.PI / 2)
  expect(arctangent(Number.NaN)).toBeNaN()
})
