import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { joinBytes, writeZip } from '../testing/write-zip.ts'
import { InflateError } from './inflate.ts'
import { isZip, listEntries, readEntry, readEntryStart, type ZipEntry } from './read-zip.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const files = { 'a.txt': bytesOf('first '.repeat(20)), 'b/c.txt': bytesOf('second '.repeat(300)) }
const list = (bytes: Uint8Array<ArrayBuffer>) => listEntries(memorySource(bytes))
const places = (entries: readonly ZipEntry[]) => entries.map(({ name, method, offset }) => [name, method, offset])

async function contentOf(bytes: Uint8Array<ArrayBuffer>, entry: ZipEntry | undefined) {
  const parts: Uint8Array[] = []
  if (entry) for await (const part of readEntry(memorySource(bytes), entry)) parts.push(part)
  return joinBytes(parts)
}

/** The archive, with numbers at some offsets from its start or, if negative, its end. */
function changed(
  bytes: Uint8Array<ArrayBuffer>,
  changes: readonly (readonly [offset: number, bytes: 1 | 2 | 4, value: number])[],
) {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  for (const [offset, width, value] of changes) {
    const at = offset < 0 ? copy.length + offset : offset
    if (width === 1) view.setUint8(at, value)
    else if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
  }
  return copy
}

/** Adds bytes to the extra field of a local header. */
function withExtra(bytes: Uint8Array<ArrayBuffer>, offset: number, nameLength: number, extra: number) {
  const at = offset + 30 + nameLength
  const longer = joinBytes([bytes.slice(0, at), new Uint8Array(extra).fill(0x50), bytes.slice(at)])
  return changed(longer, [[offset + 28, 2, extra]])
}

test('an archive is known by the mark of its first entry, all of it', () => {
  const mark = [0x50, 0x4b, 3, 4]
  expect(isZip(writeZip(files))).toBe(true)
  expect(isZip(Uint8Array.from(mark))).toBe(true)
  for (const index of mark.keys()) {
    expect(isZip(Uint8Array.from(mark.with(index, 9)))).toBe(false)
    expect(isZip(Uint8Array.from(mark.slice(0, index)))).toBe(false)
  }
})

