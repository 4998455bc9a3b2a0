import { expect, test } from 'vitest'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { stepCounting } from '../testing/sample.ts'
import { labelled } from './labelled.ts'

test('headings and options are shown by their labels', async () => {
  const [table] = tablesOf(memoryRows(realForm)).forms
  if (!table) throw new Error('There is no table of forms.')
  const shown = labelled(table)
  const [row = []] = await Array.fromAsync(shown.rows())
  const cells = new Map(shown.columns.map(({ name }, place) => [name, row[place]]))
  expect(cells.get('Sex at birth')).toBe('Male\'s "own" <&>')
  expect(cells.get('Body mass index')).toBe('20.4')
  expect(cells.get('Signs')).toBe('Cough | Fever | chills')
  expect(cells.has('Sex')).toBe(false)
})

test('a table without labels stays as it is', () => {
  for (const table of tablesOf(memoryRows(stepCounting)).forms) expect(labelled(table)).toBe(table)
})
