import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { expect, test } from 'vitest'
import { hasProgram, outputOf } from '../../../test/programs.ts'
import { hasSchemas, odmSchema } from '../../../test/schemas.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { Profiles } from '../columns/profile.ts'
import { tablesOf } from '../columns/tables.ts'
import { sampleClock } from '../testing/history.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { realForm } from '../testing/real-form.ts'
import { stepCounting } from '../testing/sample.ts'
import { someRows } from '../testing/some-rows.ts'
import { odmXml } from './odm.ts'

async function odmOf(lists: RowLists): Promise<string> {
  const rows = memoryRows(lists)
  return (await Array.fromAsync(odmXml(rows, tablesOf(rows), new Profiles()))).join('')
}

/** The errors that libxml2, built for WebAssembly, finds in a document. */
function validate(xml: string): void {
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(odmSchema), { url: odmSchema })
  const validator = XsdValidator.fromDoc(schema)
  try {
    const document = XmlDocument.fromString(xml)
    try {
      validator.validate(document)
    } finally {
      document.dispose()
    }
  } finally {
    validator.dispose()
    schema.dispose()
  }
}

const withoutHistory = { ...stepCounting, heading: { ...stepCounting.heading, history: false }, history: [] }

test.skipIf(!hasSchemas)('odm.xml is valid ODM 1.3.2, with history and without (needs CASEBOOK_SCHEMAS)', async () => {
  validate(await odmOf(stepCounting))
  validate(await odmOf(withoutHistory))
  validate(await odmOf(realForm))
  expect(() => validate('<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3"/>')).toThrow()
})

test.skipIf(!hasSchemas)('odm.xml is valid for an almost empty study (needs CASEBOOK_SCHEMAS)', async () => {
  const nothing = {
    subjects: [],
    subjectDevices: [],
    forms: [],
    activities: [],
    runningActivities: [],
    referenceData: [],
    history: [],
    users: [],
  }
  validate(await odmOf({ ...stepCounting, ...nothing }))
  validate(await odmOf({ ...stepCounting, ...nothing, formTypes: [] }))
  validate(await odmOf({ ...stepCounting, ...nothing, formTypes: [], studies: [] }))
})

test.skipIf(!hasSchemas)('odm.xml is valid whatever people typed (needs CASEBOOK_SCHEMAS)', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, async (lists) => validate(await odmOf(lists))),
    { numRuns: 20 },
  )
})

test.skipIf(!hasSchemas || !hasProgram('xmllint'))(
  'xmllint finds odm.xml valid, too (needs CASEBOOK_SCHEMAS and xmllint)',
  async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'odm.xml')
    for (const lists of [stepCounting, withoutHistory]) {
      writeFileSync(path, await odmOf(lists))
      outputOf('xmllint', ['--nonet', '--noout', '--schema', odmSchema, path])
    }
  },
)

test('every value has its author, time, place and reason, and the earlier values', async () => {
  const xml = await odmOf(stepCounting)
  const ages = xml.match(/<ItemData ItemOID="I\.forms\.baseline\.Age".*?<\/ItemData>/g)
  expect(ages?.slice(0, 2)).toEqual([
    '<ItemData ItemOID="I.forms.baseline.Age" TransactionType="Insert" IsNull="Yes"><AuditRecord><UserRef UserOID="U.person1"/>' +
      '<LocationRef LocationOID="L.oslo"/><DateTimeStamp>2026-02-28T10:00:00.003Z</DateTimeStamp><SourceID>3</SourceID></AuditRecord>' +
      '<Annotation SeqNum="1"><Comment>The value does not fit the type Number. Stored: ten</Comment></Annotation></ItemData>',
    '<ItemData ItemOID="I.forms.baseline.Age" TransactionType="Update" Value="1E+1"><AuditRecord><UserRef UserOID="U.person1"/>' +
      '<LocationRef LocationOID="L.oslo"/><DateTimeStamp>2026-02-28T10:00:00.004Z</DateTimeStamp>' +
      '<ReasonForChange>Misread &lt;&quot;10&quot;&gt;\uFFFD</ReasonForChange><SourceID>4</SourceID></AuditRecord></ItemData>',
  ])
})