describe('the directory of an archive', () => {
  test.each([true, false])('lists every entry (deflated: %s)', async (isDeflated) => {
    const bytes = writeZip(files, isDeflated)
    const entries = await list(bytes)
    const method = isDeflated ? 'deflated' : 'stored'
    const [first, second] = entries
    expect(places(entries)).toEqual([
      ['a.txt', method, 0],
      ['b/c.txt', method, 35 + (first?.compressed ?? 0)],
    ])
    if (!isDeflated) expect(entries.map(({ compressed }) => compressed)).toEqual([120, 2100])
    expect(await contentOf(bytes, first)).toEqual(files['a.txt'])
    expect(await contentOf(bytes, second)).toEqual(files['b/c.txt'])
  })

  test('is found before a comment of any length', async () => {
    const bytes = writeZip({ 'a.txt': bytesOf('one') }, false)
    // Only the directory says so.
    const renamed = changed(bytes, [[bytes.length - 22 - 5, 1, 'z'.charCodeAt(0)]])
    for (const length of [0, 1, 65_535])
      expect(places(await list(joinBytes([renamed, new Uint8Array(length)])))).toEqual([['z.txt', 'stored', 0]])
  })

  test('decides, not what lies before each entry', async () => {
    const bytes = writeZip({ 'a.txt': bytesOf('one') }, false)
    const [end, directory] = [bytes.length - 22, bytes.length - 22 - 46 - 5]
    const renamed = changed(bytes, [[directory + 46, 1, 'z'.charCodeAt(0)]])
    expect(places(await list(renamed))).toEqual([['z.txt', 'stored', 0]])
    const moved = changed(renamed, [[directory + 42, 4, 7]])
    expect(places(await list(moved))).toEqual([['z.txt', 'stored', 7]])
    expect((await list(changed(renamed, [[directory + 20, 4, 2]])))[0]?.compressed).toBe(2)
    // Damaged, so that the headers decide: a wrong mark of the end, of an entry, or a place that is none.
    for (const wrong of [
      [end, 1, 0],
      [directory, 1, 0],
      [end + 16, 4, end],
      [end + 12, 4, 2 ** 20 + 1],
      [end + 12, 4, 40],
      [end + 12, 4, 46 + 5 + 1],
    ] as const)
      expect(places(await list(changed(renamed, [wrong])))).toEqual([['a.txt', 'stored', 0]])
    // An entry is one without its name, too.
    expect(places(await list(changed(renamed, [[end + 12, 4, 46]])))).toEqual([['', 'stored', 0]])
  })

  test('may be as long as a megabyte, and no longer', async () => {
    const bytes = writeZip({ 'a.txt': bytesOf('one') }, false)
    const from = bytes.length - 22 - 46 - 5
    const ofLength = (length: number) => {
      const long = joinBytes([bytes.slice(0, from + 51), new Uint8Array(length - 51), bytes.slice(from + 51)])
      return changed(long, [
        [from + 46, 1, 'z'.charCodeAt(0)],
        [-10, 4, length],
      ])
    }
    expect(places(await list(ofLength(2 ** 20)))).toEqual([['z.txt', 'stored', 0]])
    expect(places(await list(ofLength(2 ** 20 + 1)))).toEqual([['a.txt', 'stored', 0]])
  })

  test('skips the extra field and the comment of an entry', async () => {
    const bytes = writeZip({ a: bytesOf('1'), b: bytesOf('2') }, false)
    const second = bytes.length - 22 - 47
    const longer = joinBytes([bytes.slice(0, second), new Uint8Array(5), bytes.slice(second)])
    for (const [extra, comment] of [
      [5, 0],
      [0, 5],
      [2, 3],
    ] as const) {
      const from = second - 47
      const given = changed(longer, [
        [from + 30, 2, extra],
        [from + 32, 2, comment],
        [-10, 4, 47 + 5 + 47],
        [from + 46, 1, 'z'.charCodeAt(0)],
      ])
      expect(places(await list(given))).toEqual([
        ['z', 'stored', 0],
        ['b', 'stored', 32],
      ])
    }
  })

  test('of more entries than anybody needs is read to the thousandth', async () => {
    const many = writeZip(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`${i}`, new Uint8Array()])), false)
    expect(await list(many)).toHaveLength(1000)
    expect(await list(many.slice(0, -22))).toHaveLength(1000)
  })

  /** The directory and its end as of an archive whose numbers do not fit 32 bits. */
  function withLongNumbers(bytes: Uint8Array<ArrayBuffer>, nameLength: number) {
    const from = bytes.length - 22 - 46 - nameLength
    const long = (...numbers: readonly number[]) =>
      new Uint8Array(BigUint64Array.from(numbers, (number) => BigInt(number)).buffer)
    const view = new DataView(bytes.buffer)
    const extra = joinBytes([
      Uint8Array.of(9, 0, 1, 0, 7, 1, 0, 24, 0),
      long(view.getUint32(from + 24, true), view.getUint32(from + 20, true), view.getUint32(from + 42, true)),
    ])
    const directory = changed(bytes.slice(from, -22), [
      [20, 4, 0xffff_ffff],
      [24, 4, 0xffff_ffff],
      [30, 2, extra.length],
      [42, 4, 0xffff_ffff],
    ])
    const record = joinBytes([
      Uint8Array.of(0x50, 0x4b, 6, 6),
      new Uint8Array(36),
      long(directory.length + extra.length, from),
    ])
    const place = from + directory.length + extra.length
    const locator = joinBytes([Uint8Array.of(0x50, 0x4b, 6, 7, 0, 0, 0, 0), long(place), Uint8Array.of(1, 0, 0, 0)])
    const end = changed(bytes.slice(-22), [
      [12, 4, 0xffff_ffff],
      [16, 4, 0xffff_ffff],
    ])
    return joinBytes([bytes.slice(0, from), directory, extra, record, locator, end])
  }

  test.each([true, false])('of a large archive is longer, and read (deflated: %s)', async (isDeflated) => {
    const bytes = withLongNumbers(writeZip({ 'a.txt': files['a.txt'] }, isDeflated), 5)
    const [entry] = await list(bytes)
    expect(entry).toMatchObject({ name: 'a.txt', offset: 0, crc: crc32(files['a.txt']) })
    expect(await contentOf(bytes, entry)).toEqual(files['a.txt'])
  })

  test('of a large archive that is cut off is replaced by what lies before each entry', async () => {
    const bytes = withLongNumbers(writeZip({ 'a.txt': files['a.txt'] }), 5)
    const damaged = changed(bytes, [[bytes.length - 22 - 20 - 56, 4, 0]])
    expect((await list(damaged)).map(({ name }) => name)).toEqual(['a.txt'])
  })

  test('says what is encrypted or packed otherwise, which is refused', async () => {
    const bytes = writeZip({ a: bytesOf('1'), b: bytesOf('2') }, false)
    const first = bytes.length - 22 - 2 * 47
    const methods = async (given: Uint8Array<ArrayBuffer>) => (await list(given)).map(({ method }) => method)
    const encrypted = changed(bytes, [[first + 8, 2, 1]])
    expect(await methods(encrypted)).toEqual([{ unsupported: 'encrypted ZIP' }, 'stored'])
    expect(await methods(changed(bytes, [[first + 8, 2, 2]]))).toEqual(['stored', 'stored'])
    expect(await methods(changed(bytes, [[first + 10, 2, 9]]))).toEqual([{ unsupported: 'ZIP, method 9' }, 'stored'])
    expect(await methods(changed(bytes, [[first + 10, 2, 0x0800]]))).toMatchObject([{}, 'stored'])
    expect(await methods(changed(bytes, [[first + 8, 2, 0x0100]]))).toEqual(['stored', 'stored'])
    await expect(contentOf(encrypted, (await list(encrypted))[0])).rejects.toMatchObject({
      code: 'unsupported',
      detail: 'encrypted ZIP',
    })
  })

  test('has names in UTF-8, or else in the code page of Windows in the north', async () => {
    const ofName = (...name: readonly number[]) => {
      const bytes = writeZip({ xxxx: bytesOf('1') }, false)
      bytes.set(name, bytes.length - 22 - 4)
      return list(bytes)
    }
    expect((await ofName(0xc3, 0xa6, 0xc3, 0xb8))[0]?.name).toBe('æø')
    expect((await ofName(0x91, 0x9b, 0x86, 0x9d))[0]?.name).toBe('æøåØ')
  })

  test('is looked for in the last bytes alone', async () => {
    const bytes = joinBytes([new Uint8Array(200_000), writeZip(files)])
    const read: (readonly number[])[] = []
    const source: Source = {
      size: bytes.length,
      read: async (offset, length) => {
        read.push([offset, length])
        return bytes.slice(offset, offset + length)
      },
    }
    await listEntries(source)
    expect(read[0]).toEqual([bytes.length - 65_557, 65_557])
  })
})

