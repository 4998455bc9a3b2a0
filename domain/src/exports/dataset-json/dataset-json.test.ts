import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datasetJsonFaults, hasSchemas } from '../../../test/schemas.ts'
import { formTableId } from '../columns/form-table.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { sampleClock } from '../testing/history.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { someRows } from '../testing/some-rows.ts'
import { datasetJson } from './dataset-json.ts'

async function datasetsOf(lists: RowLists): Promise<Map<string, { [key: string]: unknown }>> {
  const rows = memoryRows(lists)
  const profiles = new Profiles()
  const { records, forms } = tablesOf(rows)
  const datasets = new Map<string, { [key: string]: unknown }>()
  for (const table of [...records, ...forms]) {
    const text = (await Array.fromAsync(datasetJson(table, await profiles.of(table), rows.heading))).join('')
    datasets.set(table.name, JSON.parse(text))
  }
  return datasets
}

test.skipIf(!hasSchemas)(
  'every dataset is valid Dataset-JSON 1.1, whatever people typed (needs CASEBOOK_SCHEMAS)',
  async () => {
    const faultsOf = datasetJsonFaults()
    const check = async (lists: RowLists) => {
      for (const dataset of (await datasetsOf(lists)).values()) expect(faultsOf(dataset)).toEqual([])
    }
    await check(stepCounting)
    await fc.assert(fc.asyncProperty(someRows, check), { numRuns: 20 })
    expect(faultsOf({ rows: [] })).not.toEqual([])
  },
)

const tableId = formTableId('baseline')
const created = '2026-03-01T00:30:00+01:00'
const changed = '2026-03-01T09:00:00.250+01:00'

test('a dataset says how many records it has, and holds numbers, booleans and missing values as such', async () => {
  const dataset = (await datasetsOf(stepCounting)).get(`forms/${tableId}`)
  expect(dataset).toMatchObject({ records: 2, name: tableId, studyOID: 'S.study1' })
  expect(dataset?.rows).toEqual([
    [
      'oslo',
      'study1',
      'subject1',
      'S-001 Åse',
      'baseline',
      1,
      1,
      ...Array(4).fill(null),
      '2026-03-01',
      1_772_366_400,
      '24:30:00',
      88_200,
    ]
      .concat([10, 'Both'])
      .concat([true as never, '\'=1+1\r\n"NA", 007 \u{1F600}', 'NA']),
    [
      'oslo',
      'study1',
      'subject2',
      null,
      'baseline',
      2,
      2,
      created,
      'Nora Nurse',
      changed,
      '=Åse',
      ...Array(9).fill(null),
    ],
  ])
})

test('the description of a file is JSON, and the correction of its clock a number', async () => {
  const dataset = (await datasetsOf(stepCounting)).get('reference_data')
  const { description, zone, clock_correction } = sampleClock
  expect(dataset?.rows).toEqual([expect.arrayContaining([JSON.stringify(description), zone, clock_correction])])
})

test('a clock time of 24:00 or later makes its column a string', async () => {
  const columns = (await datasetsOf(stepCounting)).get(`forms/${tableId}`)?.columns
  expect(columns).toContainEqual(expect.objectContaining({ name: 'Arrived_at', dataType: 'string' }))
  const early = stepCounting.forms.map((form) => ({ ...form, fields: [{ key: 'Arrived at', value: '9:05' }] }))
  const others = (await datasetsOf({ ...stepCounting, forms: early })).get(`forms/${tableId}`)?.columns
  expect(others).toContainEqual(expect.objectContaining({ name: 'Arrived_at', dataType: 'time' }))
})
