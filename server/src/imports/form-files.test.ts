import { gzipSync, inflateRawSync } from 'node:zlib'
import { readWorkbook } from '@casebook/domain/form-exchange/files/read-workbook.ts'
import { writeWorkbook } from '@casebook/domain/form-exchange/files/write-workbook.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { unscoped } from '../database/unscoped.ts'

const reading =
  'format formTypes { kind name fields action message reason } leftOut { sheet row field text message reason params { key value } }'
const file = 'filename mediatype base64 leftOut { sheet row field text reason }'
const types =
  'query ($studyid: ID!) { listFormTypes(studyid: $studyid) { formtypeid identifier fields { name } draft { fields { name label type showIf calculation options { code label } } checks { expression } } } }'

let casebook: Casebook
let place: Place
let admin: Person
let nurse: Person

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  admin = await addPerson(casebook, 'Chief', { groups: ['hp', 'study:admin', 'subject:admin'], sites: [place.siteid] })
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp'], sites: [place.siteid] })
}, 60_000)
afterAll(() => casebook.stop())

const packed = (content: Buffer | string) => gzipSync(content).toString('base64')
const inputOf = (filename: string, content: Buffer | string) => ({
  input: { studyid: place.studyid, filename, gzip: packed(content) },
})
const dictionary = [
  'field_name,form_name,field_type,field_label,select_choices_or_calculations,branching_logic',
  'record_id,walking,text,Record,,',
  'aid,walking,radio,Aid,"0, None | 1, Stick",',
  'which,walking,text,Which,,"[aid] = ""1"""',
  'scan,walking,file,Scan,,',
].join('\n')

const listed = async () => (await admin.ask(types, { studyid: place.studyid })).listFormTypes

test('a file is shown before anything is made, with what is left out', async () => {
  const before = await listed()
  const read = await run(admin, 'previewFormFile', inputOf('walking.csv', dictionary), reading)
  expect(read.formTypes).toEqual([
    { kind: 'FORM_TYPE', name: 'walking', fields: 2, action: 'MAKE', message: null, reason: null },
  ])
  expect(read.leftOut).toMatchObject([
    { sheet: null, row: 2, field: 'record_id', text: 'Record', reason: 'exchange.record-id' },
    {
      sheet: null,
      row: 5,
      field: 'scan',
      text: 'file',
      reason: 'exchange.type',
      params: [{ key: 'type', value: 'file' }],
    },
  ])
  expect(await listed()).toEqual(before)
})

test('its form types are added as drafts, which nobody fills in before they are published', async () => {
  const { siteid, studyid, subjectid } = place
  const readFacts = () => run(admin, 'getSubject', { siteid, studyid, subjectid }, 'facts { formsExpected cells }')
  const facts = await readFacts()
  await run(admin, 'addFormFile', inputOf('walking.csv', dictionary), reading)
  const added = (await listed()).find(({ identifier }: { identifier: string }) => identifier === 'walking')
  expect(added).toMatchObject({
    fields: [],
    draft: {
      fields: [
        {
          name: 'aid',
          type: 'Choice',
          options: [
            { code: '0', label: 'None' },
            { code: '1', label: 'Stick' },
          ],
        },
        { name: 'which', showIf: 'aid == "1"' },
      ],
    },
  })
  // It is no form that is missing.
  expect(await readFacts()).toEqual(facts)
  const forms = { subjectid, formtypeid: added.formtypeid, fields: [] }
  expect(await refusal(admin, 'addForm', { input: forms })).toMatchObject({ code: 'NOT_FOUND' })
  const csv = `subjectid\n${subjectid}\n`
  const values = { siteid, studyid, formtypeid: added.formtypeid, filename: 'a.csv', csv }
  for (const call of ['previewImport', 'addImport']) {
    expect(await refusal(admin, call, { input: values })).toMatchObject({ code: 'NOT_FOUND' })
  }
  const { rows } = await sql<{ reason: string }>`select reason from history
    where kind = 'form_type' and id = ${added.formtypeid}`.execute(unscoped(casebook.services.people))
  expect(rows[0]?.reason).toMatch(/^Import: walking\.csv \(SHA-256 [0-9a-f]{64}\)$/)
  expect(await refusal(admin, 'addFormFile', inputOf('walking.csv', dictionary))).toMatchObject({
    code: 'CONFLICT',
  })
  await run(admin, 'publishFormType', { formtypeid: added.formtypeid })
  const published = (await listed()).find(({ identifier }: { identifier: string }) => identifier === 'walking')
  expect(published.fields).toEqual([{ name: 'aid' }, { name: 'which' }])
})

