import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dumpPy, dumpR } from '../../domain/test/dumps.ts'
import { hasProgram, outputOf } from '../../domain/test/programs.ts'
import { datasetJsonFaults, hasSchemas, odmSchema } from '../../domain/test/schemas.ts'
import { unscoped } from '../src/database/unscoped.ts'
import { type Casebook, type Person, startCasebook } from './beds/casebook.ts'
import { until } from './beds/live.ts'
import { run } from './beds/operations.ts'
import { addPerson } from './beds/people.ts'
import { newSiteid } from './beds/place.ts'

const hasR = hasProgram('Rscript')
const pandas = ['/usr/bin/python3', 'python3'].find((program) => hasProgram(program, ['-c', 'import pandas']))
const xmlschema = ['/usr/bin/python3', 'python3'].find((program) => hasProgram(program, ['-c', 'import xmlschema']))

const choices = ['Left', 'Right, or "both"', '=1+1', 'NA', 'Å']
const fields = [
  { name: 'Note', type: 'String', required: false },
  { name: '=Å, "é"', type: 'String', required: false },
  { name: 'NA', type: 'Number', required: false },
  { name: 'Yes?', type: 'Boolean', required: false },
  { name: 'Hand', type: 'Choice', required: false, pattern: choices.join('|') },
  { name: 'Day', type: 'Date', required: false },
  { name: 'At', type: 'Time', required: false },
] as const satisfies FormTypeField[]

/** Texts that some programs misread: by quoting, guessing a type, truncating, or running them as a formula. */
const texts = [
  'NA',
  '007',
  '=cmd|"x"!A1',
  "'quoted",
  '"a""b"',
  'two\nlines\r\nthree',
  ' blanks ',
  '-1',
  '@x',
  'Åse 😀',
  'a,b;c\td',
]
const numbers = ['1.50', '-0', '1e3', '-12.5', '12345678901234567', '0.1', '1e-300', '3', '4', '5', '6']
const times = ['9:05', '24:30', '00:00:00', '23:59:59', '24:00', '1:02:03', '12:00', '6:00', '7:00', '8:00', '20:15']
const days = [
  '1772366400',
  '-2208945600',
  '0',
  '253402257600',
  '951825600',
  '1',
  '43200',
  '1792497600',
  '129600',
  '2',
  '1740787200',
]
const noon = (seconds: string) => String(Math.floor(Number(seconds) / 86_400) * 86_400 + 43_200)

let casebook: Casebook
let chief: Person
let folder: string
let siteid: string
let studyid: string
let formtypeid: string
let formsFile: string

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  siteid = newSiteid()
  chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'], sites: 'all' })
  await run(chief, 'addSite', { identifier: siteid, name: 'Site Å' })
  studyid = (await run(chief, 'addStudy', { siteid, name: 'Study =1' })).studyid
  formtypeid = (await run(chief, 'addFormType', { studyid, identifier: 'Every "type" Å/1', fields })).formtypeid
  for (const [place, note] of texts.entries()) {
    const input = { siteid, studyid, identifier: `${['=S', "'S", 'NA', 'Å', '+S'][place % 5]}-${place}` }
    const { subjectid } = await run(chief, 'addSubjectV2', { input })
    const values = [note, texts[(place + 3) % texts.length], numbers[place], place % 2 === 0 ? 'true' : 'false']
    const others = [choices[place % choices.length], noon(days[place] ?? '0'), times[place]]
    const given = [...values, ...others].map((value = '', at) => ({ key: fields[at]?.name ?? '', value }))
    // Some forms leave some fields empty.
    await run(chief, 'addForm', {
      input: { subjectid, formtypeid, fields: given.filter((_, at) => (at + place) % 6 > 0) },
    })
  }
  folder = await mkdtemp(join(tmpdir(), 'casebook-real-bundle-'))
  await unpackExport()
  const [name = ''] = await readdir(join(folder, 'forms'))
  formsFile = join(folder, 'forms', name)
}, 120_000)
afterAll(async () => {
  await casebook.stop()
  await rm(folder, { recursive: true, force: true })
})

async function unpackExport() {
  const { exportid } = await run(chief, 'addExport', { input: { siteid, studyid } })
  await until('the export is done', async () => (await run(chief, 'getExport', { exportid })).state === 'DONE', 60_000)
  const answer = await fetch(await run(chief, 'getExportLink', { exportid }))
  await writeFile(join(folder, 'bundle.zip'), Buffer.from(await answer.arrayBuffer()))
  const script = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])'
  outputOf('python3', ['-c', script, join(folder, 'bundle.zip'), folder])
}

type Stored = { subjectid: string; identifier: string; fields: { key: string; value: string }[] }

async function storedIn(study: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`select subject.subjectid, subject.identifier, form.fields from form
    join subject using (subjectid, siteid) where form.studyid = ${study} and form.removed_at is null
    order by subject.subjectid collate "C"`.execute(unscoped(casebook.services.people))
  return rows
}

const hex = (text: string) => Buffer.from(text).toString('hex')

/** A stored value as the programs print it, computed independently of the code of exports. */
function printed(type: FormTypeField['type'], value: string): string {
  if (type === 'Number') {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(Number(value))
    return bytes.toString('hex')
  }
  if (type === 'Boolean') return value
  if (type === 'Date') return new Date(Number(value) * 1000).toISOString().slice(0, 10)
  if (type !== 'Time') return hex(value)
  const [hours = '', minutes = '', seconds = '00'] = value.split(':')
  return hex(`${hours.padStart(2, '0')}:${minutes}:${seconds}`)
}

