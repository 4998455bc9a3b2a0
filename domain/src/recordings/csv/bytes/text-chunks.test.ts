import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import type { Source } from '../../recording.ts'
import { memorySource } from '../../source.ts'
import { withLimits } from '../../testing/survives.ts'
import { joinBytes } from '../../testing/write-zip.ts'
import { type End, type TextFile, textChunks } from './text-chunks.ts'

const text = (content: string) => new TextEncoder().encode(content)
const plain: TextFile = { gzip: false, encoded: null }
const gzip: TextFile = { gzip: true, encoded: null }
const numbered = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i) % 251)

async function chunksOf(source: Source, file: TextFile, more: object = {}, end: End = { reason: 'end' }) {
  const chunks: Uint8Array[] = []
  for await (const chunk of textChunks(source, file, end, more)) chunks.push(chunk)
  return { chunks, all: joinBytes(chunks), reason: end.reason }
}
/** Tells what is read of it. */
function watched(bytes: Uint8Array<ArrayBuffer>, size = bytes.length, most = Number.POSITIVE_INFINITY) {
  const reads: [number, number][] = []
  const source: Source = {
    size,
    read: async (offset, length) => {
      reads.push([offset, length])
      return bytes.slice(offset, offset + Math.min(most, length))
    },
  }
  return { source, reads }
}

describe('a text', () => {
  const chunk = limits.chunkBytes

  test('is read chunk by chunk, one ahead', async () => {
    const { source, reads } = watched(numbered(2 * chunk + 5))
    const { chunks } = await chunksOf(source, plain)
    expect(chunks.map(({ length }) => length)).toEqual([chunk, chunk, 5])
    expect(reads).toEqual([
      [0, chunk],
      [chunk, chunk],
      [2 * chunk, 5],
    ])
    const ahead = watched(numbered(3 * chunk))
    for await (const _ of textChunks(ahead.source, plain, { reason: 'end' })) break
    expect(ahead.reads).toHaveLength(2)
  })

  test('is read from an offset', async () => {
    const bytes = numbered(100)
    expect((await chunksOf(memorySource(bytes), plain, { offset: 90 })).all).toEqual(bytes.subarray(90))
    for (const offset of [100, 101]) {
      const { source, reads } = watched(bytes)
      expect((await chunksOf(source, plain, { offset })).chunks).toEqual([])
      expect(reads).toEqual([])
    }
  })

  test('that became shorter is read to its end', async () => {
    const { source, reads } = watched(numbered(100), 5000)
    expect((await chunksOf(source, plain)).chunks).toEqual([numbered(100)])
    expect(reads).toEqual([
      [0, 5000],
      [100, 4900],
    ])
  })

  test('of a source that fails is an error, unless nobody waits for what was read ahead', async () => {
    const failing: Source = {
      size: 3 * chunk,
      read: async (offset) => {
        if (offset > 0) throw new TypeError('no connection')
        return numbered(chunk)
      },
    }
    await expect(chunksOf(failing, plain)).rejects.toThrow('no connection')
    for await (const _ of textChunks(failing, plain, { reason: 'end' })) break
    // A rejection that nobody handles would end the process, or fail this test.
    await new Promise((resolve) => setTimeout(resolve))
  })

  test('begins after its mark, however it is read', async () => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 65, 66, 67)
    const file: TextFile = { gzip: false, encoded: { encoding: 'utf-8', mark: 3 } }
    for (const most of [1, 2, 3, 4, 100])
      expect((await chunksOf(watched(bytes, 6, most).source, file)).all).toEqual(text('ABC'))
    expect((await chunksOf(memorySource(bytes), file, { offset: 4 })).all).toEqual(text('BC'))
    expect((await chunksOf(memorySource(bytes), { gzip: false, encoded: { encoding: 'utf-8', mark: 0 } })).all).toEqual(
      bytes,
    )
  })

  test.each(['utf-16le', 'utf-16be'] as const)('in %s is one of single bytes', async (encoding) => {
    const content = '\ufeffmålt;2\n'
    const bytes = Uint8Array.from(
      [...content].flatMap((sign) => {
        const [low, high] = [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]
        return encoding === 'utf-16le' ? [low, high] : [high, low]
      }),
    )
    const file: TextFile = { gzip: false, encoded: { encoding, mark: 2 } }
    for (const most of [1, 3, 100])
      expect(new TextDecoder().decode((await chunksOf(watched(bytes, bytes.length, most).source, file)).all)).toBe(
        'målt;2\n',
      )
    // Half a character at the end is a sign of its own.
    const cut = (await chunksOf(memorySource(bytes.slice(0, -1)), file)).all
    expect(new TextDecoder().decode(cut)).toBe('målt;2\ufffd')
  })

  test('is read until it is told to stop', async () => {
    const controller = new AbortController()
    const reading = async () => {
      for await (const _ of textChunks(memorySource(numbered(3 * chunk)), plain, { reason: 'end' }, controller))
        controller.abort()
    }
    await expect(reading()).rejects.toThrow(/abort/i)
  })
})

