import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { limits } from '../limits.ts'
import { joinBytes } from '../testing/write-zip.ts'
import { InflateError, inflate } from './inflate.ts'

const content = Uint8Array.from({ length: 40_000 }, (_, i) => (i * i) % 251)

async function* inChunks(bytes: Uint8Array<ArrayBuffer>, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}
async function gather(parts: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return joinBytes(all)
}

test.each([
  ['deflate-raw', deflateRawSync],
  ['deflate', deflateSync],
  ['gzip', gzipSync],
] as const)('%s is inflated, whatever the chunks', async (format, pack) => {
  const packed = new Uint8Array(pack(content))
  for (const size of [1000, 16_384, packed.length])
    expect(await gather(inflate(inChunks(packed, size), format))).toEqual(content)
})

test('what is damaged or ends too early is an error of its own', async () => {
  const packed = new Uint8Array(deflateRawSync(content))
  for (const [wrong, message] of [
    [packed.slice(0, -10), 'unexpected end of file'],
    [Uint8Array.of(0xff, 0xff, 0xff), 'invalid block type'],
  ] as const) {
    const reading = gather(inflate(inChunks(wrong, 1000), 'deflate-raw'))
    await expect(reading).rejects.toBeInstanceOf(InflateError)
    await expect(reading).rejects.toMatchObject({ name: 'InflateError', offset: null, message })
  }
})

type Output = { pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void; cancel?: () => void }
/** Runs with a decompressor whose output is this. */
async function withDecompressor(output: Output, run: () => Promise<void>) {
  class Decompressor {
    readonly writable = new WritableStream<Uint8Array>()
    readonly readable = new ReadableStream<Uint8Array>(output)
  }
  vi.stubGlobal('DecompressionStream', Decompressor)
  try {
    await run()
  } finally {
    vi.unstubAllGlobals()
  }
}

test.each([
  [new TypeError('Compressed input was truncated.'), 'Compressed input was truncated.'],
  [new TypeError('', { cause: new Error('unexpected end of file') }), 'unexpected end of file'],
  [new TypeError('', { cause: new TypeError('', { cause: 'no end' }) }), 'no end'],
  [new TypeError(''), 'damaged'],
  ['no gzip', 'no gzip'],
])('an error says what the decompressor says: %s', (error, message) =>
  withDecompressor({ pull: (controller) => controller.error(error) }, async () => {
    const reading = gather(inflate(inChunks(content, 1000), 'gzip'))
    await expect(reading).rejects.toMatchObject({ name: 'InflateError', message })
  }),
)

test('an error of the source stays what it is, and the source is closed', async () => {
  let isClosed = false
  const failing = (async function* () {
    try {
      yield new Uint8Array(deflateRawSync(content)).slice(0, 100)
      throw new TypeError('no connection')
    } finally {
      isClosed = true
    }
  })()
  await expect(gather(inflate(failing, 'deflate-raw'))).rejects.toThrow(TypeError)
  expect(isClosed).toBe(true)
})

test('a source is read no further than what is asked for, and closed when that is enough', async () => {
  let chunks = 0
  let isClosed = false
  let state = 1
  const noise = Uint8Array.from({ length: 600_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  })
  const packed = new Uint8Array(deflateRawSync(noise))
  const counted = (async function* () {
    try {
      for await (const chunk of inChunks(packed, 4000)) {
        chunks++
        yield chunk
      }
    } finally {
      isClosed = true
    }
  })()
  for await (const _ of inflate(counted, 'deflate-raw')) break
  expect(chunks).toBeLessThan(packed.length / 4000 / 2)
  expect(isClosed).toBe(true)
})

test('the decompressor is closed when what it gave is enough', async () => {
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
  }
  await withDecompressor({ pull: (controller) => controller.enqueue(content), cancel }, async () => {
    for await (const part of inflate(inChunks(content, 1000), 'gzip')) {
      expect(part).toEqual(content)
      break
    }
    expect(isCancelled).toBe(true)
  })
})

test('what inflates beyond the limit is refused', async () => {
  const changeable = limits as { inflatedBytes: number }
  const before = limits.inflatedBytes
  const packed = new Uint8Array(deflateRawSync(content))
  try {
    changeable.inflatedBytes = content.length
    expect(await gather(inflate(inChunks(packed, 1000), 'deflate-raw'))).toEqual(content)
    changeable.inflatedBytes = content.length - 1
    await expect(gather(inflate(inChunks(packed, 1000), 'deflate-raw'))).rejects.toThrow(
      `inflates to more than ${content.length - 1} bytes`,
    )
  } finally {
    changeable.inflatedBytes = before
  }
})

test('inflating stops when it is told to', async () => {
  const controller = new AbortController()
  const parts = inflate(inChunks(new Uint8Array(deflateRawSync(content)), 1000), 'deflate-raw', controller.signal)
  const reading = async () => {
    for await (const _ of parts) controller.abort()
  }
  await expect(reading()).rejects.toThrow(/abort/i)
})

test('gzip files that were joined are inflated one after the other, wherever chunks end', async () => {
  const parts = [content.slice(0, 7), content.slice(7, 20_000), content.slice(20_000), new Uint8Array(0)]
  const packed = joinBytes(parts.map((part) => new Uint8Array(gzipSync(part))))
  for (const size of [1, 9, 1000, 16_384, packed.length])
    expect(await gather(inflate(inChunks(packed, size), 'gzip'))).toEqual(content)
})

test('the damage of one of several is an error, after what comes before it', async () => {
  const packed = joinBytes([content, content].map((part) => new Uint8Array(gzipSync(part))))
  const got: Uint8Array[] = []
  const reading = async () => {
    for await (const part of inflate(inChunks(packed.slice(0, -10), 1000), 'gzip')) got.push(part)
  }
  await expect(reading()).rejects.toBeInstanceOf(InflateError)
  expect(joinBytes(got).slice(0, content.length)).toEqual(content)
})

test('what only looks like the beginning of another is part of the first', async () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * i * 31) % 256)
  for (const [at, value] of [
    [3, 0x20],
    [8, 3],
    [9, 14],
  ] as const) {
    const head = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3).with(at, value)
    const whole = joinBytes([noise, head, noise])
    expect(await gather(inflate(inChunks(new Uint8Array(gzipSync(whole, { level: 0 })), 500), 'gzip'))).toEqual(whole)
  }
})