test('a removed file is shown as removed, under its repeat key', async () => {
  const xml = await odmOf(stepCounting)
  expect(xml).toContain(
    '<ItemGroupData ItemGroupOID="IG.reference_data" ItemGroupRepeatKey="r0" TransactionType="Remove">',
  )
  expect(xml).toContain('<FormData FormOID="F.activities" FormRepeatKey="walk" TransactionType="Upsert">')
})

test('the description of a file is the same JSON in its history as in its table', async () => {
  const xml = await odmOf(stepCounting)
  const items = xml.match(/<ItemData ItemOID="I\.reference_data\.description"[^>]*>/g)
  const json = JSON.stringify(sampleClock.description).replaceAll('"', '&quot;')
  // No Upsert follows, as it would if the history ended with another value.
  expect(items).toEqual([`<ItemData ItemOID="I.reference_data.description" TransactionType="Insert" Value="${json}">`])
  expect(xml).toContain('ItemOID="I.reference_data.zone" TransactionType="Insert" Value="America/St_Johns"')
  expect(xml).toContain('ItemOID="I.reference_data.clock_correction" TransactionType="Update" Value="-1.5"')
})

test('every place in the list of devices has who put which device there, and when', async () => {
  const xml = await odmOf(stepCounting)
  const history = (repeatKey: string) => {
    const group = `<ItemGroupData ItemGroupOID="IG.subject_devices" ItemGroupRepeatKey="${repeatKey}"`
    const [own = ''] = xml.match(new RegExp(`${group}.*?</ItemGroupData>`)) ?? []
    const item =
      /ItemOID="I\.subject_devices\.(\w+)" TransactionType="(\w+)"(?: Value="(\w+)")?>(?:<AuditRecord>.*?<SourceID>(\d+))?/g
    const [type] = own.match(/TransactionType="\w+"/) ?? []
    return [type, ...[...own.matchAll(item)].map((found) => found.slice(1).filter(Boolean).join(' '))]
  }
  expect(history('1')).toEqual([
    'TransactionType="Upsert"',
    ...['deviceid Insert A1 16', 'deviceid Update B2 19', 'deviceid Update A1 21'],
    ...['position Insert ARM 16', 'position Update CHEST 19', 'position Update ARM 21'],
  ])
  expect(history('2')).toEqual([
    'TransactionType="Remove"',
    ...['deviceid Insert B2 17', 'deviceid Update A1 18', 'deviceid Remove 21'],
    ...['position Insert CHEST 17', 'position Update ARM 18', 'position Remove 21'],
  ])
  expect(history('3')).toEqual([undefined])
})

test('a column is time only where every value is below 24:00, and a Number is double', async () => {
  const arrived = (value: string) => {
    const forms = stepCounting.forms.map((form) => ({ ...form, fields: [{ key: 'Arrived at', value }] }))
    return odmOf({ ...withoutHistory, forms })
  }
  const typeOf = (xml: string, item: string) =>
    new RegExp(`OID="I.forms.baseline.${item}"[^>]* DataType="(\\w+)"`).exec(xml)?.[1]
  expect(typeOf(await arrived('23:59:59'), 'Arrived_at')).toBe('time')
  expect(typeOf(await arrived('24:00'), 'Arrived_at')).toBe('text')
  expect(typeOf(await arrived('24:00'), 'Age')).toBe('double')
})

test('without history the document is a snapshot, with no transactions', async () => {
  const xml = await odmOf(withoutHistory)
  expect(xml).toContain('FileType="Snapshot"')
  expect(xml).not.toMatch(/TransactionType|AuditRecord/)
})

