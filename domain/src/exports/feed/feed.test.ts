import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnType } from '../../form-types/column-types.ts'
import type { Cell } from '../columns/column.ts'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { someRows } from '../testing/some-rows.ts'
import { feedRow, feedTables } from './feed.ts'

/** The values of each type in JSON, as OData 4 writes them. */
const written: Partial<Record<ColumnType, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' || value === 'INF' || value === '-INF',
  integer: (value) => Number.isSafeInteger(value),
  date: (value) => /^\d{4}-\d\d-\d\d$/.test(String(value)),
  datetime: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(String(value)),
}

function meaning(type: ColumnType, cell: Cell, isKey: boolean): unknown {
  // What the description of the feed names: a part of a key that is missing, and numbers that no double can hold.
  if (cell === null) return isKey ? '' : null
  if (type === 'boolean') return cell === 'true'
  if (type !== 'number' && type !== 'integer') return cell
  const number = Number(cell)
  return Number.isFinite(number) ? number + 0 : number > 0 ? 'INF' : '-INF'
}

test('every row is the same in JSON, whatever people typed, or as the description of the feed names it', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, async (lists) => {
      for (const { tableId, columns, rows } of feedTables(tablesOf(memoryRows(lists)))) {
        for await (const cells of rows()) {
          const row = JSON.parse(JSON.stringify(feedRow(columns, [...columns.keys()], cells)))
          expect(Object.keys(row)).toEqual(columns.map(({ columnId }) => columnId))
          for (const [place, { columnId, type, key }] of columns.entries()) {
            const value = row[columnId]
            expect([tableId, columnId, value]).toEqual([tableId, columnId, meaning(type, cells[place] ?? null, key)])
            const isWritten = written[type] ?? ((text) => typeof text === 'string')
            expect(value === null || (key && value === '') || isWritten(value), `${tableId} ${columnId}`).toBe(true)
          }
        }
      }
    }),
    { numRuns: 20 },
  )
})
