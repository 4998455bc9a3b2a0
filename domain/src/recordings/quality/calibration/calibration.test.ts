import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInput, readNumbers, testOfMeasures } from '../../testing/measure-inputs.ts'
import { calibrate } from './calibration.ts'
import { StillPoints } from './stillness.ts'

/** Directions on the whole sphere. */
function directions(count: number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * (i + 0.5)) / count
    const around = i * Math.PI * (3 - Math.sqrt(5))
    const width = Math.sqrt(1 - z * z)
    return [width * Math.cos(around), width * Math.sin(around), z]
  })
}

testOfMeasures('scale and offset are those of GGIR', async () => {
  const rows = await readNumbers('calibration/stationary_10s_means.csv')
  const expected = JSON.parse(new TextDecoder().decode(await readInput('calibration/expected_calibration_ggir.json')))
  const found = calibrate(rows.flatMap((row) => row.slice(1, 4)))
  expect(found?.points).toBe(expected.npoints)
  expect(found?.error).toBeCloseTo(expected['cal.error.start'], 5)
  expect(found?.correction?.error).toBeCloseTo(expected['cal.error.end'], 5)
  for (const [axis, scale] of expected.scale.entries()) expect(found?.correction?.scale[axis]).toBeCloseTo(scale, 9)
  for (const [axis, offset] of expected.offset.entries()) expect(found?.correction?.offset[axis]).toBeCloseTo(offset, 9)
})

test('the offset and scale of a sensor are found from where it lay', () => {
  const offset = fc.double({ min: -0.08, max: 0.08, noNaN: true })
  const scale = fc.double({ min: 0.93, max: 1.07, noNaN: true })
  fc.assert(
    fc.property(fc.tuple(offset, offset, offset), fc.tuple(scale, scale, scale), (offsets, scales) => {
      const measured = directions(200).flatMap((point) =>
        point.map((value, axis) => value / (scales[axis] ?? 1) - (offsets[axis] ?? 0)),
      )
      const found = calibrate(measured)
      for (const axis of [0, 1, 2]) {
        expect(found?.correction?.offset[axis]).toBeCloseTo(offsets[axis] ?? 0, 3)
        expect(found?.correction?.scale[axis]).toBeCloseTo(scales[axis] ?? 1, 3)
      }
      expect(found?.correction?.error).toBeLessThan(1e-3)
    }),
    { numRuns: 30 },
  )
})

test('a sensor that lay on one side has an error, and no correction', () => {
  const upright = directions(200).filter(([, , z = 0]) => z > 0)
  const found = calibrate(upright.flatMap(([x = 0, y = 0, z = 0]) => [x, y, z + 0.03]))
  expect(found).toMatchObject({ points: upright.length, correction: null })
  expect(found?.error).toBeGreaterThan(0.01)
})

test('fewer than ten windows tell nothing', () => {
  expect(calibrate(directions(9).flat())).toBeNull()
  expect(calibrate(directions(10).flat())).toMatchObject({ points: 10 })
})

test('windows of ten seconds count where all axes are still, and none goes over a gap', () => {
  const still = (seconds: number, value: number) =>
    Float64Array.from({ length: seconds * 10 }, (_, i) => value + (i % 2) * 0.002)
  const shaken = Float64Array.from({ length: 200 }, (_, i) => (i % 2) * 0.05)
  const points = new StillPoints()
  points.add([still(25, 0), still(25, 0), still(25, 1)], 0.1, false)
  expect(points.means).toHaveLength(6)
  points.add([still(9, 0), still(9, 0), still(9, 1)], 0.1, false)
  expect(points.means).toHaveLength(6)
  points.add([still(1, 0), still(1, 0), still(1, 1)], 0.1, true)
  expect(points.means).toHaveLength(9)
  points.add([still(20, 0), shaken, still(20, 1)], 0.1, true)
  expect(points.means).toHaveLength(9)
  points.add([still(20, 0), still(20, 0), still(20, 3)], 0.1, true)
  expect(points.means).toHaveLength(9)
  expect(points.means.map((mean) => Math.round(mean * 1e6) / 1e6)).toEqual([
    0.001, 0.001, 1.001, 0.001, 0.001, 1.001, 0.001, 0.001, 1.001,
  ])
})
