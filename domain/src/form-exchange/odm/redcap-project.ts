import { caseKey } from '../../shared/names/names.ts'
import { problem } from '../../shared/problems.ts'
import type { LeftOut, ReadForms, XmlElement } from '../exchange.ts'
import { attribute, childOf, childrenOf } from '../files/xml.ts'
import { blankRow, type DictionaryRow } from '../redcap/dictionary.ts'
import { readDictionary } from '../redcap/read-redcap.ts'
import { lineOf } from '../texts.ts'
import { eventsOf } from './events.ts'

/** Whether REDCap wrote the metadata. */
export function isOfRedcap(version: XmlElement): boolean {
  return childrenOf(version, 'ItemDef').some((item) => item.attributes.has('redcap:FieldType'))
}

/** A project: its dictionary, its events as visits, and which instruments and events repeat. */
export function readProject(study: XmlElement, version: XmlElement, leftOut: LeftOut[]): ReadForms {
  const rows = redcapRows(version)
  const read = readDictionary(rows, attribute(version, 'redcap:RecordIdField') || rows[0]?.name)
  leftOut.push(...read.leftOut)
  // What a project has besides: roles, reports, alerts, surveys.
  const global = childOf(study, 'GlobalVariables')
  for (const group of global ? global.children.filter(({ children }) => children.length > 0) : []) {
    if (group.name === 'RepeatingInstrumentsAndEvents') continue
    const why = problem('exchange.part', { params: { part: group.name } })
    leftOut.push({ sheet: null, row: group.line, field: null, text: '', why })
  }
  const known = new Map(read.forms.map(({ identifier }) => [caseKey(identifier), identifier]))
  const instruments = below(study, 'RepeatingInstrument')
  const repeated = new Set(instruments.map((one) => attribute(one, 'redcap:RepeatInstrument')))
  for (const one of instruments) {
    const text = attribute(one, 'redcap:CustomLabel')
    const place = { sheet: null, row: one.line, field: null }
    if (text) leftOut.push({ ...place, text, why: problem('exchange.part', { params: { part: 'Custom Label' } }) })
  }
  const identifiers = new Map<string, string>()
  const repeating = new Set<string>()
  for (const form of childrenOf(version, 'FormDef')) {
    const place = { sheet: null, row: form.line, field: null }
    const identifier = known.get(caseKey(lineOf(attribute(form, 'Name'), place, [], 200)))
    if (identifier === undefined) continue
    identifiers.set(attribute(form, 'OID'), identifier)
    if (repeated.has(attribute(form, 'redcap:FormName'))) repeating.add(identifier)
  }
  const forms = read.forms.map((form) => (repeating.has(form.identifier) ? { ...form, repeats: true } : form))
  const repeatedEvents = below(study, 'RepeatingEvent').map((one) => attribute(one, 'redcap:UniqueEventName'))
  const reading = { isOurs: false, textOf: () => '', repeated: new Set(repeatedEvents) }
  return { forms, leftOut, ...eventsOf(version, identifiers, reading, leftOut) }
}

function below(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : below(child, name)))
}

/** The rows of the data dictionary that a project's XML contains. */
function redcapRows(version: XmlElement): DictionaryRow[] {
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
