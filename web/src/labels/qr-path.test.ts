import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPath, quietModules } from './qr-path.ts'

/** The path as the pixels that a camera would see, four for each module. */
function pixelsOf({ size, path }: { size: number; path: string }) {
  const scale = 4
  const side = size * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = row * side + Number(x) * scale
      for (let at = from; at < from + Number(width) * scale; at++) data.fill(0, at * 4, at * 4 + 3)
    }
  }
  return { width: side, height: side, data }
}

test('a reader finds the address in the drawn code', () => {
  const address = 'https://casebook.example.org/studies/0191f3c2a7b4/subjects/0191f3c2a7b5-Z_1'
  expect(decodeQR(pixelsOf(qrPath(address)))).toBe(address)
})

test('any address comes back', () => {
  fc.assert(
    fc.property(fc.webUrl({ size: 'medium' }), (address) => {
      expect(decodeQR(pixelsOf(qrPath(address)))).toBe(address)
    }),
    { numRuns: 3 },
  )
})

/** The modules without the blank ones around them. */
function modulesOf(drawn: { size: number; path: string }): boolean[][] {
  const { data, width } = pixelsOf(drawn)
  const side = drawn.size - 2 * quietModules
  const isDark = (x: number, y: number) => data[(y * 4 * width + x * 4) * 4] === 0
  return Array.from({ length: side }, (_, y) =>
    Array.from({ length: side }, (_, x) => isDark(x + quietModules, y + quietModules)),
  )
}

/** The eight masks of ISO/IEC 18004, table 10. */
const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/** The codewords of a symbol of version 1, as the standard lays them: upwards and downwards in columns of two modules. */
function codewordsOf(modules: readonly (readonly boolean[])[]): string {
  const isFunction = (x: number, y: number) => (x < 9 && (y < 9 || y > 12)) || (x > 12 && y < 9) || x === 6 || y === 6
  // The three bits of the mask in the format beside the upper left finder, which is XORed with 10101...
  const mask = [2, 3, 4].reduce((bits, x, place) => bits * 2 + (Number(modules[8]?.[x]) ^ (place % 2 ? 0 : 1)), 0)
  const isMasked = masks[mask]
  const bits: number[] = []
  for (const [turn, right] of [20, 18, 16, 14, 12, 10, 8, 5, 3, 1].entries()) {
    for (let step = 0; step < 21; step++) {
      const y = turn % 2 ? step : 20 - step
      for (const x of [right, right - 1]) {
        if (!isFunction(x, y)) bits.push(Number(modules[y]?.[x]) ^ Number(isMasked?.(x, y) === 0))
      }
    }
  }
  const bytes = Array.from({ length: bits.length / 8 }, (_, place) =>
    Number.parseInt(bits.slice(place * 8, place * 8 + 8).join(''), 2),
  )
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

test('the drawn code has the codewords that ISO/IEC 18004, annex I, derives for 01234567', () => {
  expect(codewordsOf(modulesOf(qrPath('01234567')))).toBe(
    '10 20 0c 56 61 80 ec 11 ec 11 ec 11 ec 11 ec 11 a5 24 d4 c1 ed 36 c7 87 2c 55',
  )
})
