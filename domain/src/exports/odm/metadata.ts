import { columnTypes } from '../../form-types/column-types.ts'
import { maxFieldLength } from '../../form-types/fields.ts'
import { labelsOf, saidOf } from '../../form-types/values/translations.ts'
import type { Column } from '../columns/column.ts'
import type { Profile, Profiles } from '../columns/profile.ts'
import type { StudyRow } from '../rows.ts'
import { formsOfStudy, type Item, type OdmGroup, type OdmTables } from './odm-tables.ts'
import {
  codeListOid,
  conditionOid,
  formOid,
  itemGroupOid,
  itemOid,
  metaDataVersionOid,
  methodOid,
  studyOid,
  unitOid,
} from './oids.ts'
import { basicDefinitions, conditionDef, methodDef, rangeChecks, unitOf, unitsOf } from './rules.ts'
import { element, open, textElement, translated } from './xml.ts'

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
  const units = unitsOf(groups)
  yield basicDefinitions(units)
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
    for (const item of group.items) yield itemDef(group, item, { profile, hasHistory, units })
  }
  const all = groups.flatMap(({ table, items }) => items.map(({ column }) => ({ table, column })))
  for (const { table, column } of all) if (column.options?.length) yield codeList(table, column, column.options)
  for (const { table, column } of all) yield conditionDef(table, column)
  for (const { table, column } of all) yield methodDef(table, column)
  yield '</MetaDataVersion></Study>\n'
}

function itemGroupDef({ table, items, isRepeating }: OdmGroup): string {
  const refs = items.map(({ column }, place) =>
    element('ItemRef', {
      ItemOID: itemOid(table, column),
      OrderNumber: place + 1,
      Mandatory: yesOrNo(column.required),
      MethodOID: column.asks?.calculation ? methodOid(table, column) : undefined,
      CollectionExceptionConditionOID: column.asks?.showIf ? conditionOid(table, column) : undefined,
    }),
  )
  const attributes = { OID: itemGroupOid(table), Name: table.label, Repeating: yesOrNo(isRepeating) }
  return `${element('ItemGroupDef', attributes, refs.join(''))}\n`
}

type ItemContext = { profile: Profile; hasHistory: boolean; units: readonly string[] }

function itemDef({ table }: OdmGroup, { column, place }: Item, { profile, hasHistory, units }: ItemContext): string {
  const { odm, isText } = columnTypes[column.type]
  const dataType = profile.isBeyondDay[place] ? 'text' : odm
  const known = column.length ?? (hasHistory && isText ? maxFieldLength : 1)
  const label = element('Description', {}, textElement('TranslatedText', column.label))
  const question =
    column.firstVersion === null
      ? ''
      : element('Question', {}, translated(column.label, saidOf(column.asks?.translations, 'label')))
  const unit = unitOf(column)
  const unitRef = unit && element('MeasurementUnitRef', { MeasurementUnitOID: unitOid(units.indexOf(unit)) })
  const attributes = {
    OID: itemOid(table, column),
    Name: column.name,
    DataType: dataType,
    Length: dataType === 'text' || dataType === 'integer' ? Math.max(known, profile.widths[place] ?? 0) : undefined,
    Comment: column.retired ? `Retired after version ${column.lastVersion} of the form type.` : undefined,
  }
  const content = [
    label,
    question,
    unitRef ?? '',
    ...rangeChecks(column),
    listRef(table, column),
    ...aliases(table, column),
  ]
  return `${element('ItemDef', attributes, content.join(''))}\n`
}

/** Several codes in one value are no value of the list, which then stands in an alias. */
function listRef(table: OdmGroup['table'], column: Column): string {
  if (!column.options?.length || column.multiple) return ''
  return element('CodeListRef', { CodeListOID: codeListOid(table, column) })
}

function aliases(table: OdmGroup['table'], column: Column): string[] {
  const { columnId, multiple, asks } = column
  const listed = multiple && element('Alias', { Context: 'codes_separated_by_|', Name: codeListOid(table, column) })
  const section = asks?.section && element('Alias', { Context: 'section', Name: asks.section })
  const help = asks?.help && element('Alias', { Context: 'help', Name: asks.help })
  const low = asks?.minimumLabel && element('Alias', { Context: 'minimumLabel', Name: asks.minimumLabel })
  const high = asks?.maximumLabel && element('Alias', { Context: 'maximumLabel', Name: asks.maximumLabel })
  const id = element('Alias', { Context: 'column_id', Name: columnId })
  return [id, listed, section, help, low, high].filter((one) => typeof one === 'string')
}

function codeList(table: OdmGroup['table'], column: Column, options: readonly string[]): string {
  const items = options.map((option, place) => {
    const coded = { CodedValue: option, OrderNumber: place + 1 }
    if (!column.optionLabels) return element('EnumeratedItem', coded)
    const label = translated(column.optionLabels[place] ?? option, labelsOf(column.asks?.translations, option))
    return element('CodeListItem', coded, element('Decode', {}, label))
  })
  const attributes = { OID: codeListOid(table, column), Name: column.label, DataType: 'text' }
  return `${element('CodeList', attributes, items.join(''))}\n`
}

function yesOrNo(is: boolean): 'Yes' | 'No' {
  return is ? 'Yes' : 'No'
}