test('form types go to each format, and come back', async () => {
  const { studyid } = place
  const fields = [
    { name: 'Age', variable: 'age', type: 'Number', required: true, unit: 'years', minimum: 0 },
    { name: 'School', variable: 'school', type: 'String', required: false, showIf: 'age < 20.0' },
  ]
  const { formtypeid } = await run(admin, 'addFormType', { studyid, identifier: 'Åge/1', fields })
  const get = (format: string) => run(nurse, 'getFormFile', { studyid, formtypeids: [formtypeid], format }, file)
  const odm = await get('ODM')
  expect([odm.filename, odm.mediatype, odm.leftOut]).toEqual(['Åge_1.xml', 'application/xml', []])
  expect(Buffer.from(odm.base64, 'base64').toString()).toContain('!(age &lt; 20.0)')
  const redcap = await get('REDCAP')
  expect(Buffer.from(redcap.base64, 'base64').toString()).toContain('[age] < 20')
  expect(redcap.leftOut).toMatchObject([{ sheet: 'Åge/1', field: 'Age', text: 'years', reason: 'exchange.part' }])
  const xls = await get('XLSFORM')
  const sheets = readWorkbook(Buffer.from(xls.base64, 'base64'), (bytes, most) =>
    inflateRawSync(bytes, { maxOutputLength: most }),
  )
  expect(sheets.map(({ name }) => name)).toEqual(['survey', 'choices', 'settings'])
  const again = await run(admin, 'previewFormFile', inputOf('x.xlsx', Buffer.from(xls.base64, 'base64')), reading)
  expect(again.formTypes).toMatchObject([{ name: 'Åge/1', action: 'REFUSED', reason: 'definitions.other' }])
  const same = await run(admin, 'previewFormFile', inputOf('x.xml', Buffer.from(odm.base64, 'base64')), reading)
  expect(same.formTypes).toMatchObject([{ name: 'Åge/1', action: 'SAME' }])
})

test('what is none of these files is refused, and so is one that would burst', async () => {
  const refused = async (filename: string, content: Buffer | string) =>
    (await refusal(admin, 'previewFormFile', inputOf(filename, content))).reason
  expect(await refused('a.csv', 'a,b\n1,2\n')).toBe('exchange.unreadable')
  expect(await refused('a.xml', '<!DOCTYPE a [<!ENTITY b "c">]><ODM>&b;</ODM>')).toBe('exchange.unreadable')
  expect(await refused('a.xlsx', 'PK')).toBe('exchange.unreadable')
  expect(await refused('a.csv', ' '.repeat(9_000_000))).toBe('exchange.too-large')
  const rows = Array.from({ length: 30 }, () => ['text', 'x', 'x'.repeat(30_000)])
  const wide = Buffer.concat(
    await Array.fromAsync(writeWorkbook([{ name: 'survey', columns: ['type', 'name', 'label'], rows }])),
  )
  const read = await run(admin, 'previewFormFile', inputOf('wide.xlsx', wide), reading)
  expect(read.formTypes).toMatchObject([{ name: 'wide', fields: 30, action: 'MAKE' }])
  const bad = { input: { studyid: place.studyid, filename: 'a.csv', gzip: 'AAAA' } }
  expect((await refusal(admin, 'previewFormFile', bad)).reason).toBe('exchange.unreadable')
})

test('only administrators of studies read and add files, and only of their site', async () => {
  expect((await refusal(nurse, 'previewFormFile', inputOf('walking.csv', dictionary))).code).toBe('FORBIDDEN')
  expect((await refusal(nurse, 'addFormFile', inputOf('walking.csv', dictionary))).code).toBe('FORBIDDEN')
  const other = await makePlace(casebook)
  const input = { studyid: other.studyid, filename: 'walking.csv', gzip: packed(dictionary) }
  expect((await refusal(admin, 'addFormFile', { input })).code).toBe('NOT_FOUND')
  const foreign = { studyid: place.studyid, formtypeids: [other.formtypeid], format: 'ODM' }
  expect((await refusal(nurse, 'getFormFile', foreign)).code).toBe('NOT_FOUND')
})

