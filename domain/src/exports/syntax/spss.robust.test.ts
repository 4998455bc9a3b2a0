import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasPspp, readByPspp, spssEpoch } from '../../../test/pspp.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { readmeText } from '../bundle/readme.ts'
import type { Column, Table } from '../columns/column.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { codedRows } from '../testing/coded-rows.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { plainData } from './plain-data.ts'
import { spssSyntax } from './spss.ts'

/** What `README.txt` says of values that are others in SPSS. */
const said = {
  lineBreak: 'stands for a line break within a text',
  blanks: 'blanks at the end of a text are lost',
  nearZero: 'numbers nearer to zero than 2.2e-308 are 0',
  zone: 'instants are in UTC',
  label: 'labels are in one line, and cut to 120 bytes in SPSS',
}

const inLine = (text: string) => text.replace(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/g, '\u2424')

/** What SPSS has of a text, by what `README.txt` says; `found` collects what of it was needed. */
function textOf(cell: string, read: string, found: Set<string>): string {
  if (read === cell) return cell
  const line = inLine(cell)
  if (line !== cell) found.add(said.lineBreak)
  if (read === line) return line
  found.add(said.blanks)
  return line.replace(/ +$/, '')
}

const secondsOf: Partial<Record<Column['type'], (cell: string) => number>> = {
  boolean: (cell) => (cell === 'true' ? 1 : 0),
  date: (cell) => Date.parse(`${cell}T00:00:00Z`) / 1000 + spssEpoch,
  datetime: (cell) => Date.parse(cell) / 1000 + spssEpoch,
  time: (cell) => cell.split(':').reduce((sum, part) => sum * 60 + Number(part), 0),
}

function numberOf(type: Column['type'], cell: string, read: string, found: Set<string>): number {
  const number = (secondsOf[type] ?? Number)(cell)
  if (type === 'datetime') found.add(said.zone)
  if (number === Number(read) || Math.abs(number) >= 2.2250738585072014e-308) return number
  found.add(said.nearZero)
  return 0
}

/** A label as SPSS holds it. */
function labelOf(text: string, found: Set<string>): string {
  const line = inLine(text).replace(/\p{Cc}/gu, ' ')
  const short = new TextDecoder().decode(new TextEncoder().encode(line).subarray(0, 120)).replace(/\uFFFD$/, '')
  if (short !== text) found.add(said.label)
  return short
}

async function expectEqualOrNamed(table: Table, folder: string, found: Set<string>) {
  const syntax = spssSyntax(table, await new Profiles().of(table))
  writeFileSync(join(folder, `${table.tableId}.dat`), (await Array.fromAsync(plainData(table))).join(''))
  writeFileSync(join(folder, `${table.tableId}.sps`), syntax)
  const { rows: all, labelled, labels } = readByPspp(folder, table)
  const [names = [], ...read] = all
  const cut = /are cut here: (.*)\.$/m.exec(syntax)?.[1]?.split(' ') ?? []
  const cells = await Array.fromAsync(table.rows())
  expect([names.length, read.length]).toEqual([table.columns.length, cells.length])
  for (const [place, column] of table.columns.entries()) {
    const { name, type, label, unit, options, optionLabels, multiple } = column
    const variable = names[place] ?? ''
    const shown = type === 'datetime' ? `${label} (UTC)` : unit === null ? label : `${label} (${unit})`
    expect([name, labels.get(variable)]).toEqual([name, labelOf(shown, found)])
    for (const [row, { [place]: cell = null }] of cells.entries()) {
      const value = read[row]?.[place] ?? ''
      // SPSS fills a text with blanks to the width of its column, and a missing one, too.
      const text = value.replace(/ +$/, '')
      if (cell === null) expect([name, text]).toEqual([name, ''])
      else if (type !== 'text' && type !== 'choice') {
        expect([name, value === '' ? null : Number(value)]).toEqual([name, numberOf(type, cell, value, found)])
      } else if (cut.includes(variable) && Buffer.byteLength(inLine(cell)) > 32_767) {
        expect(inLine(cell).startsWith(text.replace(/\uFFFD$/, ''))).toBe(true)
        expect(Buffer.byteLength(text)).toBeGreaterThan(32_760)
      } else expect([name, text]).toEqual([name, textOf(cell, text, found)])
      const option = cell === null || multiple ? -1 : (options ?? []).indexOf(cell)
      const spoken = type === 'choice' ? optionLabels?.[option] : undefined
      if (spoken !== undefined) expect(labelled[row + 1]?.[place]?.trimEnd()).toBe(labelOf(spoken, found).trimEnd())
    }
  }
}

test.skipIf(!hasPspp)(
  'PSPP reads every value and label, whatever people typed, or README.txt names it (needs pspp)',
  async () => {
    const found = new Set<string>()
    await fc.assert(
      fc.asyncProperty(codedRows, async (lists) => {
        const folder = temporaryFolder()
        const { records, forms } = tablesOf(memoryRows(lists))
        for (const table of [...records, ...forms]) await expectEqualOrNamed(table, folder, found)
      }),
      { numRuns: 25 },
    )
    const lists = memoryRows(stepCounting)
    const readme = [...readmeText(lists, tablesOf(lists))].join('').replace(/\s+/g, ' ')
    for (const sentence of found) expect(readme).toContain(sentence)
    expect(found.size).toBeGreaterThan(3)
  },
)

test.skipIf(!hasPspp)(
  'a text that SPSS cannot hold is cut, and its program names the column (needs pspp)',
  async () => {
    const comment = 'Å\n'.repeat(12_000)
    const activities = stepCounting.activities.map((activity) => ({ ...activity, comment }))
    const { records } = tablesOf(memoryRows({ ...stepCounting, activities }))
    const table = records.find(({ name }) => name === 'activities')
    if (!table) throw new Error('There is no table of activities.')
    await expectEqualOrNamed(table, temporaryFolder(), new Set())
  },
)
