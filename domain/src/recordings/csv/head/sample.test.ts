import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Source } from '../../recording.ts'
import { memorySource } from '../../source.ts'
import { readSample, withTail } from './sample.ts'

const head = 1 << 18
const spot = 1 << 16
const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const wide = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const packed = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))
const sampleOf = (bytes: Uint8Array<ArrayBuffer>) => readSample(memorySource(bytes))
/** Lines of 32 characters, with the line feed. */
const lineAt = (i: number) => `${String(i).padStart(8, '0')},${'må'.repeat(11)}`
const textOf = (count: number, end = '\n') =>
  range(count)
    .map((i) => `${lineAt(i)}${end}`)
    .join('')
const linesFrom = (from: number, to: number) => range(to - from).map((i) => lineAt(from + i))

describe('of a small file', () => {
  const whole = { isWhole: true, middle: [], tail: [] }

  test('all lines are examined', async () => {
    expect(await sampleOf(utf8('a,b\n1,2\n'))).toEqual({
      file: { gzip: false, encoded: { encoding: 'utf-8', mark: 0 }, lineEnd: '\n' },
      lines: ['a,b', '1,2'],
      totalLines: 2,
      ...whole,
    })
    expect((await sampleOf(utf8(''))).lines).toEqual([])
  })

  test('the last line needs no end, and empty ones are lines', async () => {
    expect(await sampleOf(utf8('a,b\n\n1,2'))).toMatchObject({ lines: ['a,b', '', '1,2'], totalLines: 3 })
    expect(await sampleOf(utf8('a,b\n1,2\n\n'))).toMatchObject({ lines: ['a,b', '1,2', ''], totalLines: 3 })
  })

  test.each<[string, '\n' | '\r', string[]]>([
    ['a\r\nb\r\n', '\n', ['a', 'b']],
    ['a\rb\r', '\r', ['a', 'b']],
    ['a\rb\nc\r\n', '\n', ['a\rb', 'c']],
  ])('%j ends its lines in %j', async (text, lineEnd, lines) => {
    expect(await sampleOf(utf8(text))).toMatchObject({ lines, file: { lineEnd } })
  })

  test.each<[string, Uint8Array<ArrayBuffer>, object]>([
    ['windows-1252', latin('målt,b\n1,2\n'), { encoding: 'windows-1252', mark: 0 }],
    ['UTF-8 with a mark', utf8('\ufeffmålt,b\n1,2\n'), { encoding: 'utf-8', mark: 3 }],
    ['UTF-16', wide('målt,b\n1,2\n'), { encoding: 'utf-16le', mark: 2 }],
  ])('its text is read from %s', async (_what, bytes, encoded) => {
    expect(await sampleOf(bytes)).toMatchObject({ lines: ['målt,b', '1,2'], file: { gzip: false, encoded } })
    expect(await sampleOf(packed(bytes))).toMatchObject({ lines: ['målt,b', '1,2'], file: { gzip: true, encoded } })
  })

  test('it is unpacked, if it is text', async () => {
    expect(await sampleOf(packed(utf8('a,b\n1,2\n')))).toMatchObject({ totalLines: 2, ...whole })
    const other = packed(Uint8Array.from({ length: 3000 }, (_, i) => i % 256))
    await expect(sampleOf(other)).rejects.toMatchObject({ code: 'unknown-format', offset: 0, detail: 'gzip' })
    // Later bytes do not decide whether it is.
    const late = packed(utf8(`${'a,b\n'.repeat(1024)}${'\u0001'.repeat(5000)}\n`))
    expect((await sampleOf(late)).lines[1023]).toBe('a,b')
    await expect(sampleOf(packed(utf8(`${'a,b\n'.repeat(900)}${'\u0001'.repeat(5000)}\n`)))).rejects.toThrow()
  })
})

