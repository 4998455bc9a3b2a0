import { afterEach, expect, test, vi } from 'vitest'
import { RangeSource } from './range-source.ts'

const size = 2_000_000
const file = Uint8Array.from({ length: size }, (_, index) => index % 251)

/** A source of a store that answers ranges or ignores them, and the ranges that were asked for. */
function newSource(acceptsRanges: boolean) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers: { range } }: { headers: { range: string } }) => {
    asked.push(range)
    const [start = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number)
    return acceptsRanges ? new Response(file.slice(start, last + 1), { status: 206 }) : new Response(file)
  })
  return { asked, source: new RangeSource('https://store/file', size, async () => 'https://store/file') }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('each piece is fetched once, one ahead', async () => {
  const { asked, source } = newSource(true)
  expect(await source.read(100, 500_000)).toEqual(file.slice(100, 500_100))
  expect(await source.read(0, 200_000)).toEqual(file.slice(0, 200_000))
  expect(asked).toEqual(['bytes=0-262143', 'bytes=262144-524287', 'bytes=524288-1048575'])
})

test('a store that ignores ranges sends the file once', async () => {
  const { asked, source } = newSource(false)
  expect(await source.read(100, 1_500_000)).toEqual(file.slice(100, 1_500_100))
  expect(await source.read(size - 100, 1000)).toEqual(file.slice(-100))
  expect(asked).toHaveLength(1)
})
