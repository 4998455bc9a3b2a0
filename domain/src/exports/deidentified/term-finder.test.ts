import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TermFinder, termOf } from './term-finder.ts'

async function foundIn(finder: TermFinder, pieces: readonly (string | Uint8Array)[], isBinary = false) {
  const found = new Set<string>()
  const given = (async function* () {
    yield* pieces
  })()
  const passed: Uint8Array[] = []
  for await (const piece of finder.watching(given, { isBinary, onFound: (term) => found.add(term) }))
    passed.push(Buffer.from(piece))
  expect(Buffer.concat(passed)).toEqual(Buffer.concat(pieces.map((piece) => Buffer.from(piece))))
  return found
}

function finderOf(...texts: string[]): TermFinder {
  const finder = new TermFinder()
  for (const text of texts) finder.add(text)
  return finder
}

test.each([
  ['Kari', undefined],
  ['Kari Nordmann', 'Kari Nordmann'],
  ['she said "it hurts", then left', 'then left'],
  ['2026', undefined],
  ['01019912345', '01019912345'],
  ['Øyvor', 'Øyvor'],
  ['', undefined],
])('%j is looked for as %j', (text, term) => {
  expect(termOf(text)).toBe(term)
})

test('a whole word is found, and no part of one', async () => {
  const finder = finderOf('Kari Nordmann', 'Bjørn Å', '01019912345')
  expect([...(await foundIn(finder, ['a,"Kari Nordmann",b 01019912345\n']))]).toEqual(['Kari Nordmann', '01019912345'])
  expect(await foundIn(finder, ['Kari Nordmannsen xKari Nordmann 101019912345 010199123456 ÆKari Nordmann'])).toEqual(
    new Set(),
  )
  expect([...(await foundIn(finder, ['Kari Nordmann']))]).toEqual(['Kari Nordmann'])
})

test('short words are looked for in texts only, and ignored ones nowhere', async () => {
  const finder = finderOf('Olsen', 'Nordmann Kari')
  expect(finder.size).toBe(2)
  expect((await foundIn(finder, ['Olsen, Nordmann Kari'])).size).toBe(2)
  expect([...(await foundIn(finder, ['Olsen, Nordmann Kari'], true))]).toEqual(['Nordmann Kari'])
  finder.ignore(['Nordmann Kari'])
  expect([...(await foundIn(finder, ['Olsen, Nordmann Kari']))]).toEqual(['Olsen'])
})

test('a term is found wherever it stands and however the bytes are cut, and nothing else is', async () => {
  const words = fc.uniqueArray(fc.stringMatching(/^[a-zæøå]{5,12}$/), { minLength: 1, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(
      words,
      fc.array(fc.nat(), { maxLength: 40 }),
      fc.array(fc.nat(40), { maxLength: 20 }),
      async (all, order, cuts) => {
        const [absent = '', ...present] = all
        const chosen = present.length > 0 ? order.map((at) => present[at % present.length] ?? '') : []
        const bytes = Buffer.from(`,${chosen.join(';')};end`)
        const pieces: Buffer[] = []
        let from = 0
        for (const cut of cuts) {
          pieces.push(bytes.subarray(from, from + cut))
          from += cut
        }
        pieces.push(bytes.subarray(from))
        expect(await foundIn(finderOf(absent, ...present), pieces)).toEqual(new Set(chosen))
      },
    ),
  )
})
