import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { expect, test } from 'vitest'
import { hasSchemas, odmSchema } from '../../../test/schemas.ts'
import { optionalOf } from '../../exports/definitions/visit-definitions.ts'
import { hostileText } from '../../exports/testing/hostile-text.ts'
import { realForm } from '../../exports/testing/real-form.ts'
import { cleanChecks, cleanFields, whyNotFields } from '../../form-types/form-types.rules.ts'
import { isBlank } from '../../shared/text.rules.ts'
import type { ExchangedForm } from '../exchange.ts'
import { parseXml } from '../files/xml.ts'
import { readOdm } from './read-odm.ts'
import { writeOdm } from './write-odm.ts'

const heading = { studyid: 'study1', studyName: 'A <study>', at: '2026-03-01T10:00:00.000Z', release: '0.2.0' }
const read = (xml: string) => readOdm(parseXml(new TextEncoder().encode(xml)))

const [formtype] = realForm.formTypes
if (!formtype) throw new Error('The sample is incomplete.')
const sample: ExchangedForm = {
  identifier: formtype.identifier,
  fields: cleanFields(formtype.fields),
  // In the order of their fields.
  checks: cleanChecks(formtype.checks ?? []).toReversed(),
}

test('a form type goes to ODM and comes back the same', () => {
  const back = read(writeOdm([sample], heading))
  expect(back.forms).toEqual([sample])
  expect(back).toMatchObject({ leftOut: [], visits: [], activityTypes: [] })
})

const none = { day: null, daysBefore: 0, daysAfter: 0, repeats: false, formTypes: [], activityTypes: [] }
const { identifier } = sample
const scheduled = [
  {
    ...none,
    name: 'First',
    day: -3,
    daysBefore: 2,
    formTypes: [identifier],
    activityTypes: ['Walk', 'Stairs & <ramp>'],
    optionalActivityTypes: ['Stairs & <ramp>'],
  },
  { ...none, name: 'Extra', repeats: true, activityTypes: ['Walk'] },
]

test('visits go to ODM and come back the same', () => {
  const activityTypes = [{ description: 'Walk', repeats: true }, { description: 'Stairs & <ramp>' }]
  const forms = [{ ...sample, repeats: true }]
  const back = read(writeOdm(forms, heading, { visits: scheduled, activityTypes }))
  expect(back).toEqual({ forms, leftOut: [], visits: scheduled, activityTypes })
})

test('which forms are optional is said only where some are, and read from other programs that say it', () => {
  const forms = [sample, { ...sample, identifier: 'Other' }]
  const written = (more: object) =>
    writeOdm(forms, heading, {
      visits: [{ ...none, name: 'First', formTypes: [identifier, 'Other'], ...more }],
      activityTypes: [],
    })
  expect(written({})).not.toContain('Mandatory="Yes" OrderNumber')
  const optional = written({ optionalFormTypes: ['Other'] })
  expect(read(optional).visits).toMatchObject([{ optionalFormTypes: ['Other'] }])
  // Without Casebook's own mark, an event that says Yes of a form means what it says.
  const others = optional.replace(/<Alias Context="optional"[^>]*>/, '')
  expect(others).not.toBe(optional)
  expect(read(others).visits).toMatchObject([{ optionalFormTypes: ['Other'] }])
  expect(read(written({})).visits?.[0]).not.toHaveProperty('optionalFormTypes')
})

test('so they do whatever they are called and whatever belongs to them', () => {
  const small = (name: string): ExchangedForm => {
    const field = { name: 'a', type: 'String' as const, required: false, length: null, pattern: null }
    return { identifier: name, fields: cleanFields([field]), checks: [] }
  }
  const names = fc.constantFrom('Walk', 'Run', 'Stairs')
  const days = fc.integer({ min: 0, max: 36_525 })
  const visit = fc.record({
    name: fc.constantFrom('One', 'Two', 'Day 1 <& 2>', '=A1', 'Æ "Ø" Å'),
    day: fc.option(fc.integer({ min: -36_525, max: 36_525 })),
    daysBefore: days,
    daysAfter: days,
    repeats: fc.boolean(),
    formTypes: fc.uniqueArray(fc.constantFrom('A', 'B')),
    activityTypes: fc.uniqueArray(names),
    optional: fc.array(fc.constantFrom('A', 'B', 'Walk', 'Run', 'Stairs')),
  })
  const schedule = fc.uniqueArray(visit, { selector: ({ name }) => name, minLength: 1 })
  fc.assert(
    fc.property(schedule, (given) => {
      const visits = given.map(({ optional, ...one }) => ({
        ...one,
        ...(one.day === null ? { daysBefore: 0, daysAfter: 0 } : {}),
        ...optionalOf(
          one.formTypes.filter((name) => optional.includes(name)),
          one.activityTypes.filter((name) => optional.includes(name)),
        ),
      }))
      const used = new Set(visits.flatMap(({ activityTypes }) => activityTypes))
      const activityTypes = [...used].map((description) => ({ description }))
      const back = read(writeOdm([small('A'), small('B')], heading, { visits, activityTypes }))
      expect(back.visits).toEqual(visits)
      expect(back.activityTypes).toEqual(activityTypes)
      expect(back.leftOut).toEqual([])
    }),
  )
})

