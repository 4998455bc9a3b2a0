import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '../columns/column.ts'
import { misfitsOf } from '../columns/form-table.ts'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { recordedBundle } from '../testing/recorded.ts'
import { someRows } from '../testing/some-rows.ts'

/** What the README of the data set says of cells that are others in a TSV file. */
const said = {
  breaks: 'tabs, line breaks and other control characters, which are a blank each time',
  ends: 'blanks at the ends of a text, which are left out',
  missing: 'A missing or empty value is n/a',
}

/** What a TSV file has of a cell; `found` collects what of the README was needed. */
function cellOf(cell: Cell, found: Set<string>): string {
  const text = (cell ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
  if (text !== (cell ?? '')) found.add(said.breaks)
  const trimmed = text.trim()
  if (trimmed !== text) found.add(said.ends)
  if (trimmed !== '') return trimmed
  found.add(said.missing)
  return 'n/a'
}

test('every value of subjects and forms comes back equal, whatever people typed, or the README names it', async () => {
  const found = new Set<string>()
  await fc.assert(
    fc.asyncProperty(someRows, async (lists) => {
      const heading = { ...lists.heading, bids: true }
      const files = await recordedBundle({ ...lists, heading }, new Map(), 'bids/')
      const readme = files.get('bids/README')?.replace(/\s+/g, ' ')
      const rowsOf = (path: string) =>
        (files.get(path) ?? '')
          .slice(0, -1)
          .split('\n')
          .map((line) => line.split('\t'))
      const stored = memoryRows(lists)
      const { forms } = tablesOf(stored, undefined, undefined, await misfitsOf(stored))
      const [, ...participants] = rowsOf('bids/participants.tsv')
      const labels = new Map(participants.map(([label, subjectid]) => [subjectid, label]))
      const subjects = lists.subjects.map(({ subjectid, identifier, status }) => [
        labels.get(subjectid),
        ...[subjectid, identifier, status].map((cell) => cellOf(cell, found)),
      ])
      expect(participants).toEqual(subjects)
      for (const { tableId, columns, rows } of forms) {
        const [names, ...cells] = rowsOf(`bids/phenotype/${tableId}.tsv`)
        expect(names).toEqual(['participant_id', ...columns.map(({ columnId }) => columnId)])
        const place = columns.findIndex(({ name }) => name === 'subjectid')
        const expected = (await Array.fromAsync(rows())).map((row) => [
          labels.get(row[place] ?? ''),
          ...row.map((cell) => cellOf(cell, found)),
        ])
        expect(cells).toEqual(expected)
      }
      for (const sentence of found) expect(readme).toContain(sentence)
    }),
    { numRuns: 20 },
  )
  expect(found.size).toBe(3)
})
