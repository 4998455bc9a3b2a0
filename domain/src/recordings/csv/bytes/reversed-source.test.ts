import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memorySource } from '../../source.ts'
import { reversedSource } from './reversed-source.ts'

const encoder = new TextEncoder()
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function turn(text: string, header: string, lineEnd: '\n' | '\r' = '\n') {
  const source = memorySource(encoder.encode(header + text))
  return reversedSource(source, { header: encoder.encode(header).length, lineEnd })
}

test('the lines below the header come from the last to the first', async () => {
  const source = await turn('1\n2\n3\n', 'a\nb\n')
  expect(textOf(await source.read(0, 100))).toBe('a\nb\n3\n2\n1\n')
  expect(source.size).toBe(10)
})

test('a last line without an end gets one, and old line ends are line ends', async () => {
  const source = await turn('1\n2\n3', 'a\n')
  expect(textOf(await source.read(0, source.size))).toBe('a\n3\n2\n1\n')
  const old = await turn('1\r2\r', 'a\r', '\r')
  expect(textOf(await old.read(0, old.size))).toBe('a\r2\r1\r')
})

test('nothing is read beyond the end', async () => {
  const source = await turn('1\n', '')
  expect(await source.read(2, 5)).toEqual(new Uint8Array(0))
})

test('any part is what it is in the whole', async () => {
  const lines = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((line) => line.replaceAll('\n', ' ')))
  await fc.assert(
    fc.asyncProperty(lines, fc.nat(200), fc.nat(200), fc.boolean(), async (drawn, from, length, isEnded) => {
      const text = drawn.map((line) => `${line}\n`).join('')
      const cut = isEnded || drawn.at(-1) === '' ? text : text.slice(0, -1)
      const source = await turn(cut, 'x,y\n')
      const whole = `x,y\n${drawn
        .toReversed()
        .map((line) => `${line}\n`)
        .join('')}`
      expect(textOf(await source.read(from, length))).toBe(whole.slice(from, from + length))
    }),
  )
})

test('lines that are longer than what is read at once are whole, and those that are too long are cut', async () => {
  const long = ['1'.repeat(60_000), '2'.repeat(65_000), '3'.repeat(10)]
  const source = await turn(`${long.join('\n')}\n`, 'x\n')
  const whole = `x\n${long.toReversed().join('\n')}\n`
  for (const from of [0, 5, 20, 64_000, 66_000, 100_000])
    expect(textOf(await source.read(from, 20)) === whole.slice(from, from + 20), `${from}`).toBe(true)
  const endless = await turn('1'.repeat(3_000_000), 'x\n')
  expect((await endless.read(0, 1_000_000)).length).toBe(1_000_000)
})