describe('a text in gzip', () => {
  const content = numbered(600_000)
  const packed = new Uint8Array(gzipSync(content))

  test('is inflated in large pieces', async () => {
    const { chunks, all, reason } = await chunksOf(memorySource(packed), gzip)
    expect([Buffer.compare(all, content), reason]).toEqual([0, 'end'])
    expect(chunks.slice(0, -1).every(({ length }) => length >= 1 << 17 && length < 1 << 18)).toBe(true)
    expect(chunks.length).toBeGreaterThan(2)
  })

  test('of one byte is one piece, and an empty one none', async () => {
    const pieces = async (bytes: Uint8Array) =>
      (await chunksOf(memorySource(new Uint8Array(gzipSync(bytes))), gzip)).chunks
    expect(await pieces(text('A'))).toEqual([text('A')])
    expect(await pieces(text(''))).toEqual([])
  })

  test('that ends too early, or is damaged, is read to there', async () => {
    const cut = await chunksOf(memorySource(packed.slice(0, packed.length / 2)), gzip)
    expect(cut.reason).toBe('cut-off')
    expect(Buffer.compare(cut.all, content.subarray(0, cut.all.length))).toBe(0)
    expect(cut.all.length).toBeGreaterThan(100_000)
    const damaged = packed.slice()
    damaged.fill(255, packed.length / 2, packed.length / 2 + 100)
    expect((await chunksOf(memorySource(damaged), gzip)).reason).toBe('cut-off')
  })

  test('is inflated up to a limit', async () => {
    await withLimits({ inflatedBytes: content.length }, async () => {
      expect(await chunksOf(memorySource(packed), gzip)).toMatchObject({ reason: 'end' })
    })
    await withLimits({ inflatedBytes: content.length - 1 }, async () => {
      const { reason, all } = await chunksOf(memorySource(packed), gzip)
      expect([reason, Buffer.compare(all, content.subarray(0, all.length))]).toEqual(['limit', 0])
      expect(all.length).toBeGreaterThan(500_000)
    })
  })

  test('of a source that fails is no damaged one, nor one that is told to stop', async () => {
    const large = new Uint8Array(
      gzipSync(Uint8Array.from({ length: 2_000_000 }, () => Math.floor(Math.random() * 256))),
    )
    const failing: Source = {
      size: large.length,
      read: async (offset, length) => {
        if (offset > 0) throw new TypeError('no connection')
        return large.slice(0, length)
      },
    }
    await expect(chunksOf(failing, gzip)).rejects.toThrow('no connection')
    const controller = new AbortController()
    const reading = async () => {
      for await (const _ of textChunks(memorySource(large), gzip, { reason: 'end' }, controller)) controller.abort()
    }
    await expect(reading()).rejects.toThrow(/abort/i)
  })

  test('is read no further than it is asked for', async () => {
    const large = new Uint8Array(
      gzipSync(Uint8Array.from({ length: 3_000_000 }, () => Math.floor(Math.random() * 256))),
    )
    const { source, reads } = watched(large)
    for await (const _ of textChunks(source, gzip, { reason: 'end' })) break
    expect(reads.length).toBeLessThan(4)
  })

  test('may be in two bytes for each character', async () => {
    const wide = Uint8Array.of(0xff, 0xfe, 65, 0, 66, 0)
    const file: TextFile = { gzip: true, encoded: { encoding: 'utf-16le', mark: 2 } }
    expect((await chunksOf(memorySource(new Uint8Array(gzipSync(wide))), file)).all).toEqual(text('AB'))
  })
})
