import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinBytes } from '../testing/write-zip.ts'
import { InflateError } from '../zip/inflate.ts'
import { holdUnpacked } from './held-source.ts'

async function* inParts(...parts: readonly (Uint8Array<ArrayBuffer> | Error)[]) {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield part
  }
}
const numbered = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7) % 251)
const page = 2 ** 20

test('what was unpacked is read as if it were one array', async () => {
  const whole = numbered(2 * page + 10)
  const cut = fc.integer({ min: 0, max: whole.length })
  const near = fc.constantFrom(0, 1, page - 1, page, page + 1, 2 * page, 2 * page + 10)
  await fc.assert(
    fc.asyncProperty(cut, cut, near, fc.constantFrom(0, 1, 9, page, page + 2, 3 * page), async (a, b, at, length) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)]
      const parts = [whole.slice(0, first), whole.slice(first, second), whole.slice(second)]
      const source = await holdUnpacked(inParts(...parts))
      expect(source.size).toBe(whole.length)
      const read = await source.read(at, length)
      expect(Buffer.compare(read, whole.subarray(at, at + length))).toBe(0)
    }),
    { numRuns: 30 },
  )
})

test('beyond the end nothing is read', async () => {
  const source = await holdUnpacked(inParts(numbered(10)))
  expect(await source.read(8, 5)).toEqual(numbered(10).subarray(8))
  expect(await source.read(10, 1)).toEqual(new Uint8Array())
  expect(await source.read(20, 1)).toEqual(new Uint8Array())
  expect((await holdUnpacked(inParts())).size).toBe(0)
})

test('damaged data are held to where they are damaged, and no other error is hidden', async () => {
  const source = await holdUnpacked(inParts(numbered(5), new InflateError('ends too early'), numbered(5)))
  expect([source.size, await source.read(0, 10)]).toEqual([5, numbered(5)])
  await expect(holdUnpacked(inParts(numbered(5), new TypeError('no connection')))).rejects.toThrow('no connection')
})

test('more than fits into memory is refused, and not held', async () => {
  const half = numbered(page)
  expect((await holdUnpacked(inParts(half, half), 2 * page)).size).toBe(2 * page)
  await expect(holdUnpacked(inParts(half, joinBytes([half, Uint8Array.of(1)])), 2 * page)).rejects.toMatchObject({
    code: 'unsupported',
    detail: 'more than 2 MB when unpacked',
  })
})