test('of two imports of one file at once, the second sees what the first has added', async () => {
  const file = dictionary.replaceAll('walking', 'together')
  const all = await Promise.allSettled([1, 2].map(() => run(admin, 'addFormFile', inputOf('a.csv', file), reading)))
  expect(all.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const made = (await listed()).filter(({ identifier }: { identifier: string }) => identifier === 'together')
  expect(made).toHaveLength(1)
})

test('events become visits of the schedule, and go to ODM and the definitions with what repeats', async () => {
  const [source, target] = await Promise.all(
    ['Planned', 'Taken over'].map(async (name) => {
      const { studyid } = await run(admin, 'addStudy', { siteid: place.siteid, name })
      return studyid as string
    }),
  )
  const fields = [{ name: 'Age', type: 'Number', required: true }]
  const add = { studyid: source, identifier: 'Diary', fields, repeats: true }
  const { formtypeid } = await run(admin, 'addFormType', add)
  const walk = { studyid: source, description: 'Walk', repeats: true }
  const { activitytypeid } = await run(admin, 'addActivityType', walk)
  const own = { formtypeids: [formtypeid], activitytypeids: [activitytypeid] }
  const visits = [
    { ...own, name: 'First', day: 0, daysBefore: 1, daysAfter: 2, repeats: false },
    { ...own, name: 'Extra', day: null, daysBefore: 0, daysAfter: 0, repeats: true },
    { ...own, name: 'Walks only', day: 3, daysBefore: 0, daysAfter: 0, repeats: false, formtypeids: [] },
  ]
  await run(admin, 'updateVisits', { studyid: source, visits })
  const get = (studyid: string | undefined, formtypeids: string[], format: string) =>
    run(nurse, 'getFormFile', { studyid, formtypeids, format }, file)
  const odm = await get(source, [formtypeid], 'ODM')
  expect(odm.leftOut).toMatchObject([{ text: 'Walks only', reason: 'exchange.visit.none' }])
  expect((await get(source, [formtypeid], 'REDCAP')).leftOut.slice(-3)).toMatchObject([
    { text: 'Diary', reason: 'exchange.repeat' },
    { text: 'First', reason: 'exchange.visit' },
    { text: 'Extra', reason: 'exchange.visit' },
  ])
  const input = { studyid: target, filename: 'study.xml', gzip: packed(Buffer.from(odm.base64, 'base64')) }
  const read = await run(admin, 'previewFormFile', { input }, reading)
  expect(read.leftOut).toEqual([])
  const news = [
    { kind: 'FORM_TYPE', name: 'Diary', fields: 1, action: 'MAKE' },
    { kind: 'ACTIVITY_TYPE', name: 'Walk', fields: 0, action: 'MAKE' },
    { kind: 'VISIT', name: 'First', fields: 0, action: 'MAKE' },
    { kind: 'VISIT', name: 'Extra', fields: 0, action: 'MAKE' },
  ]
  expect(read.formTypes).toMatchObject(news)
  expect(await run(admin, 'addFormFile', { input }, reading)).toEqual(read)
  const [type] = await run(nurse, 'listFormTypes', { studyid: target }, 'formtypeid repeats draft { repeats }')
  expect(type.draft.repeats).toBe(true)
  const [activity] = await run(nurse, 'listActivityTypes', { studyid: target }, 'activitytypeid repeats')
  expect(activity.repeats).toBe(true)
  const made = { formtypeids: [type.formtypeid], activitytypeids: [activity.activitytypeid] }
  expect(await run(nurse, 'listVisits', { studyid: target })).toMatchObject(
    visits.slice(0, 2).map((visit) => ({ ...visit, ...made })),
  )
  const again = await get(target, [type.formtypeid], 'ODM')
  const plain = ({ base64 }: { base64: string }) => {
    const text = Buffer.from(base64, 'base64').toString()
    return text.slice(text.indexOf('<MetaDataVersion')).replace(/ Name="[^"]*">/, '>')
  }
  expect(plain(again)).toBe(plain(odm))
  const definitions = await run(nurse, 'getDefinitions', { siteid: place.siteid, studyid: source })
  expect(JSON.parse(definitions).visits).toMatchObject(visits.map(({ name, day }) => ({ name, day })))
  // The second one has another plan for a visit that is there.
  await run(admin, 'publishFormType', { formtypeid: type.formtypeid })
  const [first] = await run(nurse, 'listVisits', { studyid: target })
  const { visitid, version } = first
  await run(admin, 'updateVisits', {
    studyid: target,
    visits: [{ visitid, version, name: 'First', day: 1, ...made }],
  })
  const other = await run(admin, 'previewDefinitions', { studyid: target, definitions }, 'name action reason')
  expect(other).toEqual([
    { name: 'Diary', action: 'SAME', reason: null },
    { name: 'Walk', action: 'SAME', reason: null },
    { name: 'First', action: 'REFUSED', reason: 'definitions.visit.other' },
    { name: 'Extra', action: 'MAKE', reason: null },
    { name: 'Walks only', action: 'MAKE', reason: null },
  ])
  expect(await refusal(admin, 'addDefinitions', { studyid: target, definitions })).toMatchObject({
    reason: 'definitions.refused',
  })
})
