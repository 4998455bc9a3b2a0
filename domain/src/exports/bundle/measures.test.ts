import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { tablesOf } from '../columns/tables.ts'
import { deidentifiedRows } from '../deidentified/deidentified-rows.ts'
import { Pseudonyms } from '../deidentified/pseudonyms.ts'
import type { MeasureRow } from '../occurrences.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { exportEntries } from './bundle.ts'

const measured: MeasureRow = {
  siteid: 'oslo',
  studyid: 'study1',
  subjectid: 'subject1',
  identifier: 'P-1',
  subject_status: 'CLOSED',
  activitytypeid: 'walk',
  activitytype: 'Walk/run',
  referencedataid: 'r1',
  channel: 'Accelerometer XYZ',
  measure: 'enmo',
  unit: 'g',
  value: 0.125,
  recorded: 1,
  method: 'enmo',
  methodVersion: '1',
  parameters: '{"calibration":"none"}',
  ofActivity: true,
  measuredFrom: 1_772_352_000,
  epochSeconds: 60,
  firstEpoch: -1,
  epochs: [null, 0.25],
}

function lists(measures: readonly MeasureRow[]): RowLists {
  return {
    ...stepCounting,
    activityTypes: stepCounting.activityTypes.map((type) => (measures.length > 0 ? { ...type, measured: true } : type)),
    measures,
  }
}

async function tableOf(name: RegExp) {
  const table = tablesOf(memoryRows(lists([measured]))).records.find((each) => name.test(each.name))
  const rows = await Array.fromAsync(table?.rows() ?? [])
  return { table, rows: rows.map((row) => Object.fromEntries(row.map((cell, i) => [table?.columns[i]?.name, cell]))) }
}

test('each value has its subject, activity, file, channel, method and version', async () => {
  const { table, rows } = await tableOf(/^measures$/)
  expect(rows).toMatchObject([
    {
      subjectid: 'subject1',
      activitytypeid: 'walk',
      referencedataid: 'r1',
      channel: 'Accelerometer XYZ',
      measure: 'enmo',
      value: '0.125',
      unit: 'g',
      recorded: '1',
      of_activity: 'true',
      method: 'enmo',
      method_version: '1',
    },
  ])
  expect(table?.tableId).toBe('measures')
})

test('the epochs of an activity type are a table of their own, with a row for each, also for one without a value', async () => {
  const { table, rows } = await tableOf(/^epochs\//)
  expect(table?.name).toMatch(/^epochs\/epochs_[0-9a-z]{13}$/)
  expect(table?.tableId.length).toBeLessThanOrEqual(32)
  expect(rows.map(({ epoch, begins, epoch_seconds, value }) => [epoch, begins, epoch_seconds, value])).toEqual([
    ['-1', '1772351940', '60', null],
    ['0', '1772352000', '60', '0.25'],
  ])
  expect(rows[1]).toMatchObject({ begins_iso: expect.stringMatching(/^2026-03-01T/), measure: 'enmo', unit: 'g' })
})

test('what a file calls its channels and units is not in a de-identified export', async () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const statistic = { ...measured, method: 'statistics', measure: 'mean', channel: 'Kari’s arm' }
  const units = ['Kari Nordmann', 'mV', null]
  const given = memoryRows(lists([{ ...measured, unit: 'counts' }, ...units.map((unit) => ({ ...statistic, unit }))]))
  const rows = await Array.fromAsync(deidentifiedRows(given, new Pseudonyms(hash)).measures())
  expect(rows.map(({ channel, unit }) => [channel, unit])).toEqual([
    ['', 'counts'],
    ['', null],
    ['', 'mV'],
    ['', null],
  ])
})

test('both are in the bundle and the dictionary, and neither if nothing was measured', async () => {
  const pathsOf = async (measures: readonly MeasureRow[]) =>
    (await Array.fromAsync(exportEntries(memoryRows(lists(measures))))).map(({ path }) => path)
  const paths = await pathsOf([measured])
  expect(paths).toContain('measures.csv')
  expect(paths.filter((path) => /^epochs\/epochs_.*\.csv$/.test(path)).length).toBe(1)
  expect((await pathsOf([])).filter((path) => /measures|epochs/.test(path))).toEqual([])
})
