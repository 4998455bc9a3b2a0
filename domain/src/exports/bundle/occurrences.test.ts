import { expect, test } from 'vitest'
import type { Table } from '../columns/column.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { namedFiles } from '../files/paths.ts'
import { odmXml } from '../odm/odm.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'

const several = { repeats: true, occurrences: true }
const [form] = stepCounting.forms
const [activity] = stepCounting.activities
const file = stepCounting.referenceData.find(({ activitytypeid }) => activitytypeid === activity?.activitytypeid)
if (!form || !activity || !file) throw new Error('The sample is incomplete.')

const uploaded = { ...file, ...subjectOf(activity), status: 'UPLOADED' as const, filename: 'arm.csv', size: 1 }
/** The first subject's first form and activity three times: one in a visit. */
const repeated: RowLists = {
  ...stepCounting,
  heading: { ...stepCounting.heading, history: false },
  formTypes: stepCounting.formTypes.map((type) => ({ ...type, ...several })),
  activityTypes: stepCounting.activityTypes.map((type) => ({ ...type, ...several })),
  forms: [form, { ...form, occurrence: 2, label: 'in the stairs' }, { ...form, visitid: 'v1', occurrence: 1 }],
  activities: [
    activity,
    { ...activity, occurrence: 2, label: 'with a cane' },
    { ...activity, visitid: 'v1', occurrence: 1 },
  ],
  runningActivities: [],
  referenceData: [uploaded, { ...uploaded, referencedataid: 'second', occurrence: 2 }],
  history: [],
}

function subjectOf({ siteid, studyid, subjectid, identifier }: (typeof stepCounting.activities)[number]) {
  return { siteid, studyid, subjectid, identifier }
}

async function cellsOf({ columns, rows }: Table, ...names: string[]) {
  const places = names.map((name) => columns.findIndex((column) => column.name === name))
  return (await Array.fromAsync(rows())).map((row) => places.map((place) => (place < 0 ? undefined : row[place])))
}

test('the tables of a study that repeats nothing and has no visit have no such columns', () => {
  const { records, forms } = tablesOf(memoryRows(stepCounting))
  const names = [...records, ...forms].flatMap(({ columns }) => columns.map(({ name }) => name))
  expect(names).not.toContain('occurrence')
  expect(names).not.toContain('visitid')
  expect(names).not.toContain('label')
})

test('activities, their files and forms say which one they are', async () => {
  const { records, forms } = tablesOf(memoryRows(repeated))
  const named = (name: string) => records.find((table) => table.name === name) as Table
  const which = [
    [null, '1'],
    [null, '2'],
    ['v1', '1'],
  ]
  expect(await cellsOf(named('activities'), 'visitid', 'occurrence')).toEqual(which)
  expect(await cellsOf(named('reference_data'), 'visitid', 'occurrence')).toEqual(which.slice(0, 2))
  const ofType = forms.find(({ formtypeid }) => formtypeid === form.formtypeid)
  expect(ofType && (await cellsOf(ofType, 'visitid', 'occurrence')).slice(0, 1)).toEqual([[null, '1']])
  expect((await cellsOf(named('activities'), 'label')).flat()).toEqual([null, 'with a cane', null])
  expect(ofType && (await cellsOf(ofType, 'label')).flat().slice(0, 2)).toEqual([null, 'in the stairs'])
  expect(named('reference_data').columns.map(({ name }) => name)).not.toContain('label')
  for (const table of [named('activities'), ofType]) {
    const keys = table?.columns.filter(({ key }) => key).map(({ name }) => name) ?? []
    expect(keys).toEqual(expect.arrayContaining(['subjectid', 'visitid', 'occurrence']))
  }
})

test('the files of each activity are in a folder of their own', async () => {
  const paths = (await Array.fromAsync(namedFiles(memoryRows(repeated)))).map(({ path }) => path)
  expect(new Set(paths).size).toBe(2)
  const folders = paths.map((path) => path?.split('/').at(-2))
  expect(folders[1]).toBe(`${folders[0]} (2)`)
  expect(paths.map((path) => path?.split('/').at(-1))).toEqual(['arm.csv', 'arm.csv'])
})

test('ODM has each of them under its key, and the types as repeating', async () => {
  const rows = memoryRows(repeated)
  const odm = (await Array.fromAsync(odmXml(rows, tablesOf(rows), new Profiles()))).join('')
  for (const key of ['1', '2', 'v1']) expect(odm).toContain(`FormRepeatKey="${key}"`)
  const { activitytypeid } = activity
  for (const key of ['', '.2', '.v1']) expect(odm).toContain(`FormRepeatKey="${activitytypeid}${key}"`)
  expect(odm.match(/Value="(in the stairs|with a cane)"/g)).toHaveLength(2)
  expect(odm).toMatch(/<FormDef [^>]*Repeating="Yes"/)
})