/** The values of each field in the database, by column id. */
async function expectedColumns(): Promise<Map<string, string>> {
  const dictionary: { tables: { name: string; columns: { name: string; column_id: string }[] }[] } = JSON.parse(
    await readFile(join(folder, 'dictionary.json'), 'utf8'),
  )
  const table = dictionary.tables.find(({ name }) => name.startsWith('forms/'))
  const stored = await storedIn(studyid)
  expect(stored).toHaveLength(texts.length)
  return new Map(
    fields.map(({ name, type }) => {
      const column = table?.columns.find((one) => one.name === name)?.column_id ?? ''
      const values = stored.map((form) => {
        const value = form.fields.find(({ key }) => key === name)?.value
        return value === undefined ? '-' : printed(type, value)
      })
      return [column, values.join(' ')]
    }),
  )
}

/** Parses a program's output: each line has table, column, type, levels of a choice, and values. */
function columnsOf(output: string): Map<string, string> {
  const lines = output.split('\n').filter((line) =>
    Buffer.from(line.split(' ')[0] ?? '', 'hex')
      .toString()
      .startsWith('forms/'),
  )
  return new Map(
    lines.map((line) => {
      const [, column = '', , ...rest] = line
        .replace(/ \[[^\]]*\]/, '')
        .trimEnd()
        .split(' ')
      return [column, rest.join(' ')]
    }),
  )
}

async function expectSame(output: string) {
  const read = columnsOf(output)
  for (const [column, values] of await expectedColumns()) expect([column, read.get(column)]).toEqual([column, values])
}

describe('a bundle made by the server contains every value of the database', () => {
  test.skipIf(!hasR)('as load.R reads it in the C locale (needs R)', { timeout: 60_000 }, async () => {
    await writeFile(join(folder, 'dump.R'), dumpR)
    const env = { ...process.env, LC_ALL: 'C' }
    await expectSame(outputOf('Rscript', [join(folder, 'dump.R')], { cwd: folder, env }))
  })

  test.skipIf(!pandas)('as load.py reads it (needs pandas)', { timeout: 60_000 }, async () => {
    await writeFile(join(folder, 'dump.py'), dumpPy)
    await expectSame(outputOf(pandas ?? '', [join(folder, 'dump.py')], { cwd: folder }))
  })
})

describe('odm.xml of a bundle made by the server is valid', () => {
  const path = () => join(folder, 'odm.xml')

  test.skipIf(!hasSchemas || !hasProgram('xmllint'))('to xmllint (needs CASEBOOK_SCHEMAS and xmllint)', () => {
    outputOf('xmllint', ['--nonet', '--noout', '--schema', odmSchema, path()])
  })

  // A second, independent validator: xmllint uses libxml2.
  test.skipIf(!hasSchemas || !xmlschema)(
    'to the Python package xmlschema (needs CASEBOOK_SCHEMAS and xmlschema)',
    { timeout: 60_000 },
    () => {
      const script = 'import sys, xmlschema; xmlschema.XMLSchema(sys.argv[1]).validate(sys.argv[2])'
      outputOf(xmlschema ?? '', ['-c', script, odmSchema, path()])
    },
  )
})

test.skipIf(!hasSchemas)(
  'every dataset of a bundle that the server made is valid Dataset-JSON 1.1 (needs CASEBOOK_SCHEMAS)',
  async () => {
    const faultsOf = datasetJsonFaults()
    const names = await readdir(join(folder, 'dataset-json'), { recursive: true })
    const datasets = names.filter((name) => name.endsWith('.json'))
    for (const name of datasets) {
      const dataset = JSON.parse(await readFile(join(folder, 'dataset-json', name), 'utf8'))
      expect([name, faultsOf(dataset)]).toEqual([name, []])
    }
    expect(datasets.length).toBeGreaterThanOrEqual(8)
  },
)

describe('an export can be imported', () => {
  const importing = async (study: string, type: string, fromElsewhere = false) => {
    const input = {
      fromElsewhere,
      siteid,
      studyid: study,
      formtypeid: type,
      filename: 'forms.csv',
      csv: await readFile(formsFile, 'utf8'),
    }
    const outcome = 'addedSubjects addedForms changedForms unchanged mistakes { row column reason }'
    return run(chief, 'addImport', { input }, outcome)
  }

  test('into its own study, where it changes nothing', async () => {
    const before = await storedIn(studyid)
    const nothing = { addedSubjects: 0, addedForms: 0, changedForms: 0, mistakes: [] }
    expect(await importing(studyid, formtypeid)).toEqual({ ...nothing, unchanged: texts.length })
    expect(await storedIn(studyid)).toEqual(before)
  })

  test('into another study with the same definitions, which then has the same values', async () => {
    const other = (await run(chief, 'addStudy', { siteid, name: 'The other' })).studyid
    const definitions = await run(chief, 'getDefinitions', { siteid, studyid })
    await run(chief, 'addDefinitions', { studyid: other, definitions })
    const [type] = await run(chief, 'listFormTypes', { studyid: other })
    expect(await importing(other, type.formtypeid, true)).toMatchObject({ addedSubjects: texts.length, mistakes: [] })
    const described = (all: Stored[]) =>
      new Map(
        all.map((form) => [
          form.identifier,
          form.fields.map(({ key, value }) => [
            key,
            printed(fields.find(({ name }) => name === key)?.type ?? 'String', value),
          ]),
        ]),
      )
    expect(described(await storedIn(other))).toEqual(described(await storedIn(studyid)))
    expect(await importing(other, type.formtypeid, true)).toMatchObject({ addedSubjects: 0, changedForms: 0 })
  })
})
