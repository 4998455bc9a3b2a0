import { measureTime } from '@casebook/domain/recordings/measures/measure-recording.ts'
import type { Block, BlocksOptions, Channel, Recording } from '@casebook/domain/recordings/recording.ts'
import { expect, test, vi } from 'vitest'
import type { FromReader } from './protocol.ts'
import { Reader, Superseded } from './reader.ts'

const rate = 1000
const seconds = 1000
const perBlock = 1000
const channel: Channel = { name: 'a', unit: null, kind: 'other', rate }

/** A recording of so many channels that its pyramid is coarse. Only the first has samples: a second's in each block. */
function newRecording(): Recording & { readonly reads: BlocksOptions[] } {
  const reads: BlocksOptions[] = []
  async function* blocks(options: BlocksOptions = {}): AsyncGenerator<Block> {
    reads.push(options)
    const { from = 0, to = seconds, signal } = options
    for (let at = Math.floor(from); at < Math.min(to, seconds); at++) {
      await Promise.resolve()
      signal?.throwIfAborted()
      yield { channel: 0, at, step: 1 / rate, values: new Float64Array(perBlock).fill(at) }
    }
  }
  return {
    reads,
    description: {
      format: 'test',
      recognised: [],
      start: null,
      clock: 'unknown',
      duration: seconds,
      channels: Array.from({ length: 512 }, () => channel),
      samples: null,
    },
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    blocks,
  }
}

/** A reader that has read everything, and the width of the first channel's buckets in the last picture, in seconds. */
async function newReader() {
  const recording = newRecording()
  let width = Number.POSITIVE_INFINITY
  const source = { size: 1, read: async () => new Uint8Array() }
  const reader = new Reader(recording, source, (message: FromReader) => {
    if (message.type === 'seen') width = message.views[0]?.width ?? Number.NaN
  })
  await reader.readAll()
  return { reader, recording, width: () => width }
}

test('each step of zooming in is shown as finely as its pixels', async () => {
  const { reader, width } = await newReader()
  for (const span of [100, 20, 1]) {
    reader.look({ from: 500, to: 500 + span, buckets: 1000 })
    await vi.waitFor(() => expect(width()).toBeLessThanOrEqual(Math.max(span / 1000, 1 / rate) * 2))
  }
})

test('what was read once is not read again', async () => {
  const { reader, recording, width } = await newReader()
  reader.look({ from: 500, to: 502, buckets: 1000 })
  await vi.waitFor(() => expect(width()).toBeLessThan(0.01))
  const { length } = recording.reads
  reader.look({ from: 501, to: 503, buckets: 1000 })
  reader.look({ from: 500, to: 502, buckets: 4000 })
  expect(width()).toBeLessThan(0.01)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(recording.reads).toHaveLength(length)
})

test('a range that is being read for a wider picture is read to its end, then more finely', async () => {
  const { reader, recording, width } = await newReader()
  reader.look({ from: 500, to: 600, buckets: 1000 })
  reader.look({ from: 540, to: 541, buckets: 1000 })
  await vi.waitFor(() => expect(width()).toBeLessThanOrEqual(0.002))
  expect(recording.reads.map(({ signal }) => signal?.aborted ?? false)).not.toContain(true)
})

test('only the latest selection is measured to its end, while another one is extracted', async () => {
  const { reader, recording } = await newReader()
  const [all, extracted] = [
    { from: 0, to: seconds },
    { from: 0, to: 2 },
  ]
  const first = reader.measure(all).catch((thrown: unknown) => thrown)
  const csv = reader.extract(extracted, [0], null)
  const second = reader.measure({ from: 500, to: 501 })
  expect(await first).toBeInstanceOf(Superseded)
  expect((await second)[0]).toMatchObject({ mean: 500 })
  expect((await csv).size).toBeGreaterThan(0)
  expect(recording.reads.slice(-3).map(({ signal }) => signal?.aborted)).toEqual([true, false, false])
})

test('all methods are applied as a server applies them, and only for the latest time', async () => {
  const { reader, recording } = await newReader()
  const time = { begun: 0, from: 10, to: 20, ofActivity: true }
  const first = reader.apply({ ...time, to: seconds }, 5).catch((thrown: unknown) => thrown)
  const second = await reader.apply(time, 5)
  expect(await first).toBeInstanceOf(Superseded)
  expect(second).toEqual((await measureTime(recording, time, 5)).results)
  const mean = second.find(({ channel: name, measure }) => name === 'a' && measure === 'mean')
  expect(mean?.value).toBeCloseTo(14.5, 9)
  expect(mean?.epochs).toHaveLength(200)
})

test('what is applied ends when nobody wants it any more', async () => {
  const { reader } = await newReader()
  const applied = reader
    .apply({ begun: 0, from: 0, to: seconds, ofActivity: false }, 5)
    .catch((thrown: unknown) => thrown)
  reader.cease()
  expect(await applied).toBeInstanceOf(Superseded)
})
