import { describe, expect, test } from 'vitest'
import { formTableId } from '../columns/form-table.ts'
import { readCsv } from '../csv/read-csv.ts'
import { type FileFaults, fileFault } from '../files/file-fault.ts'
import { sampleClock } from '../testing/history.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { exportEntries } from './bundle.ts'

const table = `forms/${formTableId('baseline')}`
const records = ['sites', 'studies', 'devices', 'study_documents', 'subjects', 'subject_devices', 'activities'].concat([
  'running_activities',
  'reference_data',
])

async function bundleOf(lists: RowLists, faults?: FileFaults): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for await (const entry of exportEntries(memoryRows(lists), faults)) {
    const pieces = entry.kind === 'made' ? await Array.fromAsync(entry.write()) : [entry.persistedObjectName]
    expect(texts.has(entry.path)).toBe(false)
    texts.set(entry.path, pieces.map((piece) => (typeof piece === 'string' ? piece : `${piece}`)).join(''))
  }
  return texts
}

test('the bundle has every entry in a fixed order, and the same bytes each time', async () => {
  const bundle = await bundleOf(stepCounting)
  expect([...bundle.keys()]).toEqual([
    'README.txt',
    'dictionary.csv',
    'dictionary.json',
    'sites.csv',
    'studies.csv',
    'devices.csv',
    'study_documents.csv',
    'subjects.csv',
    'subject_devices.csv',
    'activities.csv',
    'running_activities.csv',
    'reference_data.csv',
    'history.csv',
    `${table}.csv`,
    'snapshots/S-001 Åse.json',
    'files/S-001 Åse/Walk_run/_arm.csv',
    'documents/Protocol_ _Walking_/2 protocol.pdf',
    'problems.csv',
    'odm.xml',
    'dataset-json/sites.json',
    'dataset-json/studies.json',
    'dataset-json/devices.json',
    'dataset-json/study_documents.json',
    'dataset-json/subjects.json',
    'dataset-json/subject_devices.json',
    'dataset-json/activities.json',
    'dataset-json/running_activities.json',
    'dataset-json/reference_data.json',
    `dataset-json/${table}.json`,
    ...[...records, formTableId('baseline')].flatMap((id) =>
      ['dat', 'sas', 'sps', 'do'].map((end) => `syntax/${id}.${end}`),
    ),
    'study.xlsx',
    'load.R',
    'load.py',
    'datapackage.json',
    'ro-crate-metadata.json',
  ])
  expect([...(await bundleOf(stepCounting))]).toEqual([...bundle])
})

test('every table is there as Parquet beside its CSV file, if it is asked for', async () => {
  const bundle = await bundleOf({ ...stepCounting, heading: { ...stepCounting.heading, parquet: true } })
  const paths = [...bundle.keys()].filter((path) => path.endsWith('.parquet'))
  expect(paths).toEqual([...records, 'history', table].map((name) => `${name}.parquet`))
})

test('without files and history the bundle has neither', async () => {
  const paths = [
    ...(await bundleOf({ ...stepCounting, heading: { ...stepCounting.heading, files: false, history: false } })).keys(),
  ]
  expect(paths).not.toContain('history.csv')
  expect(paths.filter((path) => path.startsWith('files/'))).toEqual([])
})

test('a form type without forms keeps its columns', async () => {
  const csv = (await bundleOf({ ...stepCounting, forms: [] })).get(`${table}.csv`)
  expect(csv).toMatch(/^siteid,.*,Date,Date\.epoch,.*,Old \(retired\)\r\n$/)
})

test('a value older than a change of its field’s type is in problems.csv and in a column of its own, not in that of the field', async () => {
  const bundle = await bundleOf(stepCounting)
  expect(bundle.get('problems.csv')).toMatch(
    new RegExp(`^.*\r\n${table},3,oslo,study1,subject2,,Age,thirty,The value does not fit the type Number\\.`),
  )
  const [headings, ...forms] = readCsv(bundle.get(`${table}.csv`) ?? '')
  const cellsOf = (name: string) => forms.map(({ cells }) => cells[headings?.cells.indexOf(name) ?? -1])
  expect([cellsOf('Age'), cellsOf('Age.misfit')]).toEqual([
    ['1e1', null],
    [null, 'thirty'],
  ])
  expect(bundle.get('dictionary.csv')).toContain('Age_misfit')
  const without = await bundleOf({ ...stepCounting, forms: stepCounting.forms.slice(0, 1) })
  expect(without.get('dictionary.csv')).not.toContain('misfit')
})

test('the description of a file is JSON in its table, with the zone and the correction of its clock', async () => {
  const csv = (await bundleOf(stepCounting)).get('reference_data.csv') ?? ''
  const [headings, file] = readCsv(csv)
  const cell = (name: string) => file?.cells[headings?.cells.indexOf(name) ?? -1]
  expect(JSON.parse(cell('description') ?? '')).toEqual(sampleClock.description)
  expect([cell('zone'), cell('clock_correction')]).toEqual(['America/St_Johns', '-1.5'])
})

test('a snapshot is in the bundle byte for byte, and the table names it', async () => {
  const bundle = await bundleOf(stepCounting)
  expect(bundle.get('snapshots/S-001 Åse.json')).toBe('{"subjectid":"subject1"}')
  expect(bundle.get('subjects.csv')).toContain('snapshots/S-001 Åse.json')
})

test('a text that XML can’t represent is listed in problems.csv', async () => {
  const activities = stepCounting.activities.map((row) => ({ ...row, comment: 'bell \u0007' }))
  const problems = (await bundleOf({ ...stepCounting, activities })).get('problems.csv')
  expect(problems).toContain('activities,2,oslo,study1,subject1,S-001 Åse,comment,bell \u0007,')
})

