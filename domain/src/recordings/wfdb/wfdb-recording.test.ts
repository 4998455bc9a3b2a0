import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type Block, isFault, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { pack } from '../testing/write-wfdb.ts'
import { openWfdb } from './wfdb-recording.ts'

type Files = Readonly<Record<string, readonly number[] | Source>>

function open(header: string, files: Files) {
  return openWfdb(memorySource(new TextEncoder().encode(header)), {
    companion: async (name) => {
      const file = files[name]
      return file && ('read' in file ? file : memorySource(Uint8Array.from(file)))
    },
  })
}
const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const words = (samples: readonly number[]) => pack[16]?.(samples) ?? []

describe('what a header says', () => {
  test('describes a recording without a date', async () => {
    const recording = await open('r 1 10 2\nr.dat 16 200/mV 12\n', { 'r.dat': words([200, 400]) })
    expect(recording.description).toEqual({
      format: 'WFDB',
      recognised: [],
      start: null,
      clock: 'unknown',
      duration: 0.2,
      channels: [{ name: '1', unit: 'mV', kind: expect.any(String), rate: 10 }],
      samples: null,
    })
    expect([recording.layout, recording.fingerprint, await recording.annotations()]).toEqual([null, null, []])
    expect(await readWhole(recording)).toMatchObject({ faults: [] })
  })

  test('of more channels than can be drawn is counted, and their samples are in the frames', async () => {
    const lines = (count: number) => range(count).map((i) => `r.dat 16 1 12 0 0 0 0 s${i}`)
    const count = limits.channels + 2
    const most = await open(`r ${count - 2} 1 1\n${lines(count - 2).join('\n')}\n`, {
      'r.dat': words(range(count - 2)),
    })
    expect((await readWhole(most)).faults).toEqual([])
    const header = `r ${count} 1 2\n${lines(count).join('\n')}\n`
    const recording = await open(header, { 'r.dat': words(range(2 * count)) })
    expect(recording.description.channels).toHaveLength(limits.channels)
    const { channels, faults } = await readWhole(recording)
    expect(faults).toMatchObject([{ what: 'limit', count: 2, detail: `${count} channels` }])
    expect(channels.at(-1)?.values).toEqual([limits.channels - 1, count + limits.channels - 1])
  })

  test('of a file whose end a disk or store has no longer is cut off there, not zero', async () => {
    const bytes = Uint8Array.from(words([1, 2, 3, 4]))
    const source: Source = {
      size: bytes.length,
      read: async (offset, length) => bytes.slice(offset, Math.min(6, offset + length)),
    }
    const recording = await open('r 1 10 4\nr.dat 16 1 12\n', { 'r.dat': source })
    await expect(readWhole(recording)).rejects.toMatchObject({ code: 'cut-off', offset: 6 })
  })

  test('about samples that are not all there is compared with the longest file', async () => {
    const files = { 'a.dat': words([1, 2, 3]), 'b.dat': words([1]) }
    const faultsOf = async (frames: string) =>
      (await readWhole(await open(`r 2 10 ${frames}\na.dat 16 1 12\nb.dat 16 1 12\n`, files))).faults
    expect(await faultsOf('3')).toEqual([])
    expect(await faultsOf('')).toEqual([])
    expect(await faultsOf('4')).toMatchObject([{ what: 'cut-off', detail: '3 of 4 samples' }])
    const two = await open('r 2 10 2\na.dat 16 1 12\nb.dat 16 1 12\n', files)
    expect(two.description.duration).toBe(0.2)
    expect((await readWhole(two)).channels.map(({ values }) => values)).toEqual([[1, 2], [1]])
  })

  test('with two formats for one file is refused, and so is a frame that is too large', async () => {
    const mixed = open('r 2 10\nr.dat 16 1 12\nr.dat 212 1 12\n', { 'r.dat': [] })
    await expect(mixed).rejects.toMatchObject({ code: 'wrong-header', detail: 'r.dat' })
    const missing = open('r 1 10\nr.dat 16 1 12\n', {})
    await expect(missing).rejects.toMatchObject({ code: 'missing-companion', offset: 0, detail: 'r.dat' })
    const lines = (count: number) => range(count).map(() => `r.dat 16x${limits.blockSamples} 1 12\n`)
    expect((await open(`r 4 10\n${lines(4).join('')}`, { 'r.dat': [] })).description.duration).toBe(0)
    await expect(open(`r 5 10\n${lines(5).join('')}`, { 'r.dat': [] })).rejects.toMatchObject({
      code: 'wrong-header',
      detail: `${5 * limits.blockSamples} samples a frame`,
    })
  })

  test('about bytes before the first sample is heeded, also beyond the end', async () => {
    const at = async (offset: number) => {
      const recording = await open(`r 1 10\nr.dat 16+${offset} 1 12\n`, { 'r.dat': [9, 9, 9, ...words([5, 6])] })
      return [recording.description.duration, (await readWhole(recording)).channels[0]?.values]
    }
    expect(await at(3)).toEqual([0.2, [5, 6]])
    expect(await at(5)).toEqual([0.1, [6]])
    expect(await at(8)).toEqual([0, []])
  })

  test('in the first megabyte is all that is read of it', async () => {
    const text = new TextEncoder().encode('r 1 10\nr.dat 16 1 12\n')
    const lengths: number[] = []
    const source: Source = {
      size: 2 ** 40,
      read: async (_offset, length) => {
        lengths.push(length)
        return text
      },
    }
    await openWfdb(source, { companion: async () => memorySource(Uint8Array.of(1, 0)) })
    expect(lengths).toEqual([limits.headerBytes])
  })
})

