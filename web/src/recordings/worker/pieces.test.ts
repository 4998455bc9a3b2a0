import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './pieces.ts'

test('pieces cover a file from its first byte to its last, each once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 157_286_399 }), (size) => {
      const pieces = piecesOf(size)
      let end = 0
      for (const piece of pieces) {
        expect(piece.start).toBe(end)
        expect(piece.end).toBeGreaterThan(piece.start)
        end = piece.end
      }
      expect(end).toBe(size)
    }),
  )
})

test('the largest file is fetched in a few dozen pieces, the first and the last of them small', () => {
  const pieces = piecesOf(157_286_399)
  expect(pieces.length).toBeLessThan(50)
  for (const piece of [pieces[0], pieces.at(-1)]) expect((piece?.end ?? 0) - (piece?.start ?? 0)).toBe(256 * 1024)
})
