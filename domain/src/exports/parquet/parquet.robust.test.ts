import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParquet } from '../../../test/duckdb.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { ColumnType } from '../../form-types/column-types.ts'
import { type Cell, column, recordTable, type Table } from '../columns/column.ts'
import { formTableId } from '../columns/form-table.ts'
import { type Profile, Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { stepCounting } from '../testing/sample.ts'
import { someRows } from '../testing/some-rows.ts'
import { parquetOf } from './parquet.ts'

async function read(table: Table, profile: Profile) {
  const pieces = await Array.fromAsync(parquetOf(table, profile))
  const path = join(temporaryFolder(), 'table.parquet')
  writeFileSync(path, Buffer.concat(pieces))
  return { ...(await readParquet(path)), pieces }
}

const secondsOf = (clock: string) => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** What DuckDB shows of a cell. */
function expected(type: ColumnType, isBeyondDay: boolean, cell: Cell): unknown {
  if (cell === null || type === 'text' || type === 'choice' || isBeyondDay) return cell
  if (type === 'boolean') return cell === 'true'
  if (type === 'number') return Number(cell)
  if (type === 'integer') return BigInt(cell)
  if (type === 'date') return { days: Date.parse(`${cell}T00:00:00Z`) / 86_400_000 }
  const micros = type === 'time' ? secondsOf(cell) * 1_000_000 : Date.parse(cell) * 1000
  return { micros: BigInt(micros) }
}

/** A value of DuckDB's own as its plain content. */
const plain = (value: unknown) => (typeof value === 'object' && value !== null ? { ...value } : value)

async function expectEqual(lists: RowLists) {
  const { records, forms, history } = tablesOf(memoryRows(lists))
  const profiles = new Profiles()
  for (const table of [...records, history, ...forms]) {
    const profile = await profiles.of(table)
    const { names, rows } = await read(table, profile)
    expect(names).toEqual(table.columns.map(({ columnId }) => columnId))
    const cells = await Array.fromAsync(table.rows())
    expect(rows.map((row) => row.map(plain))).toEqual(
      cells.map((row) =>
        row.map((cell, place) =>
          expected(table.columns[place]?.type ?? 'text', profile.isBeyondDay[place] ?? false, cell),
        ),
      ),
    )
  }
}

test.each([
  ['the sample', stepCounting],
  ['a form with codes and conditions', realForm],
] as const)('DuckDB reads every value and its type: %s', (_, lists) => expectEqual(lists))

test('DuckDB reads every value, whatever people typed', { timeout: 120_000 }, () =>
  fc.assert(fc.asyncProperty(someRows, expectEqual), { numRuns: 20 }),
)

test('columns have types, and one with a clock time of 24:00 is text', async () => {
  const tableId = formTableId('baseline')
  const typesOf = async (lists: RowLists) => {
    const table = tablesOf(memoryRows(lists)).forms.find((form) => form.tableId === tableId)
    if (!table) throw new Error('The sample is incomplete.')
    const { names, types } = await read(table, await new Profiles().of(table))
    return Object.fromEntries(names.map((name, place) => [name, types[place]]))
  }
  expect(await typesOf(stepCounting)).toMatchObject({
    ...{ siteid: 'VARCHAR', version: 'BIGINT', Date: 'DATE', Arrived_at: 'VARCHAR', Age: 'DOUBLE', Walks: 'BOOLEAN' },
    created_at: 'TIMESTAMP WITH TIME ZONE',
  })
  const early = stepCounting.forms.map((form) => ({ ...form, fields: [{ key: 'Arrived at', value: '9:05' }] }))
  expect(await typesOf({ ...stepCounting, forms: early })).toMatchObject({ Arrived_at: 'TIME' })
})

test('a long table is written in groups, and one without rows has its columns', async () => {
  const columns = ['a', 'b'].map((name) => column({ name, label: name }))
  const count = 1_100
  const long = recordTable('long', 'Long', columns, async function* () {
    for (let place = 0; place < count; place += 1) yield [String(place), 'x'.repeat(30_000)]
  })
  const { rows, pieces } = await read(long, await new Profiles().of(long))
  expect(pieces).toHaveLength(4)
  expect(rows.map(([first]) => first)).toEqual(Array.from({ length: count }, (_, place) => String(place)))
  const none = recordTable('none', 'None', columns, async function* () {})
  expect(await read(none, await new Profiles().of(none))).toMatchObject({ names: ['a', 'b'], rows: [] })
})
