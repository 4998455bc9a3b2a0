import { expect, test } from 'vitest'
import { parseXml } from '../files/xml.ts'
import { readOdm } from './read-odm.ts'

/** As a capture system writes it: each line has something that is not carried over. */
const version = `
<Protocol><Description><TranslatedText>All visits</TranslatedText></Description><StudyEventRef StudyEventOID="E1" Mandatory="Yes"/>
<StudyEventRef StudyEventOID="E2" Mandatory="No" CollectionExceptionConditionOID="C"/></Protocol>
<StudyEventDef OID="E1" Name="Screening" Repeating="No" Type="Unscheduled"><FormRef FormOID="F" Mandatory="Yes"/></StudyEventDef>
<StudyEventDef OID="E2" Name="Event" Repeating="Yes" Type="Unscheduled"><FormRef FormOID="F" Mandatory="Yes"/><x:Details x:hidden="yes"/></StudyEventDef>
<FormDef OID="F" Name="Vital signs"><ItemGroupRef ItemGroupOID="G"/><ItemGroupRef ItemGroupOID="GONE"/></FormDef>
<ItemGroupDef OID="G" Name="Body" Comment="Before noon"><ItemRef ItemOID="I1" CollectionExceptionConditionOID="C"/>
<ItemRef ItemOID="I2"/><ItemRef ItemOID="LOST"/></ItemGroupDef>
<ItemDef OID="I1" Name="weight" DataType="float"><Question><TranslatedText>Weight?</TranslatedText></Question>
<Description><TranslatedText>Of the body</TranslatedText></Description><ExternalQuestion Dictionary="D" Code="q1"/><Alias Context="SDTM" Name="VSORRES"/></ItemDef>
<ItemDef OID="I2" Name="severity" DataType="text"><CodeListRef CodeListOID="L"/></ItemDef>
<ItemDef OID="I3" Name="unused" DataType="text"/>
<CodeList OID="L" Name="Severity"><CodeListItem CodedValue="b" OrderNumber="2"/>
<CodeListItem CodedValue="a" OrderNumber="1" Rank="7"/></CodeList>
<ConditionDef OID="C" Name="c"><FormalExpression Context="OpenEDC">I2 == "a"</FormalExpression></ConditionDef>`

test('whatever is not carried over is listed with its line, and options come in their order', () => {
  const file = `<ODM xmlns:x="http://example.org/x"><Study OID="S"><MetaDataVersion OID="V">${version}</MetaDataVersion></Study><Study OID="T"/></ODM>`
  const { forms, leftOut } = readOdm(parseXml(Buffer.from(file)))
  expect(forms[0]?.fields).toMatchObject([
    { name: 'weight', label: 'Weight?' },
    { name: 'severity', options: [{ code: 'a' }, { code: 'b' }] },
  ])
  const said = leftOut.map(({ row, field, text, why: { reason, params } }) => {
    return [row, field, text, reason.replace('exchange.', ''), params?.part].filter(Boolean).join(' ')
  })
  expect(said.toSorted()).toEqual(
    [
      '15 T part Study',
      '2 All visits part Description',
      '3 C part CollectionExceptionConditionOID',
      '5 Event yes part Details',
      '6 GONE dangling',
      '7 Body Before noon part Comment',
      '8 LOST dangling',
      '9 weight Of the body part Description',
      '10 weight D q1 part ExternalQuestion',
      '10 weight VSORRES part Alias SDTM',
      '12 unused unused unused',
      '14 7 part Rank',
    ].toSorted(),
  )
})

test('what a project of REDCap has beside its forms is listed, each kind once', () => {
  const item = '<ItemDef OID="name" Name="name" DataType="text" redcap:Variable="name" redcap:FieldType="text"/>'
  const first = item.replaceAll('"name"', '"id"')
  const refs = '<ItemRef ItemOID="id"/><ItemRef ItemOID="name"/>'
  const metadata = `<MetaDataVersion OID="M"><FormDef OID="F" Name="Visit" redcap:FormName="visit"><ItemGroupRef ItemGroupOID="G"/></FormDef>
<ItemGroupDef OID="G" Name="Visit">${refs}</ItemGroupDef>${first}${item}</MetaDataVersion>`
  const global = `<GlobalVariables><StudyName>A</StudyName><redcap:SurveysEnabled>1</redcap:SurveysEnabled>
<redcap:UserRolesGroup><redcap:UserRoles role_name="api"/><redcap:UserRoles role_name="b"/></redcap:UserRolesGroup></GlobalVariables>`
  const { forms, leftOut } = readOdm(
    parseXml(
      Buffer.from(`<ODM xmlns:redcap="https://projectredcap.org"><Study OID="S">${global}${metadata}</Study></ODM>`),
    ),
  )
  expect(forms.map(({ fields }) => fields.map(({ name }) => name))).toEqual([['name']])
  expect(leftOut.map(({ row, why }) => `${row} ${why.reason} ${why.params?.part ?? ''}`)).toEqual([
    '3 exchange.record-id ',
    '2 exchange.part UserRolesGroup',
  ])
})

test('an option whose code is taken is listed with its line; options without a number come first', () => {
  const items = `<CodeListItem CodedValue="c" OrderNumber="3"/>
<CodeListItem CodedValue="a" OrderNumber="first"/>
<CodeListItem CodedValue="c" OrderNumber="4"/>`
  const file = `<ODM><Study OID="S"><MetaDataVersion OID="V"><FormDef OID="F" Name="Visit"><ItemGroupRef ItemGroupOID="G"/></FormDef>
<ItemGroupDef OID="G" Name="G"><ItemRef ItemOID="I"/></ItemGroupDef>
<ItemDef OID="I" Name="severity" DataType="text"><CodeListRef CodeListOID="L"/></ItemDef>
<CodeList OID="L" Name="L">${items}</CodeList></MetaDataVersion></Study></ODM>`
  const { forms, leftOut } = readOdm(parseXml(Buffer.from(file)))
  expect(forms[0]?.fields).toMatchObject([{ name: 'severity', options: [{ code: 'a' }, { code: 'c' }] }])
  expect(leftOut).toMatchObject([{ row: 6, field: 'severity', text: 'c', why: { reason: 'exchange.option' } }])
})