describe('of a large file', () => {
  const count = 12_000

  test('the start, the middle and the end are examined', async () => {
    const bytes = latin(textOf(count))
    const reads: [number, number][] = []
    const source: Source = {
      size: bytes.length,
      read: async (offset, length) => {
        reads.push([offset, length])
        return bytes.slice(offset, offset + length)
      },
    }
    expect(await readSample(source)).toEqual({
      file: { gzip: false, encoded: { encoding: 'windows-1252', mark: 0 }, lineEnd: '\n' },
      lines: linesFrom(0, head / 32),
      isWhole: false,
      // What begins within a line begins with the next.
      middle: linesFrom(count / 2 + 1, count / 2 + spot / 32),
      tail: linesFrom(count - spot / 32 + 1, count),
      totalLines: count,
    })
    expect(reads.slice(-2)).toEqual([
      [bytes.length / 2, spot],
      [bytes.length - spot, spot],
    ])
  })

  test('incomplete lines are left out, but the last of the file needs no end', async () => {
    const text = `x${textOf(count)}`
    const sample = await sampleOf(latin(text.slice(0, -1)))
    expect(sample.lines.at(-1)).toBe(lineAt(head / 32 - 2))
    expect(sample.middle.at(-1)).toBe(lineAt(count / 2 + spot / 32 - 2))
    expect(sample.tail.at(-1)).toBe(lineAt(count - 1))
    expect((await sampleOf(latin(text))).tail.at(-1)).toBe(lineAt(count - 1))
  })

  test('lines may end in carriage returns, with or without a line feed', async () => {
    for (const end of ['\r', '\r\n']) {
      const { middle, tail } = await sampleOf(latin(textOf(count, end)))
      expect([middle[5]?.length, tail[5]?.length, tail.at(-1)]).toEqual([31, 31, lineAt(count - 1)])
    }
  })

  test('with as many bytes as are examined all lines are', async () => {
    const bytes = latin(textOf(head / 32 + 1))
    expect(await sampleOf(bytes.slice(0, head))).toMatchObject({ isWhole: true, totalLines: head / 32, tail: [] })
    expect((await sampleOf(bytes.slice(0, head + 1))).isWhole).toBe(false)
    const part = await sampleOf(packed(bytes))
    expect([part.isWhole, part.lines.length]).toEqual([false, head / 32])
  })

  test('the end of one that is packed, or has two bytes for a character, is not looked up', async () => {
    for (const bytes of [packed(latin(textOf(count))), wide(textOf(count))])
      expect(await sampleOf(bytes)).toMatchObject({ isWhole: false, middle: [], tail: [] })
  })

  test.each([
    ['packed windows-1252', packed(latin(textOf(count)))],
    ['packed UTF-8', packed(utf8(textOf(count)))],
    ['UTF-16', wide(textOf(count))],
    ['packed, with carriage returns,', packed(latin(textOf(count, '\r\n')))],
    ['packed, with carriage returns alone,', packed(latin(textOf(count, '\r')))],
  ])('the end of one in %s can be read through', async (_what, bytes) => {
    const source = memorySource(bytes)
    const sample = await readSample(source)
    const { tail, totalLines, ...more } = await withTail(source, sample)
    expect(more).toMatchObject({ file: sample.file, lines: sample.lines, middle: [], isWhole: false })
    expect(tail).toEqual(linesFrom(count - tail.length, count))
    // Not much more is kept than is needed.
    expect(tail.length).toBeGreaterThanOrEqual(spot / 64)
    expect(tail.length).toBeLessThan(count * 0.75)
    expect(totalLines).toBeGreaterThan(count * 0.95)
    expect(totalLines).toBeLessThan(count * 1.4)
  })

  test('reading can be cancelled', async () => {
    const controller = new AbortController()
    const bytes = latin(textOf(count))
    const given: (AbortSignal | undefined)[] = []
    const source: Source = {
      size: bytes.length,
      read: async (offset, length, signal) => {
        given.push(signal)
        return bytes.slice(offset, offset + length)
      },
    }
    const sample = await readSample(source, controller.signal)
    expect(new Set(given)).toEqual(new Set([controller.signal]))
    controller.abort()
    await expect(withTail(source, sample, controller.signal)).rejects.toThrow(/abort/i)
  })
})
