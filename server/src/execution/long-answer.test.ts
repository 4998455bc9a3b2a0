import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLong, LongAnswer } from './long-answer.ts'

const long = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 40_000 }))
  .map(([text, times]) => text.repeat(times))

test('the pieces together are the text, each of complete characters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(long, { maxLength: 6 }), async (texts) => {
      const whole = Buffer.from(texts.join(''))
      const answer = new LongAnswer(texts)
      expect(answer.bytes).toBe(whole.length)
      const pieces = [...answer.pieces()]
      expect(Buffer.concat(pieces).equals(whole)).toBe(true)
      const strict = new TextDecoder('utf-8', { fatal: true })
      for (const piece of pieces) expect(strict.decode(piece).length).toBeGreaterThan(0)
      const streamed: Uint8Array[] = []
      for await (const chunk of answer.stream()) streamed.push(chunk)
      expect(Buffer.concat(streamed).equals(whole)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('an answer is long by all its texts together', () => {
  expect(isLong(['x'.repeat(250_000), 'y'.repeat(249_999)])).toBe(false)
  expect(isLong(['x'.repeat(250_000), 'y'.repeat(250_000)])).toBe(true)
})
