import { expect } from 'vitest'
import { readNpz } from '../testing/read-npz.ts'
import { readWhole } from '../testing/read-whole.ts'
import { openSample, readSample, testOfSamples } from '../testing/samples.ts'

testOfSamples('an AX3 recording holds every sample that scikit-digital-health reads', async () => {
  const expected = readNpz(await readSample('cwa/skdh-ax3_expected.npz'))
  const acceleration = expected.get('accel') ?? new Float64Array()
  const recording = await openSample('cwa/skdh-ax3_sample.cwa')
  const { channels, faults } = await readWhole(recording)
  expect([faults, channels[0]?.gaps]).toEqual([[], []])
  const [x, y, z] = channels.map(({ values }) => values)
  expect([acceleration.length, x?.length, y?.length, z?.length]).toEqual([3 * 58_800, 58_800, 58_800, 58_800])
  const wrong = [...acceleration.keys()].filter(
    (index) => [x, y, z][index % 3]?.[Math.floor(index / 3)] !== acceleration[index],
  )
  expect(wrong).toEqual([])

  // The other reader rounds the time of a block to hundredths of a second and assumes the nominal sampling rate.
  const start = recording.description.start ?? 0
  const apart = [...(expected.get('time') ?? [])].map((time, index) =>
    Math.abs(time - start - (channels[0]?.times[index] ?? Number.NaN)),
  )
  expect(apart.length).toBe(58_800)
  expect(Math.max(...apart)).toBeLessThan(0.016)

  // It uses an older formula for the temperature, so only the converter's count can be compared.
  const counts = (expected.get('temperature') ?? []).filter((_, index) => index % 120 === 0)
  const ours = channels[4]?.values.map((celsius) => Math.round(((celsius + 50) * 256) / 75))
  expect(ours).toEqual([...counts].map((celsius) => Math.round(264 + (celsius - 29.599) / 0.31827)))
})

testOfSamples('the six corrupt blocks of a damaged AX3 recording are found where they lie', async () => {
  const recording = await openSample('cwa/GGIRread-ax3_corrupt_blocks.cwa')
  const { channels, faults } = await readWhole(recording)
  const place = (block: number) => 1024 + 512 * block
  expect(faults.map(({ what, count, offset }) => [what, count, offset])).toEqual([
    ['corrupt-block', 1, place(0)],
    ['corrupt-block', 2, place(13)],
    ['corrupt-block', 3, place(142)],
  ])
  expect(channels[0]?.values.length).toBe((145 - 6) * 120)
  expect(channels[0]?.gaps).toEqual([12 * 120])
})