describe('blocks', () => {
  const samples = range(150_001)
  const format212 = pack[212]?.(samples.map((i) => i % 2000)) ?? []
  const header = 'r 1 10 150001\nr.dat 212 1 12 0 0 0 0 a\n'

  async function blocksOf(options: object, given = header, files: Files = { 'r.dat': format212 }): Promise<Block[]> {
    const blocks: Block[] = []
    for await (const item of (await open(given, files)).blocks(options)) if (!isFault(item)) blocks.push(item)
    return blocks
  }

  test('hold as many samples as a block may, and follow one another', async () => {
    const blocks = await blocksOf({})
    expect(blocks.map(({ values }) => values.length)).toEqual([65_532, 65_532, 18_937])
    expect(blocks.flatMap(({ values }) => [...values])).toEqual(samples.map((i) => i % 2000))
    const two = await blocksOf({}, 'r 2 10\nr.dat 16x20000 1 12\nr.dat 16x20000 1 12\n', {
      'r.dat': new Array<number>(2 * 40_000 * 7).fill(0),
    })
    expect(two.map(({ channel, at, values }) => [channel, at, values.length])).toEqual([
      [0, 0, 120_000],
      [1, 0, 120_000],
      [0, 0.6, 20_000],
      [1, 0.6, 20_000],
    ])
  })

  test('begin at the group that holds a time, and end with the block that holds another', async () => {
    const startsOf = async (options: object) => (await blocksOf(options)).map(({ at }) => at)
    expect(await startsOf({ from: 0.5, to: 1 })).toEqual([0])
    expect(await startsOf({ from: 0.6, to: 1 })).toEqual([0.6])
    expect(await startsOf({ from: -5, to: 1 })).toEqual([0])
    expect(await startsOf({ from: Number.NEGATIVE_INFINITY, to: 1 })).toEqual([0])
    expect(await startsOf({ from: Number.NaN, to: 1 })).toEqual([0])
    expect(await startsOf({ to: 6553.1 })).toEqual([0])
    expect(await startsOf({ to: 6553.2 })).toEqual([0, 6553.2])
    expect(await startsOf({ from: 15_001 })).toEqual([])
  })

  test('of delayed signals hold all samples of a range, which are in later frames', async () => {
    const given = 'r 2 10\na.dat 16:70000 1 12\nb.dat 16:65532 1 12\n'
    const whole = range(150_000)
    const files = { 'a.dat': words(whole.map((i) => i % 1000)), 'b.dat': words(whole.map((i) => i % 1000)) }
    const valuesAt = async (from: number, to: number) => {
      const found: number[][] = [[], []]
      for (const { channel, at, values } of await blocksOf({ from, to }, given, files))
        for (const [index, value] of values.entries()) {
          const time = Math.round(at * 10 + index)
          if (time >= from * 10 && time <= to * 10) found[channel]?.push(value)
        }
      return found
    }
    expect(await valuesAt(0, 0.2)).toEqual([
      [0, 1, 2],
      [532, 533, 534],
    ])
    expect(await valuesAt(7999.8, 9000)).toEqual([[998, 999], range(4470).map((i) => (530 + i) % 1000)])
    // Nothing before the frames of the least delay is read.
    const starts = (await blocksOf({ from: 0, to: 0 }, given, files)).map(({ channel, at }) => [channel, at])
    expect(starts).toEqual([
      [0, -446.8],
      [1, 0],
    ])
  })

  test('of differences are read from the first sample if any signal has them', async () => {
    const files = { 'a.dat': words([1, 2, 3, 4, 5, 6, 7, 8]), 'b.dat': pack[8]?.(range(8)) ?? [] }
    const blocks = await blocksOf({ from: 0.6 }, 'r 2 10\na.dat 16 1 12\nb.dat 8 1 12\n', files)
    expect(blocks.map(({ at }) => at)).toEqual([0, 0])
  })

  test('ask for the bytes of their samples alone', async () => {
    const whole = memorySource(Uint8Array.from(words(range(100))))
    const lengths: number[] = []
    const source: Source = {
      size: whole.size,
      read: (offset, length, signal) => {
        lengths.push(length)
        return whole.read(offset, length, signal)
      },
    }
    await blocksOf({}, 'r 1 10\nr.dat 16 1 12\n', { 'r.dat': source })
    expect(lengths).toEqual([200])
  })

  test('stop where they are told to', async () => {
    const controller = new AbortController()
    const recording = await open(header, { 'r.dat': format212.slice(0, 30) })
    const reading = async () => {
      for await (const _ of recording.blocks({ signal: controller.signal })) controller.abort()
    }
    await expect(reading()).rejects.toThrow(/abort/i)
  })
})