const project = (
  events: string,
  repeating = '',
) => `<ODM xmlns:redcap="https://projectredcap.org"><Study OID="P"><GlobalVariables>${repeating}</GlobalVariables>
<MetaDataVersion OID="M" redcap:RecordIdField="id"><Protocol><StudyEventRef StudyEventOID="E.2" OrderNumber="2"/><StudyEventRef StudyEventOID="E.1" OrderNumber="1"/></Protocol>${events}
<FormDef OID="F.a" Name="A form" Repeating="No" redcap:FormName="a_form"><ItemGroupRef ItemGroupOID="G"/></FormDef>
<ItemGroupDef OID="G" Name="g"><ItemRef ItemOID="I"/><ItemRef ItemOID="J"/></ItemGroupDef>
<ItemDef OID="I" Name="id" DataType="text" redcap:Variable="id" redcap:FieldType="text"/>
<ItemDef OID="J" Name="age" DataType="text" redcap:Variable="age" redcap:FieldType="text"/></MetaDataVersion></Study></ODM>`
const event = (oid: string, name: string, more: string) =>
  `<StudyEventDef OID="${oid}" Name="${name} (Arm ${more.includes('ArmNum="2"') ? 2 : 1})" Repeating="No" redcap:EventName="${name}" ${more}><FormRef FormOID="F.a"/></StudyEventDef>`

test('the events of a project of REDCap become visits in its order, with arms, days, windows and repetitions', () => {
  const repeating = `<redcap:RepeatingInstrumentsAndEvents><redcap:RepeatingEvents><redcap:RepeatingEvent redcap:UniqueEventName="extra_arm_2"/></redcap:RepeatingEvents>
    <redcap:RepeatingInstruments><redcap:RepeatingInstrument redcap:UniqueEventName="first_arm_1" redcap:RepeatInstrument="a_form" redcap:CustomLabel="[age]"/></redcap:RepeatingInstruments></redcap:RepeatingInstrumentsAndEvents>`
  const days = 'redcap:DayOffset="7" redcap:OffsetMin="2" redcap:OffsetMax="3"'
  const events =
    event('E.2', 'Extra', 'redcap:UniqueEventName="extra_arm_2" redcap:ArmNum="2"') +
    event('E.1', 'First', `redcap:UniqueEventName="first_arm_1" redcap:ArmNum="1" ${days}`)
  const { forms, visits, leftOut } = read(project(events, repeating))
  expect(forms).toMatchObject([{ identifier: 'A form', repeats: true }])
  const own = { ...none, formTypes: ['A form'] }
  expect(visits).toEqual([
    { ...own, name: 'First (Arm 1)', day: 7, daysBefore: 2, daysAfter: 3 },
    { ...own, name: 'Extra (Arm 2)', repeats: true },
  ])
  expect(leftOut.map(({ text, why }) => `${text} ${why.reason}`)).toEqual([
    ' exchange.record-id',
    '[age] exchange.part',
    'Extra (Arm 2) exchange.visit.day',
  ])
})

test('a project with one event for all forms has no visits', () => {
  const one = event('E.1', 'Event 1', 'redcap:UniqueEventName="event_1_arm_1" redcap:ArmNum="1" redcap:DayOffset="1"')
  expect(read(project(one)).visits).toEqual([])
})