describe('a truncated archive', () => {
  const whole = writeZip(files)
  const cut = whole.slice(0, -30)

  test('is listed by the headers before each entry', async () => {
    const [first, second] = await list(whole)
    expect(await list(cut)).toEqual([first, second])
    expect(await list(cut.slice(0, (second?.offset ?? 0) + 29))).toEqual([first])
    expect(await list(cut.slice(0, (second?.offset ?? 0) + 30))).toMatchObject([{ name: 'a.txt' }, { name: '' }])
    expect(await list(new Uint8Array(21))).toEqual([])
    expect(await list(new Uint8Array())).toEqual([])
    expect(await list(changed(cut, [[0, 1, 0]]))).toEqual([])
  })

  test('may have extra fields, and entries whose size only follows them', async () => {
    const [, second] = await list(whole)
    const longer = withExtra(cut, 0, 5, 9)
    expect((await list(longer)).map(({ offset }) => offset)).toEqual([0, (second?.offset ?? 0) + 9])
    const far = withExtra(cut, 0, 5, 300)
    expect((await list(far)).map(({ offset }) => offset)).toEqual([0, (second?.offset ?? 0) + 300])
    const open = changed(cut, [[6, 2, 8]])
    expect(await list(open)).toEqual([{ name: 'a.txt', method: 'deflated', offset: 0, compressed: null, crc: null }])
    expect(await contentOf(open.slice(0, second?.offset), (await list(open))[0])).toEqual(files['a.txt'])
  })

  test('says what is encrypted or packed otherwise', async () => {
    for (const change of [
      [6, 2, 1],
      [8, 2, 12],
    ] as const)
      expect((await list(changed(cut, [change]))).map(({ method }) => typeof method)).toEqual(['object', 'string'])
  })

  test('has names as long as what is read at once, and no longer', async () => {
    const name = 'n'.repeat(2000)
    const [entry] = await list(writeZip({ [name]: bytesOf('1') }, false).slice(0, -23))
    expect(entry?.name).toBe('n'.repeat(1024 - 30))
  })
})

