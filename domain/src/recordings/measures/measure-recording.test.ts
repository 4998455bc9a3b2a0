import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { resultOf } from '../testing/measure-inputs.ts'
import { measureRecording } from './measure-recording.ts'
import { sides } from './test/sides.ts'

// It lies on each side for half a minute, and what it shows is off.
const [offset, scale] = [
  [0.04, -0.03, 0.05],
  [1.03, 0.98, 1.02],
]

function file(positions: readonly (readonly number[])[]): string {
  const rows = positions.flatMap((side, position) =>
    Array.from({ length: 600 }, (_, i) => {
      const second = (position * 600 + i) / 20
      const shown = side.map((value, axis) => (value / (scale?.[axis] ?? 1) - (offset?.[axis] ?? 0)).toFixed(5))
      return `${second.toFixed(2)},${shown.join()}`
    }),
  )
  return ['time (s),acc x (g),acc y (g),acc z (g)', ...rows, ''].join('\n')
}

async function measure(text: string) {
  const recording = await openRecording(memorySource(new TextEncoder().encode(text)), 'turned.csv')
  return measureRecording(recording, { from: 0, to: Number.POSITIVE_INFINITY, epoch: 30 })
}

test('acceleration is calibrated where the recording shows the sensor in all positions, and it is said by what', async () => {
  const { results, end } = await measure(file(sides))
  const enmo = resultOf(results, 'enmo')
  // A sensor that lies still shows 1 g, and ENMO is what is above it.
  expect(enmo.value).toBeLessThan(0.001)
  expect(enmo.epochs).toHaveLength(9)
  expect(Math.max(...enmo.epochs)).toBeLessThan(0.003)
  expect(enmo.parameters).toMatchObject({
    calibration: expect.stringContaining('van Hees et al. 2014'),
    factor_to_g: 1,
  })
  const [told, factors] = [enmo.parameters.calibration_offset, enmo.parameters.calibration_scale].map((text) =>
    String(text).split(' ').map(Number),
  )
  for (const [axis, value] of offset?.entries() ?? []) expect(told?.[axis]).toBeCloseTo(value, 3)
  for (const [axis, value] of scale?.entries() ?? []) expect(factors?.[axis]).toBeCloseTo(value, 3)
  expect(Number(enmo.parameters.calibration_error_before)).toBeGreaterThan(0.03)
  expect(Number(enmo.parameters.calibration_error_after)).toBeLessThan(0.001)
  // Counts and steps are those of the sensor, as their papers have them, and each measure is there once.
  expect(resultOf(results, 'steps').parameters).toMatchObject({ calibration: 'none' })
  expect(new Set(results.map(({ channel, measure: name }) => `${channel} ${name}`)).size).toBe(results.length)
  expect(end).toBeCloseTo(270, 0)
})

test('acceleration of a sensor that lay in few positions stays as it is', async () => {
  const { results } = await measure(file([...sides.slice(4, 5), ...sides.slice(4, 5)]))
  const enmo = resultOf(results, 'enmo')
  expect(enmo.parameters).toEqual({ calibration: 'none', filter: 'none', factor_to_g: 1 })
  expect(enmo.value).toBeCloseTo(0, 2)
})
