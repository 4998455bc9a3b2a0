import { expect, test } from 'vitest'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { dictionaryJson, dictionaryTable } from './dictionary-table.ts'

const { forms } = tablesOf(memoryRows(realForm))

test('the dictionary has labels, units, codes, ranges and conditions in words', async () => {
  const table = dictionaryTable(forms, realForm.studies)
  const rows = await Array.fromAsync(table.rows())
  const of = (id: string) => {
    const row = rows.find((cells) => cells[3] === id) ?? []
    return Object.fromEntries(table.columns.map(({ name }, place) => [name, row[place]]))
  }
  expect(of('sex')).toMatchObject({
    label: 'Sex at birth',
    options: '1|2|9',
    option_labels: 'Female\nMale\'s "own" <&>\n=Other',
    multiple: 'false',
    section: 'About you',
    checks: 'Pregnant is no or Sex at birth is Female: Only women are pregnant.',
  })
  expect(of('weight')).toMatchObject({
    unit: 'kg',
    minimum: '1',
    maximum: '400',
    soft_minimum: '30',
    soft_maximum: '200',
    decimals: '1',
    help: 'Without shoes.\nIn the morning.',
    checks: 'Weight is less than Height (or confirmed): Is the weight in kilograms?',
  })
  expect(of('pain')).toMatchObject({ minimum_label: 'No "pain"', maximum_label: 'Worst <pain>', checks: null })
  expect(of('pregnant')).toMatchObject({ shown_when: 'Sex at birth is Female', show_if: 'sex == "1"' })
  expect(of('bmi')).toMatchObject({ calculated_as: 'Weight / (Height / 100 × (Height / 100)) rounded to 1 decimal' })
  expect(of('signs')).toMatchObject({ type: 'text', multiple: 'true', options: 'c|f|n' })
  expect(of('formtypeid')).toMatchObject({ minimum: null, shown_when: null })
})

test('the dictionary as JSON says the same', () => {
  const { tables } = JSON.parse([...dictionaryJson(forms, realForm.studies)].join(''))
  const columns: { column_id: string }[] = tables[0].columns
  expect(columns.find(({ column_id }) => column_id === 'weight')).toMatchObject({
    unit: 'kg',
    minimum: 1,
    soft_maximum: 200,
    checks: [{ words: 'Weight is less than Height', soft: true, expression: 'weight < height' }],
  })
})