test('what a form type asks is described: units, bounds, codes, conditions, calculations and checks', async () => {
  const xml = await odmOf(realForm)
  const ofItem = (element: string, id: string) =>
    new RegExp(`<${element} [^>]*OID="[A-Z]+\\.forms\\.baseline\\.${id}"[^>]*(/>|>.*?</${element}>)`).exec(xml)?.[0] ??
    ''
  expect(xml).toContain(
    '<MeasurementUnit OID="MU.1" Name="kg"><Symbol><TranslatedText>kg</TranslatedText></Symbol></MeasurementUnit>',
  )
  const weight = ofItem('ItemDef', 'weight')
  expect(weight).toContain('<MeasurementUnitRef MeasurementUnitOID="MU.1"/>')
  expect(weight).toContain('<RangeCheck Comparator="GE" SoftHard="Hard"><CheckValue>1</CheckValue></RangeCheck>')
  expect(weight).toContain('<RangeCheck Comparator="LE" SoftHard="Soft"><CheckValue>200</CheckValue></RangeCheck>')
  expect(weight).toContain(
    '<RangeCheck SoftHard="Soft"><FormalExpression Context="CEL">weight &lt; height</FormalExpression>' +
      '<ErrorMessage><TranslatedText>Is the weight in kilograms?</TranslatedText><TranslatedText xml:lang="nb">Er vekten i kilo?</TranslatedText></ErrorMessage></RangeCheck>',
  )
  expect(ofItem('CodeList', 'sex')).toContain(
    '<CodeListItem CodedValue="1" OrderNumber="1"><Decode><TranslatedText>Female</TranslatedText><TranslatedText xml:lang="nb">Kvinne</TranslatedText></Decode></CodeListItem>',
  )
  expect(ofItem('ItemRef', 'pregnant')).toContain('CollectionExceptionConditionOID="C.forms.baseline.pregnant"')
  expect(ofItem('ConditionDef', 'pregnant')).toContain(
    '<Description><TranslatedText>Collected only if: Sex at birth is Female</TranslatedText></Description>' +
      '<FormalExpression Context="CEL">!(sex == &quot;1&quot;)</FormalExpression>',
  )
  expect(ofItem('ItemRef', 'bmi')).toContain('MethodOID="M.forms.baseline.bmi"')
  expect(ofItem('MethodDef', 'bmi')).toContain(
    '<TranslatedText>Weight / (Height / 100 × (Height / 100)) rounded to 1 decimal</TranslatedText>',
  )
  // Several codes in one value are none of the list.
  expect(ofItem('ItemDef', 'signs')).not.toContain('CodeListRef')
  expect(ofItem('ItemDef', 'signs')).toContain('Name="CL.forms.baseline.signs"')
})

test('why an unusual value is right is an item beside it, with its own changes', async () => {
  const now = await odmOf(realForm)
  expect(now).toContain(
    'ItemOID="I.forms.baseline.weight_reason" TransactionType="Upsert" Value="=weighed &quot;twice&quot;"',
  )
  const [form] = realForm.forms
  const [change] = stepCounting.history.filter(({ kind }) => kind === 'form')
  if (!form || !change) throw new Error('The sample is incomplete.')
  const kept = (reason: string) =>
    JSON.stringify({ ...form, confirmed: [{ key: 'Weight', value: '81.5', reason }], version: 1 })
  const { formtypeid, subjectid } = form
  const by = { ...change, subjectid, id: formtypeid }
  const history = [
    { ...by, historyid: '1', before: null, after: kept('at first') },
    { ...by, historyid: '2', before: kept('at first'), after: kept('=weighed "twice"') },
  ]
  const xml = await odmOf({ ...realForm, history })
  const items = [...xml.matchAll(/ItemOID="I\.forms\.baseline\.weight_reason"[^>]*/g)].map(([found]) => found)
  expect(items.filter((item) => item.includes('Value='))).toEqual([
    expect.stringContaining('TransactionType="Insert" Value="at first"'),
    expect.stringContaining('TransactionType="Update" Value="=weighed &quot;twice&quot;"'),
  ])
})
