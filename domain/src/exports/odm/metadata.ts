import { columnTypes } from '../../form-types/column-types.ts'
import { maxFieldLength } from '../../form-types/fields.ts'
import type { Column } from '../columns/column.ts'
import type { Profile, Profiles } from '../columns/profile.ts'
import type { StudyRow } from '../rows.ts'
import { formsOfStudy, type Item, type OdmGroup, type OdmTables } from './odm-tables.ts'
import { codeListOid, formOid, itemGroupOid, itemOid, metaDataVersionOid, studyOid } from './oids.ts'
import { element, open, textElement } from './xml.ts'

export const studyEventOid = 'SE.SUBJECT'

type Options = { tables: OdmTables; profiles: Profiles; hasHistory: boolean }

/** A study with the definitions of everything that its subjects' data reference. */
export async function* studyMetadata(study: StudyRow, { tables, profiles, hasHistory }: Options) {
  const forms = formsOfStudy(tables, study.studyid)
  const groups = forms.flatMap((form) => form.groups)
  yield open('Study', { OID: studyOid(study.studyid) })
  yield element(
    'GlobalVariables',
    {},
    textElement('StudyName', study.name) +
      textElement('StudyDescription', study.name) +
      textElement('ProtocolName', study.identifier ?? study.name),
  )
  yield open('MetaDataVersion', { OID: metaDataVersionOid, Name: study.name })
  yield element(
    'Protocol',
    {},
    element('StudyEventRef', { StudyEventOID: studyEventOid, OrderNumber: 1, Mandatory: 'Yes' }),
  )
  const formRefs = forms.map(({ group: { table } }, place) =>
    element('FormRef', { FormOID: formOid(table), OrderNumber: place + 1, Mandatory: 'No' }),
  )
  const event = { OID: studyEventOid, Name: 'Subject', Repeating: 'No', Type: 'Common' }
  yield `${element('StudyEventDef', event, formRefs.join(''))}\n`
  for (const form of forms) {
    const { table } = form.group
    const refs = form.groups.map((group, place) =>
      element('ItemGroupRef', { ItemGroupOID: itemGroupOid(group.table), OrderNumber: place + 1, Mandatory: 'No' }),
    )
    yield `${element('FormDef', { OID: formOid(table), Name: table.label, Repeating: yesOrNo(form.isRepeating) }, refs.join(''))}\n`
  }
  for (const group of groups) yield itemGroupDef(group)
  for (const group of groups) {
    const profile = await profiles.of(group.table)
    for (const item of group.items) yield itemDef(group, item, profile, hasHistory)
  }
  for (const { table, items } of groups) {
    for (const { column } of items) if (column.options?.length) yield codeList(table, column, column.options)
  }
  yield '</MetaDataVersion></Study>\n'
}

function itemGroupDef({ table, items, isRepeating }: OdmGroup): string {
  const refs = items.map(({ column }, place) =>
    element('ItemRef', {
      ItemOID: itemOid(table, column),
      OrderNumber: place + 1,
      Mandatory: yesOrNo(column.required),
    }),
  )
  const attributes = { OID: itemGroupOid(table), Name: table.label, Repeating: yesOrNo(isRepeating) }
  return `${element('ItemGroupDef', attributes, refs.join(''))}\n`
}

function itemDef({ table }: OdmGroup, { column, place }: Item, profile: Profile, hasHistory: boolean): string {
  const { odm, isText } = columnTypes[column.type]
  const dataType = profile.isBeyondDay[place] ? 'text' : odm
  const known = column.length ?? (hasHistory && isText ? maxFieldLength : 1)
  const label = element('Description', {}, textElement('TranslatedText', column.label))
  const question =
    column.firstVersion === null ? '' : element('Question', {}, textElement('TranslatedText', column.label))
  const check = column.pattern ? element('RangeCheck', { SoftHard: 'Hard' }, patternText(column.pattern)) : ''
  const list = column.options?.length ? element('CodeListRef', { CodeListOID: codeListOid(table, column) }) : ''
  const attributes = {
    OID: itemOid(table, column),
    Name: column.name,
    DataType: dataType,
    Length: dataType === 'text' || dataType === 'integer' ? Math.max(known, profile.widths[place] ?? 0) : undefined,
    Comment: column.retired ? `Retired after version ${column.lastVersion} of the form type.` : undefined,
  }
  const alias = element('Alias', { Context: 'column_id', Name: column.columnId })
  return `${element('ItemDef', attributes, label + question + check + list + alias)}\n`
}

function patternText(pattern: string): string {
  return textElement('FormalExpression', pattern).replace('<FormalExpression>', '<FormalExpression Context="RE2">')
}

function codeList(table: OdmGroup['table'], column: Column, options: readonly string[]): string {
  const items = options.map((option, place) =>
    element('EnumeratedItem', { CodedValue: option, OrderNumber: place + 1 }),
  )
  const attributes = { OID: codeListOid(table, column), Name: column.label, DataType: 'text' }
  return `${element('CodeList', attributes, items.join(''))}\n`
}

function yesOrNo(is: boolean): 'Yes' | 'No' {
  return is ? 'Yes' : 'No'
}
