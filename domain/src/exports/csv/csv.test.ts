import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '../columns/column.ts'
import { column } from '../columns/column.ts'
import { hostileText } from '../testing/hostile-text.ts'
import { guard, unguard } from './guard.ts'
import { mostCellUnits, mostRowUnits, readCsv, readCsvPieces } from './read-csv.ts'
import { csvOf } from './write-csv.ts'

const columns = [column({ name: 'a', label: 'A' }), column({ name: '=b', label: 'B', type: 'number' })]

async function written(rows: Cell[][]): Promise<string> {
  const pieces = csvOf({
    columns,
    async *rows() {
      yield* rows
    },
  })
  return (await Array.fromAsync(pieces)).join('')
}

test('a guarded text never begins like a formula, and removing one guard restores it', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(guard(text)).not.toMatch(/^[=+\-@\t\r]/)
      expect(unguard(guard(text))).toBe(text)
    }),
  )
})

test.each(['=1+1', '+1', '-1', '@sum', '\ta', '\ra', "'=1", "''"])('%j gets one quote in front', (text) => {
  expect(guard(text)).toBe(`'${text}`)
})

test('texts and headings are guarded, numbers are not', async () => {
  expect(await written([['-x', '-1.5']])).toBe("a,'=b\r\n'-x,-1.5\r\n")
})

test('a missing value is empty and an empty text is quoted', async () => {
  expect(
    await written([
      [null, null],
      ['', '1'],
      ['NA', '007'],
    ]),
  ).toBe('a,\'=b\r\n,\r\n"",1\r\nNA,007\r\n')
})

test('written tables are read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.option(hostileText), fc.option(fc.constant('1e3')))), async (rows) => {
      const read = [...readCsv(await written(rows))]
      const cells = read.slice(1).map((row) => [row.cells[0] == null ? null : unguard(row.cells[0]), row.cells[1]])
      expect(cells).toEqual(rows)
    }),
  )
})

test('lines may end in CRLF, LF or CR, the last in none; a byte order mark is skipped', () => {
  const rows = [
    { row: 1, cells: ['a', null] },
    { row: 2, cells: ['', 'b'] },
  ]
  for (const end of ['\n', '\r', '\r\n']) expect([...readCsv(`\uFEFFa,${end}"",b`)]).toEqual(rows)
})

test.each(['"a', 'x\n"a"b,c', '"'])('quotes that do not match are refused: %j', (text) => {
  expect(endOf(text)).toMatchObject({ reason: 'import.quotes' })
})

test('a row with too many cells is refused, however long it is', () => {
  expect(endOf(`a,b\n${','.repeat(1_000_000)}`)).toMatchObject({ reason: 'import.cells', params: { row: 2 } })
})

test.each([
  ['plain', `a,b\n1,${'x'.repeat(8_000_000)}`],
  ['quoted', `a,b\n1,"${'x'.repeat(8_000_000)}"`],
  ['of quotes', `a,b\n1,"${'""'.repeat(4_000_000)}"`],
  ['never closed', `a,b\n1,"${'x'.repeat(8_000_000)}`],
])('a cell that is too long is refused, however long it is: %s', (_what, text) => {
  expect(endOf(text)).toMatchObject({ reason: 'import.cell', params: { row: 2 } })
})

test.each(['x', 'é', '"'])('a cell of the most characters is read, and one more is refused: %s', (unit) => {
  const quoted = (times: number) => `"${(unit === '"' ? '""' : unit).repeat(times)}"`
  expect([...readCsv(`${quoted(mostCellUnits)},b`)][0]?.cells).toEqual([unit.repeat(mostCellUnits), 'b'])
  expect(endOf(`${quoted(mostCellUnits + 1)},b`)).toMatchObject({ reason: 'import.cell', params: { row: 1 } })
})

function endOf(text: string) {
  const rows = readCsv(text)
  for (;;) {
    const { done, value } = rows.next()
    if (done) return value
  }
}

/** What is read of a text that arrives in pieces which end at these places. */
async function readInPieces(text: string, ends: readonly number[]) {
  const cuts = [...new Set(ends.map((end) => end % (text.length + 1)))].sort((a, b) => a - b)
  async function* pieces() {
    for (const [place, cut] of [...cuts, text.length].entries()) yield text.slice(cuts[place - 1] ?? 0, cut)
  }
  const rows = []
  const reading = readCsvPieces(pieces())
  for (;;) {
    const next = await reading.next()
    if (next.done) return { rows, why: next.value }
    rows.push(...next.value)
  }
}

function readWhole(text: string) {
  const rows = []
  const reading = readCsv(text)
  for (;;) {
    const next = reading.next()
    if (next.done) return { rows, why: next.value }
    rows.push(next.value)
  }
}

test('a file that arrives in pieces is read like the whole one, wherever they end', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\uFEFF', 'ø', '""', '"\r\n"') })
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat()), async (text, ends) => {
      const whole = readWhole(text)
      const read = await readInPieces(text, ends)
      expect(read.rows).toEqual(whole.rows)
      expect(read.why?.reason).toBe(whole.why?.reason)
      expect(read.why?.params).toEqual(whole.why?.params)
    }),
    { numRuns: 2000 },
  )
})

test('of a row that never ends, no more than the most is kept', async () => {
  let given = 0
  async function* pieces() {
    for (; given < 100; given++) yield ','.repeat(200_000).padEnd(1_000_000, '"')
  }
  const reading = readCsvPieces(pieces())
  expect((await reading.next()).value).toMatchObject({
    reason: expect.stringMatching(/import\.(cells|quotes|cell|row)/),
  })
  async function* quoted() {
    for (given = 0; given < 100; given++) yield `"${'x'.repeat(9_998)}",`.repeat(100)
  }
  expect((await readCsvPieces(quoted()).next()).value).toMatchObject({
    reason: 'import.row.units',
    params: { row: 1, most: mostRowUnits },
  })
  expect(given).toBeLessThan(30)
})