describe('annotations', () => {
  const word = (code: number, value: number) => [value & 255, (code << 2) | (value >> 8)]
  const text = (words: string) => [
    ...word(63, words.length),
    ...new TextEncoder().encode(words),
    ...(words.length % 2 === 1 ? [0] : []),
  ]
  async function read(bytes: readonly number[]) {
    const recording = await open('r 1 10\nr.dat 16 1 12\n', { 'r.dat': [0, 0], 'r.atr': bytes })
    return (await recording.annotations()).map(({ at, duration, text }) => [at, duration, text])
  }
  const end = [0, 0]

  test('are beats and others at their samples', async () => {
    expect(await read([...word(1, 10), ...word(5, 1023), ...word(28, 1), ...word(41, 0), ...end])).toEqual([
      [1, null, 'N'],
      [103.3, null, 'V'],
      [103.4, null, '+'],
      [103.4, null, 'r'],
    ])
    // Codes without a sign.
    expect(await read([...word(15, 1), ...word(42, 1), ...word(0, 1)])).toEqual([
      [0.1, null, '15'],
      [0.2, null, '42'],
      [0.3, null, '0'],
    ])
  })

  test('may be further apart than a word holds', async () => {
    const skip = (samples: number) => [
      ...word(59, 0),
      (samples >> 16) & 255,
      (samples >> 24) & 255,
      samples & 255,
      (samples >> 8) & 255,
    ]
    expect(await read([...word(1, 5), ...skip(0x0102_0304), ...word(1, 6), ...end])).toEqual([
      [0.5, null, 'N'],
      [(5 + 0x0102_0304 + 6) / 10, null, 'N'],
    ])
    expect(await read([...word(1, 5), ...skip(7), ...word(1, 0)])).toEqual([
      [0.5, null, 'N'],
      [1.2, null, 'N'],
    ])
    expect(await read([...word(1, 5), ...skip(7).slice(0, 5)])).toEqual([[0.5, null, 'N']])
    expect(await read([...word(1, 5), ...skip(7)])).toEqual([[0.5, null, 'N']])
  })

  test('have texts, of even and of odd length', async () => {
    const beats = [...word(1, 1), ...text('odd'), ...word(1, 1), ...text(' ev\0n'), ...text('er'), ...word(1, 1)]
    expect(await read(beats)).toEqual([
      [0.1, null, 'N odd'],
      [0.2, null, 'N evn er'],
      [0.3, null, 'N'],
    ])
    expect(await read([...text('before any'), ...word(1, 1), ...text(''), ...text('\0\0')])).toEqual([[0.1, null, 'N']])
  })

  test('are not what numbers, subtypes and channels are', async () => {
    expect(await read([...word(1, 1), ...word(60, 5), ...word(61, 6), ...word(62, 7), ...word(1, 1)])).toEqual([
      [0.1, null, 'N'],
      [0.2, null, 'N'],
    ])
  })

  test('end with a zero word, the file or the limit', async () => {
    expect(await read([...word(1, 1), ...end, ...word(1, 1)])).toHaveLength(1)
    expect(await read([...word(1, 1), 1])).toHaveLength(1)
    expect(await read(range(limits.annotations + 1).flatMap(() => [1, 4]))).toHaveLength(limits.annotations)
  })

  test('are read in the first 16 MiB', async () => {
    const lengths: number[] = []
    const source: Source = {
      size: 2 ** 30,
      read: async (_offset, length) => {
        lengths.push(length)
        return Uint8Array.of(1, 4)
      },
    }
    await (await open('r 1 10\nr.dat 16 1 12\n', { 'r.dat': [0, 0], 'r.atr': source })).annotations()
    expect(lengths).toEqual([16 * 2 ** 20])
  })
})