test('a file that is not the one uploaded is in problems.csv, with its row and path', async () => {
  const path = 'files/S-001 Åse/Walk_run/_arm.csv'
  const problems = (await bundleOf(stepCounting, new Map([[path, 'It is gone.']]))).get('problems.csv')
  expect(problems).toContain(`\r\nreference_data,2,oslo,study1,subject1,S-001 Åse,path,${path},It is gone.\r\n`)
})

test.each([
  ['missing', undefined, /missing in the store/],
  ['shorter', { size: 1, sha256: 'a' }, /has 1 bytes. At upload it had 2/],
  ['different', { size: 2, sha256: 'b' }, /differs from the SHA-256/],
  ['the same', { size: 2, sha256: 'a' }, undefined],
])('a file that is %s is judged by its size and its SHA-256', (_, written, why) => {
  const fault = fileFault({ size: 2, sha256: 'a' }, written)
  if (why) expect(fault).toMatch(why)
  else expect(fault).toBeUndefined()
})

test('README.txt describes only what the bundle contains', async () => {
  const readme = async (heading: Partial<RowLists['heading']>) =>
    (await bundleOf({ ...stepCounting, heading: { ...stepCounting.heading, ...heading } })).get('README.txt')
  expect(await readme({})).toContain('history.csv ')
  expect(await readme({ history: false })).not.toContain('history.csv')
  expect(await readme({ subjectids: ['a', 'b'], closedOnly: true })).toContain('a, b, closed ones only\n')
})

describe('of deleted subjects', () => {
  const subjects = stepCounting.subjects.map((subject, place) => {
    return { ...subject, status: place === 0 ? ('DELETED' as const) : subject.status }
  })
  const statusOf = <Row extends { subjectid: string }>(row: Row) => {
    return { ...row, subject_status: subjects.find(({ subjectid }) => subjectid === row.subjectid)?.status }
  }
  const heading = { ...stepCounting.heading, deleted: true, deletedSubjects: 1 }
  const lists = {
    ...stepCounting,
    heading,
    subjects,
    forms: stepCounting.forms.map(statusOf),
    activities: stepCounting.activities.map(statusOf),
    runningActivities: stepCounting.runningActivities.map(statusOf),
    subjectDevices: stepCounting.subjectDevices.map(statusOf),
    referenceData: stepCounting.referenceData.map(statusOf),
  } as RowLists

  test('each row says the status of its subject, where they are included', async () => {
    const bundle = await bundleOf(lists)
    const names = ['subjects', 'subject_devices', 'activities', 'running_activities', 'reference_data', table]
    for (const name of names) {
      const [headings, ...rows] = readCsv(bundle.get(`${name}.csv`) ?? '')
      const place = headings?.cells.indexOf('subject_status') ?? -1
      const found = rows.map(({ cells }) => [cells[2], cells[place]])
      expect([name, found]).toEqual([name, found.map(([id]) => [id, id === 'subject1' ? 'DELETED' : 'OPEN'])])
      expect(found.length).toBeGreaterThan(0)
    }
    expect(bundle.get('history.csv')).toContain('subject_status')
    expect(bundle.get('problems.csv')).toContain('subject_status')
    expect(bundle.get('README.txt')).toContain('1 subjects with the status DELETED, included')
  })

  test('no table has the column where they are left out, and the summary counts them', async () => {
    const bundle = await bundleOf({ ...stepCounting, heading: { ...stepCounting.heading, deletedSubjects: 3 } })
    for (const [path, text] of bundle) if (path.endsWith('.csv')) expect(text).not.toContain('subject_status')
    expect(bundle.get('README.txt')).toContain('3 subjects with the status DELETED, left out')
  })
})

test('who added and changed a record, and when, is in its row, with and without history', async () => {
  const bundle = await bundleOf({ ...stepCounting, heading: { ...stepCounting.heading, history: false } })
  const [headings, , second] = readCsv(bundle.get(`${table}.csv`) ?? '')
  const cell = (name: string) => second?.cells[headings?.cells.indexOf(name) ?? -1]
  expect(['created_at', 'created_by', 'changed_at', 'changed_by'].map(cell)).toEqual([
    '2026-03-01T00:30:00+01:00',
    'Nora Nurse',
    '2026-03-01T09:00:00.250+01:00',
    "'=Åse",
  ])
})

test('form types whose names differ only in what a file may be named never change places', async () => {
  const [type] = stepCounting.formTypes
  if (!type) throw new Error('The sample is incomplete.')
  const types = (first: string, second: string) => [
    { ...type, formtypeid: 'one', identifier: first },
    { ...type, formtypeid: 'two', identifier: second },
  ]
  const named = async (formTypes: RowLists['formTypes']) => {
    const [headings, ...rows] = readCsv((await bundleOf({ ...stepCounting, formTypes })).get('dictionary.csv') ?? '')
    const cell = (name: string, cells: readonly unknown[]) => cells[headings?.cells.indexOf(name) ?? -1]
    const shown = ['table', 'table_id', 'table_label', 'formtypeid', 'studyid', 'study']
    const found = rows.map(({ cells }) => JSON.stringify(shown.map((name) => cell(name, cells))))
    return [...new Set(found)].map((text) => JSON.parse(text)).filter(([name]) => String(name).startsWith('forms/'))
  }
  const rowOf = (id: string, name: string) => {
    return [`forms/${formTableId(id)}`, formTableId(id), name, id, 'study1', 'Step counting']
  }
  expect(await named(types('A/B', 'A:B'))).toEqual([rowOf('one', 'A/B'), rowOf('two', 'A:B')])
  expect(await named(types('A:B', 'A/B'))).toEqual([rowOf('one', 'A:B'), rowOf('two', 'A/B')])
})
