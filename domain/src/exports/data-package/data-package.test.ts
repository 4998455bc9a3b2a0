import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formTableId } from '../columns/form-table.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { readCsv } from '../csv/read-csv.ts'
import { csvOf } from '../csv/write-csv.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { stepCounting } from '../testing/sample.ts'
import { someRows } from '../testing/some-rows.ts'
import { dataPackage } from './data-package.ts'

/** The published profile of Data Package 2.0 (datapackage.org, in the public domain). */
const published = new URL('../../../test/data-package/datapackage.json', import.meta.url)
const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(published, 'utf8')))

type Field = { name: string; type: string; constraints?: { required?: boolean; enum?: string[] } }
type Resource = {
  name: string
  path: string
  schema: { fields: Field[]; primaryKey?: string[]; foreignKeys?: unknown[] }
}

async function packageOf(lists: RowLists) {
  const rows = memoryRows(lists)
  const { records, forms, history, problems } = tablesOf(rows)
  const tables = [...records, history, problems, ...forms]
  const text = (await Array.fromAsync(dataPackage(rows, tables, new Profiles()))).join('')
  const described: { resources: Resource[] } = JSON.parse(text)
  return { described, tables }
}

/** Whether a cell is a value of the type, as Table Schema defines it. */
const lexical: Record<string, RegExp> = {
  string: /^/,
  boolean: /^(true|false)$/,
  integer: /^-?\d+$/,
  number: /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  datetime: /^-?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)$/,
}

async function check(lists: RowLists) {
  const { described, tables } = await packageOf(lists)
  expect([validate(described), validate.errors]).toEqual([true, null])
  expect(described.resources.map(({ path }) => path)).toEqual(tables.map(({ name }) => `${name}.csv`))
  for (const [place, { name, schema }] of described.resources.entries()) {
    const table = tables[place]
    if (!table) throw new Error(`There is no table ${name}.`)
    const [headings, ...rows] = readCsv((await Array.fromAsync(csvOf(table))).join(''))
    expect(schema.fields.map((field) => field.name)).toEqual(headings?.cells)
    const keys = new Set<string>()
    for (const { cells } of rows) {
      for (const [column, { type, constraints }] of schema.fields.entries()) {
        const cell = cells[column] || null
        if (cell === null) expect(constraints?.required ?? false, `${name} ${column}`).toBe(false)
        else expect(cell).toMatch(lexical[type] ?? /$never/)
        if (cell !== null && constraints?.enum) expect(constraints.enum).toContain(cell)
      }
      const key = (schema.primaryKey ?? []).map((id) => cells[schema.fields.findIndex((field) => field.name === id)])
      if (key.length === 0) continue
      expect(keys.has(JSON.stringify(key))).toBe(false)
      keys.add(JSON.stringify(key))
    }
  }
}

test('the package is valid by the published profile, and every CSV file fits it', () => check(stepCounting))

test('so it is where options have codes and labels', () => check(realForm))

test('so it is whatever people typed', async () => {
  await fc.assert(fc.asyncProperty(someRows, check), { numRuns: 20 })
})

test('the profile finds what is wrong', () => {
  expect(validate({ resources: [] })).toBe(false)
})

test('a table of forms has its id, its key, its subjects and the versions of each field', async () => {
  const { described } = await packageOf(stepCounting)
  const forms = described.resources.find(({ name }) => name === formTableId('baseline'))
  expect(forms).toMatchObject({
    title: 'Baseline Å',
    schema: {
      primaryKey: ['siteid', 'studyid', 'subjectid'],
      foreignKeys: [{ fields: ['siteid', 'studyid', 'subjectid'], reference: { resource: 'subjects' } }],
    },
  })
  expect(forms?.schema.fields).toContainEqual(
    expect.objectContaining({ name: 'Hand', column_id: 'Hand', constraints: { enum: ['Left', 'Right', 'Both'] } }),
  )
  expect(forms?.schema.fields).toContainEqual(
    expect.objectContaining({ name: 'Old (retired)', retired: true, first_version: 1, last_version: 1 }),
  )
  // A clock time of 24:30 is no time by the standard.
  expect(forms?.schema.fields).toContainEqual(expect.objectContaining({ name: 'Arrived at', type: 'string' }))
})