test('so it does whatever people typed', () => {
  const text = hostileText.filter(
    (own) => !/[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(own) && !isBlank(own),
  )
  const line = text.map((own) => own.replace(/[\p{Cc}\s]+/gu, ' ').trim()).filter((own) => own !== '')
  const fields = fc.uniqueArray(
    fc.record({
      name: line,
      type: fc.constantFrom('String' as const, 'Note' as const, 'Date' as const),
      required: fc.constant(false),
      label: line,
      section: line,
      help: text,
    }),
    { minLength: 1, maxLength: 5, selector: ({ name }) => name.toLowerCase() },
  )
  fc.assert(
    fc.property(fields, (given) => {
      fc.pre(whyNotFields(given) === undefined)
      const form = { identifier: 'Form', fields: cleanFields(given), checks: [] }
      // Tags of HTML are formatting.
      fc.pre(!/<[a-z]|&/i.test(JSON.stringify(form)))
      expect(read(writeOdm([form], heading)).forms).toEqual([form])
    }),
    { numRuns: 200 },
  )
})

test.skipIf(!hasSchemas)('it is valid ODM 1.3.2 (needs CASEBOOK_SCHEMAS)', () => {
  xmlRegisterFsInputProviders()
  const schema = XmlDocument.fromBuffer(readFileSync(odmSchema), { url: odmSchema })
  const validator = XsdValidator.fromDoc(schema)
  const schedules = [undefined, { visits: scheduled, activityTypes: [{ description: 'Walk', repeats: true }] }]
  const written = [[sample], [sample, sample], []].map((forms) => writeOdm(forms, heading))
  for (const text of [...written, ...schedules.map((schedule) => writeOdm([sample], heading, schedule))]) {
    const document = XmlDocument.fromString(text)
    validator.validate(document)
    document.dispose()
  }
  validator.dispose()
  schema.dispose()
})

const openEdc = `<ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" ODMVersion="1.3.2" SourceSystem="OpenEDC"><Study OID="S">
<BasicDefinitions><MeasurementUnit OID="U" Name="kg"><Symbol><TranslatedText xml:lang="nb">kilo</TranslatedText></Symbol></MeasurementUnit></BasicDefinitions>
<MetaDataVersion OID="M" Name="M"><StudyEventDef OID="E" Name="First" Repeating="No" Type="Common"/>
<FormDef OID="F" Name="f" Repeating="Yes"><Description><TranslatedText xml:lang="nb">Skjema</TranslatedText><TranslatedText xml:lang="en">Form</TranslatedText></Description>
<ItemGroupRef ItemGroupOID="G.0" Mandatory="No"/><ItemGroupRef ItemGroupOID="G.1" Mandatory="No"/></FormDef>
<ItemGroupDef OID="G.0" Name="Read"><Description><TranslatedText xml:lang="nb">Les dette.</TranslatedText></Description></ItemGroupDef>
<ItemGroupDef OID="G.1" Name="Group"><ItemRef ItemOID="I.1" Mandatory="Yes" OrderNumber="2" CollectionExceptionConditionOID="C"/>
<ItemRef ItemOID="I.2" Mandatory="No" OrderNumber="1"/><ItemRef ItemOID="I.3" Mandatory="No" OrderNumber="3" MethodOID="T"/></ItemGroupDef>
<ItemDef OID="I.1" Name="weight" DataType="float"><MeasurementUnitRef MeasurementUnitOID="U"/>
<RangeCheck Comparator="GE" SoftHard="Soft"><CheckValue>30</CheckValue></RangeCheck><RangeCheck Comparator="LT" SoftHard="Hard"><CheckValue>400</CheckValue></RangeCheck></ItemDef>
<ItemDef OID="I.2" Name="smokes" DataType="boolean"/><ItemDef OID="I.3" Name="twice" DataType="float"/><ItemDef OID="I.4" Name="x" DataType="text"/>
<ConditionDef OID="C" Name="c"><FormalExpression Context="OpenEDC">!(I.2 == "1")</FormalExpression></ConditionDef>
<MethodDef OID="T" Name="t" Type="Computation"><FormalExpression Context="OpenEDC">G.1-I.1 * 2 ^ 2</FormalExpression></MethodDef>
</MetaDataVersion></Study></ODM>`

test('the metadata of OpenEDC become form types', () => {
  const { forms, leftOut } = read(openEdc)
  expect(forms).toMatchObject([
    {
      identifier: 'Skjema',
      fields: [
        { name: 'Read', type: 'Note', label: 'Les dette.' },
        { name: 'smokes', type: 'Boolean', section: 'Group' },
        { name: 'weight', type: 'Number', unit: 'kilo', softMinimum: 30, required: true, showIf: 'smokes' },
        { name: 'twice', calculation: 'weight * (2 * 2)' },
      ],
      repeats: true,
      checks: [{ expression: 'weight < 400', field: 'weight', soft: false }],
    },
  ])
  expect(leftOut.map(({ row, text, why }) => `${row} ${text} ${why.reason}`)).toEqual([
    '11 x exchange.unused',
    '4 Form exchange.language',
    '3 First exchange.visit.day',
  ])
})

test('what is no metadata is refused', () => {
  expect(() => read('<html/>')).toThrow(/no metadata/)
  expect(() => read('<ODM><Study>')).toThrow(/damaged/)
  expect(() => read('<!DOCTYPE x [<!ENTITY a "aaaa">]><ODM>&a;</ODM>')).toThrow(/document type/)
})

test('a condition or a method that is not in the file is said to be missing', () => {
  const reference = (more: string) => `<ItemRef ItemOID="I" Mandatory="No" ${more}/>`
  const version =
    '<FormDef OID="F" Name="Form"><ItemGroupRef ItemGroupOID="G"/></FormDef>' +
    `<ItemGroupDef OID="G" Name="Group">${reference('CollectionExceptionConditionOID="C" MethodOID="M"')}</ItemGroupDef>` +
    '<ItemDef OID="I" Name="age" DataType="float"/>'
  const file = `<ODM><Study OID="S"><MetaDataVersion OID="V">${version}</MetaDataVersion></Study></ODM>`
  const { forms, leftOut } = readOdm(parseXml(Buffer.from(file)))
  expect(forms[0]?.fields).toMatchObject([{ name: 'age', type: 'Number' }])
  expect(leftOut.map(({ text, why }) => `${text} ${why.reason}`)).toEqual([
    'C exchange.expression',
    'M exchange.expression',
  ])
})