describe('an entry', () => {
  const content = Uint8Array.from({ length: limits.chunkBytes + 100 }, (_, i) => (i * 7) % 251)

  test('is read in chunks, after its extra field', async () => {
    const bytes = withExtra(writeZip({ a: content }, false), 0, 1, 300)
    const entry: ZipEntry = { name: 'a', method: 'stored', offset: 0, compressed: content.length, crc: null }
    const lengths: number[] = []
    for await (const part of readEntry(memorySource(bytes), entry)) lengths.push(part.length)
    expect(lengths).toEqual([limits.chunkBytes, 100])
    expect(crc32(await contentOf(bytes, entry))).toBe(crc32(content))
  })

  test.each(['stored', 'deflated'] as const)('that is %s and ends too early is read to there', async (method) => {
    const bytes = writeZip({ a: content }, method === 'deflated').slice(0, 200)
    const compressed = method === 'stored' ? content.length : 5000
    const entry: ZipEntry = { name: 'a', method, offset: 0, compressed, crc: null }
    const reading = contentOf(bytes, entry)
    await expect(reading).rejects.toBeInstanceOf(InflateError)
    await expect(reading).rejects.toMatchObject({ name: 'InflateError', offset: 200 })
    if (method === 'stored') await expect(reading).rejects.toThrow('ends too early')
    const start = await readEntryStart(memorySource(bytes), entry, 100)
    expect(start).toEqual(content.subarray(0, 100))
    const all = await readEntryStart(memorySource(bytes), entry, 1000)
    if (method === 'stored') expect(all).toEqual(content.subarray(0, 200 - 31))
  })

  test.each([true, false])('that is not what was packed says so at its end (deflated: %s)', async (isDeflated) => {
    const bytes = writeZip({ a: content }, isDeflated)
    const [entry] = await list(changed(bytes, [[-22 - 47 + 16, 1, (bytes.at(-22 - 47 + 16) ?? 0) ^ 1]]))
    const parts: Uint8Array[] = []
    const reading = async () => {
      if (entry) for await (const part of readEntry(memorySource(bytes), entry)) parts.push(part)
    }
    await expect(reading()).rejects.toMatchObject({ message: 'wrong checksum', isWhole: true })
    expect(crc32(joinBytes(parts))).toBe(crc32(content))
  })

  test('whose header is cut off is nothing', async () => {
    const bytes = writeZip({ a: bytesOf('1') }, false)
    const entry: ZipEntry = { name: 'a', method: 'stored', offset: 0, compressed: 1, crc: null }
    expect(await contentOf(bytes.slice(0, 29), entry)).toEqual(new Uint8Array())
    expect(await contentOf(bytes.slice(0, 32), entry)).toEqual(bytesOf('1'))
  })

  test('is read to as many bytes as are asked for, and no further', async () => {
    let reads = 0
    const source = memorySource(writeZip({ a: joinBytes([content, content, content]) }, false))
    const watched: Source = {
      size: source.size,
      read: (...args) => {
        reads++
        return source.read(...args)
      },
    }
    const entry: ZipEntry = { name: 'a', method: 'stored', offset: 0, compressed: 3 * content.length, crc: null }
    const start = await readEntryStart(watched, entry, limits.chunkBytes + 5)
    expect(start).toEqual(joinBytes([content]).subarray(0, limits.chunkBytes + 5))
    expect(reads).toBe(3)
    expect(await readEntryStart(watched, entry, limits.chunkBytes)).toEqual(content.subarray(0, limits.chunkBytes))
    expect(reads).toBe(5)
  })

  test('of a source that fails is no damaged entry', async () => {
    const source: Source = { size: 1000, read: () => Promise.reject(new TypeError('no connection')) }
    for (const method of ['stored', 'deflated'] as const) {
      const entry: ZipEntry = { name: 'a', method, offset: 0, compressed: 10, crc: null }
      await expect(readEntryStart(source, entry, 10)).rejects.toThrow('no connection')
    }
  })
})
