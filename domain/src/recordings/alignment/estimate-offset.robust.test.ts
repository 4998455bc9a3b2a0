import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, Channel } from '../recording.ts'
import { commonSignal } from './common-signals.ts'
import { correlate } from './correlate.ts'
import { estimateOffset, type Offset, type Placed } from './estimate-offset.ts'
import { Trace } from './trace.ts'

/** Even numbers from 0 to 1, the same for the same seed. */
function chance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a body does, as a function of time: pulses at uneven times. */
function movement(seed: number, seconds: number): (time: number) => number {
  const random = chance(seed)
  const pulses: { at: number; size: number }[] = []
  for (let at = 0; at < seconds; at += 0.3 + 4 * random()) pulses.push({ at, size: random() - 0.3 })
  return (time) => {
    let sum = 0
    for (let low = 0, high = pulses.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((pulses[middle]?.at ?? 0) < time - 1) low = middle + 1
      else high = middle
      if (low === high)
        for (let i = low; (pulses[i]?.at ?? Number.POSITIVE_INFINITY) <= time + 1; i++) {
          const { at, size } = pulses[i] ?? { at: 0, size: 0 }
          sum += size * Math.exp(-(((time - at) / 0.15) ** 2))
        }
    }
    return sum
  }
}

type File = Placed & { channels: readonly Channel[]; blocks: readonly Block[] }

const axes = (rate: number) =>
  ['acc x', 'acc y', 'acc z'].map((name): Channel => ({ name, unit: 'g', kind: 'acceleration', rate }))

/** An accelerometer, turned in its own way and noisy, which records from `begins` on by a clock that is `behind`. */
function accelerometer(
  moved: (time: number) => number,
  {
    begins,
    length,
    rate,
    behind,
    seed,
  }: { begins: number; length: number; rate: number; behind: number; seed: number },
  gap?: { from: number; to: number },
): File {
  const random = chance(seed)
  const turned = [random() + 0.1, random() + 0.1, random() + 0.1]
  const size = Math.hypot(...turned)
  const count = Math.round(length * rate)
  const lengths = Float64Array.from({ length: count }, (_, i) => 1 + moved(begins + i / rate) + 0.1 * (random() - 0.5))
  const isLost = (i: number) => gap !== undefined && i / rate >= gap.from && i / rate < gap.to
  const blocks = turned.map((part, channel) => ({
    channel,
    at: 0,
    step: 1 / rate,
    values: lengths.map((value, i) => (isLost(i) ? Number.NaN : (value * part) / size)),
  }))
  return { from: begins - behind, length, channels: axes(rate), blocks }
}

function align(one: File, other: File): Promise<Offset | undefined> {
  const common = commonSignal(one.channels, other.channels)
  if (!common) throw new Error('nothing in common')
  return estimateOffset(common, one, other, {
    trace: async (file, of) => {
      const { channels, blocks } = file === 'one' ? one : other
      const trace = new Trace(channels, of)
      for (const block of blocks) trace.add(block)
      return trace.values()
    },
    correlate: async (...traces) => correlate(...traces),
  })
}

test('a known difference of two clocks is found again within a sample, whatever the rates, positions and gaps', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.double({ min: -500, max: 500, noNaN: true }),
      fc.constantFrom(20, 25, 32, 50, 100, 128),
      fc.constantFrom(25, 50, 100),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 200 }),
      async (seed, behind, rate, otherRate, begins, gapAt) => {
        const moved = movement(seed, 400)
        const one = accelerometer(moved, { begins: 0, length: 300, rate, behind: 0, seed: seed + 1 })
        const gap = { from: gapAt, to: gapAt + 7 }
        const other = accelerometer(moved, { begins, length: 280, rate: otherRate, behind, seed: seed + 2 }, gap)
        const offset = await align(one, other)
        expect(offset?.sureness).toBe('sure')
        expect(Math.abs((offset?.seconds ?? 0) - behind)).toBeLessThan(1 / Math.min(rate, otherRate))
      },
    ),
    { numRuns: 25 },
  )
})

test('of hours, first the coarse difference is found, and then the fine one', async () => {
  const moved = movement(7, 20_000)
  const one = accelerometer(moved, { begins: 0, length: 14_400, rate: 50, behind: 0, seed: 1 })
  const other = accelerometer(moved, { begins: 3000, length: 9000, rate: 50, behind: 3600.37, seed: 2 })
  const offset = await align(one, other)
  expect(offset).toMatchObject({ kind: 'acceleration', sureness: 'sure' })
  expect(offset?.seconds).toBeCloseTo(3600.37, 1)
})

test('unlike recordings do not tell, and it is said so', async () => {
  for (let seed = 0; seed < 40; seed++) {
    const [one, other] = [movement(seed, 400), movement(seed + 1000, 400)].map((moved, index) =>
      accelerometer(moved, { begins: 0, length: 300, rate: 25, behind: 0, seed: seed + 17 * index }),
    )
    const offset = one && other && (await align(one, other))
    expect(offset?.sureness, `seed ${seed}`).toBe('unsure')
  }
})

test('slow signals that only drift alike are not taken for the same', async () => {
  const channels: Channel[] = [{ name: 'temp', unit: '°C', kind: 'temperature', rate: 1 }]
  const drifting = (seed: number): File => {
    const random = chance(seed)
    let value = 33
    const values = Float64Array.from({ length: 3600 }, () => (value += (random() - 0.5) / 50))
    return { from: 0, length: 3600, channels, blocks: [{ channel: 0, at: 0, step: 1, values }] }
  }
  for (let seed = 0; seed < 40; seed++) {
    const offset = await align(drifting(seed), drifting(seed + 500))
    expect(offset?.sureness, `seed ${seed}`).not.toBe('sure')
  }
  const [one, other] = [drifting(3), drifting(3)]
  expect(await align(one, { ...other, from: -12 })).toMatchObject({ seconds: 12, kind: 'temperature' })
})

test('an even gait could begin with any step', async () => {
  const gait = (time: number) => 0.3 * Math.sin(2 * Math.PI * 1.8 * time)
  const one = accelerometer(gait, { begins: 0, length: 120, rate: 50, behind: 0, seed: 1 })
  const other = accelerometer(gait, { begins: 0.2, length: 100, rate: 50, behind: 0, seed: 2 })
  expect(await align(one, other)).toMatchObject({ sureness: 'unsure' })
})

test('too short, or without a value, nothing is found', async () => {
  const moved = movement(1, 100)
  const short = accelerometer(moved, { begins: 0, length: 15, rate: 50, behind: 0, seed: 1 })
  expect(await align(short, short)).toBeUndefined()
  const lost = accelerometer(moved, { begins: 0, length: 60, rate: 50, behind: 0, seed: 1 }, { from: 0, to: 60 })
  expect(await align(lost, lost)).toBeUndefined()
  const still = accelerometer(() => 0, { begins: 0, length: 60, rate: 50, behind: 0, seed: 1 })
  const flat = { ...still, blocks: still.blocks.map((block) => ({ ...block, values: block.values.map(() => 0.5) })) }
  expect(await align(flat, flat)).toBeUndefined()
})
