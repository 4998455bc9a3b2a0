import { problem } from '../../shared/problems.ts'
import type { LeftOut, XmlElement } from '../exchange.ts'
import { attribute, childOf, childrenOf } from '../files/xml.ts'

/** What is read within the elements of a study. Each other element is reported, also those that a program added. */
const readWithin: Readonly<Record<string, readonly string[]>> = {
  Study: ['GlobalVariables', 'BasicDefinitions', 'MetaDataVersion'],
  BasicDefinitions: ['MeasurementUnit'],
  MeasurementUnit: ['Symbol'],
  // The last three are reported by themselves.
  MetaDataVersion: [
    ...['Protocol', 'StudyEventDef', 'FormDef', 'ItemGroupDef', 'ItemDef', 'CodeList', 'ConditionDef', 'MethodDef'],
    ...['Include', 'ImputationMethod', 'Presentation'],
  ],
  Protocol: ['StudyEventRef'],
  StudyEventDef: ['Description', 'FormRef', 'Alias'],
  FormDef: ['Description', 'ItemGroupRef'],
  ItemGroupDef: ['Description', 'ItemRef', 'Alias'],
  ItemDef: ['Question', 'Description', 'CodeListRef', 'MeasurementUnitRef', 'RangeCheck', 'Alias'],
  RangeCheck: ['CheckValue', 'FormalExpression', 'ErrorMessage', 'MeasurementUnitRef'],
  // An external list is reported as options that are not in the file.
  CodeList: ['CodeListItem', 'EnumeratedItem', 'ExternalCodeList'],
  CodeListItem: ['Decode'],
  EnumeratedItem: [],
  ConditionDef: ['Description', 'FormalExpression'],
  MethodDef: ['Description', 'FormalExpression'],
}

/** Elements that are read once where a file may have several. */
const readOnce = ['MetaDataVersion', 'MeasurementUnitRef', 'CodeListRef', 'FormalExpression']

/** Attributes that say something to people, and are not read. */
const unread = ['Comment', 'Origin', 'Purpose', 'Domain', 'Role', 'Category', 'Rank']
const conditional = ['StudyEventRef', 'FormRef']

const contexts = new Set(
  'section help variable display placeholder minimumLabel maximumLabel multiline identifying type'.split(' '),
)

/** The definitions, and the attributes by which others refer to them. */
const references: Readonly<Record<string, string>> = {
  ItemGroupDef: 'ItemGroupOID',
  ItemDef: 'ItemOID',
  CodeList: 'CodeListOID',
  ConditionDef: 'CollectionExceptionConditionOID',
  MethodDef: 'MethodOID',
  MeasurementUnit: 'MeasurementUnitOID',
}

/** Reports what another program wrote into the metadata of a study, and what is not read of it. */
export function reportUnread(study: XmlElement, leftOut: LeftOut[]): void {
  const lose = (element: XmlElement, part: string, text: string, of = element) =>
    leftOut.push({ ...placeOf(of), row: element.line, text, why: problem('exchange.part', { params: { part } }) })
  const all = elementsIn(study)
  for (const element of all) {
    const read = readWithin[element.name]
    if (!read) continue
    const seen = new Set<string>()
    for (const child of element.children) {
      const isAgain = readOnce.includes(child.name) && seen.has(child.name)
      seen.add(child.name)
      if (isAgain || !read.includes(child.name)) lose(child, child.name, textIn(child), element)
      else if (child.name === 'Alias' && !contexts.has(contextOf(child)))
        lose(child, `Alias ${attribute(child, 'Context')}`, attribute(child, 'Name'), element)
    }
  }
  for (const element of all) {
    if (element.name === 'ItemDef') {
      const asked = textsIn(childOf(element, 'Question'))
      for (const text of textsIn(childOf(element, 'Description'))) {
        if (asked.length > 0 && !asked.includes(text)) lose(element, 'Description', text)
      }
    }
    for (const part of unread) if (attribute(element, part)) lose(element, part, attribute(element, part))
    const condition = attribute(element, 'CollectionExceptionConditionOID')
    if (condition && conditional.includes(element.name)) lose(element, 'CollectionExceptionConditionOID', condition)
  }
  reportReferences(all, leftOut)
}

/** Definitions that nothing in the file uses, and references to what is not there. */
function reportReferences(all: readonly XmlElement[], leftOut: LeftOut[]): void {
  for (const [name, by] of Object.entries(references)) {
    const defined = all.filter((element) => element.name === name)
    const referring = all.filter((element) => element.name !== name && attribute(element, by))
    const used = new Set(referring.map((element) => attribute(element, by)))
    const known = new Set(defined.map((element) => attribute(element, 'OID')))
    for (const element of defined) {
      if (used.has(attribute(element, 'OID'))) continue
      const text = attribute(element, 'Name') || attribute(element, 'OID')
      leftOut.push({ ...placeOf(element), text, why: problem('exchange.unused') })
    }
    // A condition or a method that is not there is told where it is needed.
    if (name === 'ConditionDef' || name === 'MethodDef') continue
    for (const element of referring) {
      const text = attribute(element, by)
      if (!known.has(text)) leftOut.push({ ...placeOf(element), text, why: problem('exchange.dangling') })
    }
  }
}

function placeOf(element: XmlElement) {
  return { sheet: null, row: element.line, field: attribute(element, 'Name') || null }
}

/** Those that are read, outermost first. */
function elementsIn(element: XmlElement): XmlElement[] {
  const read = readWithin[element.name] ?? []
  const [version] = childrenOf(element, 'MetaDataVersion')
  const inside = element.children.filter(
    (child) => read.includes(child.name) && (child.name !== 'MetaDataVersion' || child === version),
  )
  return [element, ...inside.flatMap(elementsIn)]
}

/** The beginning of a context: `help:nb` is a help. */
function contextOf(alias: XmlElement): string {
  return attribute(alias, 'Context').split(':')[0] ?? ''
}

function textIn(element: XmlElement): string {
  const [said = ''] = textsIn(element)
  return element.text.trim() || said || [...element.attributes.values()].join(' ')
}

function textsIn(element: XmlElement | undefined): string[] {
  return element ? childrenOf(element, 'TranslatedText').map(({ text }) => text.trim()) : []
}
