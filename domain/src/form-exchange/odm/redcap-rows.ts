import type { XmlElement } from '../exchange.ts'
import { attribute, childOf, childrenOf } from '../files/xml.ts'
import { blankRow, type DictionaryRow } from '../redcap/dictionary.ts'

/** Whether REDCap wrote the metadata. */
export function isOfRedcap(version: XmlElement): boolean {
  return childrenOf(version, 'ItemDef').some((item) => item.attributes.has('redcap:FieldType'))
}

/** The rows of the data dictionary that a project's XML contains. */
export function redcapRows(version: XmlElement): DictionaryRow[] {
  const byOid = (name: string) => new Map(childrenOf(version, name).map((one) => [attribute(one, 'OID'), one]))
  const [groups, items, lists] = [byOid('ItemGroupDef'), byOid('ItemDef'), byOid('CodeList')]
  return childrenOf(version, 'FormDef').flatMap((form) => {
    const seen = new Set<string>([`${attribute(form, 'redcap:FormName')}_complete`])
    return childrenOf(form, 'ItemGroupRef')
      .flatMap((reference) => childrenOf(groups.get(attribute(reference, 'ItemGroupOID')) ?? form, 'ItemRef'))
      .flatMap((reference) => {
        const item = items.get(attribute(reference, 'ItemOID'))
        const name = attribute(item, 'redcap:Variable')
        // A checkbox is an item for each of its options.
        if (!item || !name || seen.has(name)) return []
        seen.add(name)
        return [rowOf(item, attribute(form, 'Name'), lists)]
      })
  })
}

function rowOf(item: XmlElement, form: string, lists: ReadonlyMap<string, XmlElement>): DictionaryRow {
  const of = (name: string) => attribute(item, `redcap:${name}`)
  const list = lists.get(attribute(childOf(item, 'CodeListRef'), 'CodeListOID'))
  const bound = (comparator: string) => {
    const check = childrenOf(item, 'RangeCheck').find((one) => attribute(one, 'Comparator') === comparator)
    return check ? (childOf(check, 'CheckValue')?.text.trim() ?? '') : ''
  }
  return {
    ...blankRow,
    row: item.line,
    name: of('Variable'),
    form,
    section: of('SectionHeader'),
    type: of('FieldType'),
    label: childOf(childOf(item, 'Question'), 'TranslatedText')?.text.trim() ?? '',
    choices: of('Calculation') || of('SliderLabels') || (list ? choicesOf(list) : ''),
    note: of('FieldNote'),
    validation: of('TextValidationType'),
    minimum: bound('GE'),
    maximum: bound('LE'),
    identifier: of('Identifier'),
    branching: of('BranchingLogic'),
    required: of('RequiredField'),
    alignment: of('CustomAlignment'),
    question: of('QuestionNumber'),
    matrix: of('MatrixGroupName'),
    ranking: of('MatrixRanking'),
    annotation: of('FieldAnnotation'),
  }
}

function choicesOf(list: XmlElement): string {
  const ofCheckbox = attribute(list, 'redcap:CheckboxChoices')
  if (ofCheckbox) return ofCheckbox
  return childrenOf(list, 'CodeListItem')
    .map((item) => {
      const label = childOf(childOf(item, 'Decode'), 'TranslatedText')?.text.trim() ?? ''
      return `${attribute(item, 'CodedValue')}, ${label.replaceAll('|', '/')}`
    })
    .join(' | ')
}
