import { partsOf } from '../../expressions/parts.ts'
import { fieldDisplays } from '../../form-types/field-properties.ts'
import type { FieldType } from '../../form-types/field-types.ts'
import { problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'
import type { LeftOut, ReadForms, XmlElement } from '../exchange.ts'
import { attribute, childOf, childrenOf } from '../files/xml.ts'
import { openEdc } from '../logic/dialects.ts'
import { parseLogic } from '../logic/parse-logic.ts'
import { type Logic, madeForm, optionsOf, type Question } from '../made-form.ts'
import { joined, lineOf, linesOf, type Place } from '../texts.ts'
import { alias, aliasesOf, byOid, languageOf, negatedCel, note, ordered, severalCodes } from './elements.ts'
import { eventsOf } from './events.ts'
import { checksOf } from './range-checks.ts'
import { isOfRedcap, readProject } from './redcap-project.ts'
import { reportUnread } from './report-unread.ts'
import { isTypeInAlias, scalarOf } from './scalars.ts'
import { aliasesInLanguages, TranslatedTexts } from './translated-texts.ts'

/** Reads the metadata of a study in ODM 1.3, also as REDCap writes a project. Data are left out. */
export function readOdm(root: XmlElement): ReadForms {
  const study = childOf(root, 'Study')
  const version = study && childOf(study, 'MetaDataVersion')
  if (root.name !== 'ODM' || !version)
    throw problem('exchange.unreadable', { params: { why: 'it has no metadata of a study' } })
  const leftOut: LeftOut[] = []
  const lose = (element: XmlElement, text: string) => {
    leftOut.push({
      sheet: null,
      row: element.line,
      field: null,
      text,
      why: problem('exchange.part', { params: { part: element.name } }),
    })
  }
  for (const name of ['ClinicalData', 'ReferenceData', 'AdminData', 'Association']) {
    for (const element of childrenOf(root, name)) lose(element, '')
  }
  for (const name of ['Include', 'ImputationMethod', 'Presentation']) {
    for (const element of childrenOf(version, name)) lose(element, attribute(element, 'Name'))
  }
  for (const other of childrenOf(root, 'Study').slice(1)) lose(other, attribute(other, 'OID'))
  if (isOfRedcap(version)) return readProject(study, version, leftOut)
  const isOurs = attribute(root, 'SourceSystem') === 'Casebook'
  if (!isOurs) reportUnread(study, leftOut)
  // Ours say in the study's language what has none.
  return new StudyMetadata(study, version, isOurs ? '' : (languageOf(version) ?? ''), leftOut).read(isOurs)
}

class StudyMetadata {
  readonly #version: XmlElement
  readonly #leftOut: LeftOut[]
  readonly #texts: TranslatedTexts
  readonly #units: ReadonlyMap<string, XmlElement>
  readonly #byKind = new Map<string, ReadonlyMap<string, XmlElement>>()
  readonly #names: readonly string[]

  constructor(study: XmlElement, version: XmlElement, language: string, leftOut: LeftOut[]) {
    this.#version = version
    this.#leftOut = leftOut
    this.#texts = new TranslatedTexts(language, leftOut)
    this.#units = byOid(childOf(study, 'BasicDefinitions'), 'MeasurementUnit')
    for (const kind of ['ItemGroupDef', 'ItemDef', 'CodeList', 'ConditionDef', 'MethodDef']) {
      this.#byKind.set(kind, byOid(version, kind))
    }
    const groups = childrenOf(version, 'ItemGroupDef').flatMap((group) => {
      return childrenOf(group, 'ItemRef').flatMap((item) => aliasesOf(group, attribute(item, 'ItemOID')))
    })
    this.#names = [...new Set(groups)]
  }

  read(isOurs: boolean): ReadForms {
    const identifiers = new Map<string, string>()
    const forms = childrenOf(this.#version, 'FormDef').flatMap((form) => {
      const place = { sheet: null, row: form.line, field: null }
      const identifier = lineOf(
        this.#text(childOf(form, 'Description')) || attribute(form, 'Name'),
        place,
        this.#leftOut,
        200,
      )
      const questions = ordered(form, 'ItemGroupRef').flatMap((reference) => this.#group(reference))
      if (questions.length > 0) {
        identifiers.set(attribute(form, 'OID'), identifier)
        const repeating = attribute(form, 'Repeating') === 'Yes' ? { repeats: true } : {}
        return [{ ...madeForm(identifier, questions, this.#leftOut), ...repeating }]
      }
      this.#leftOut.push({ ...place, text: identifier, why: problem('exchange.empty') })
      return []
    })
    const textOf = (element: XmlElement | undefined) => this.#text(element)
    const events = eventsOf(this.#version, identifiers, { isOurs, textOf }, this.#leftOut)
    return { forms, leftOut: this.#leftOut, ...events }
  }

  #of(kind: string, oid: string): XmlElement | undefined {
    return this.#byKind.get(kind)?.get(oid)
  }

  #repeats(element: XmlElement, place: Place): void {
    if (attribute(element, 'Repeating') !== 'Yes') return
    this.#leftOut.push({ ...place, text: attribute(element, 'Name'), why: problem('exchange.repeat') })
  }

  /** The text in the language of the file. Those in others are reported. */
  #text(element: XmlElement | undefined): string {
    const { text, others } = this.#texts.of(element)
    for (const other of others) this.#texts.report(other)
    return text
  }

  #group(reference: XmlElement): Question[] {
    const group = this.#of('ItemGroupDef', attribute(reference, 'ItemGroupOID'))
    if (!group) return []
    const name = attribute(group, 'Name')
    const place = { sheet: null, row: group.line, field: name }
    this.#repeats(group, place)
    const described = this.#texts.said(childOf(group, 'Description'), place, 'section')
    const heading = described.text || (alias(group, 'section') === 'none' ? '' : name)
    const references = ordered(group, 'ItemRef')
    if (references.length === 0) return [note(name || attribute(group, 'OID'), heading, place, this.#leftOut)]
    const section = heading && lineOf(heading, place, this.#leftOut)
    const whole = this.#condition(reference)
    return references.flatMap((item, at) => {
      const question = this.#item(item, group, whole)
      if (question && section && at === 0) {
        question.field.section = section
        question.field.translations = joined([...(question.field.translations ?? []), ...described.said])
      }
      return question ? [question] : []
    })
  }

  #item(reference: XmlElement, group: XmlElement, whole: readonly Logic[]): Question | undefined {
    const oid = attribute(reference, 'ItemOID')
    const item = this.#of('ItemDef', oid)
    if (!item) return undefined
    const name = attribute(item, 'Name') || oid
    const place = { sheet: null, row: item.line, field: name }
    const typed = this.#typed(item, place)
    if (!typed) return undefined
    const asked = this.#texts.said(childOf(item, 'Question'), place, 'label')
    const labelled =
      asked.text || asked.said.length > 0 ? asked : this.#texts.said(childOf(item, 'Description'), place, 'label')
    const label = lineOf(labelled.text, place, this.#leftOut)
    const translations = joined([...(typed.translations ?? []), ...labelled.said, ...aliasesInLanguages(item)])
    const help = alias(item, 'help')
    const variable = alias(item, 'variable')
    const unit = this.#unit(item)
    const display = fieldDisplays.find((own) => own === alias(item, 'display'))
    const placeholder = alias(item, 'placeholder')
    const minimumLabel = alias(item, 'minimumLabel')
    const maximumLabel = alias(item, 'maximumLabel')
    const { checks, limits } = checksOf(item, {
      place,
      oid,
      type: typed.type,
      isWhole: typed.decimals === 0,
      texts: this.#texts,
      leftOut: this.#leftOut,
    })
    const method = attribute(reference, 'MethodOID')
    const question: Question = {
      place,
      name,
      aliases: [oid, ...aliasesOf(group, oid)],
      field: {
        required: attribute(reference, 'Mandatory') === 'Yes' && typed.type !== 'Note',
        ...(label ? { label } : {}),
        ...(help ? { help: linesOf(help, place, this.#leftOut) } : {}),
        ...(variable ? { variable } : {}),
        ...(placeholder ? { placeholder } : {}),
        ...(minimumLabel ? { minimumLabel } : {}),
        ...(maximumLabel ? { maximumLabel } : {}),
        ...(alias(item, 'multiline') ? { multiline: true } : {}),
        ...(alias(item, 'identifying') ? { identifying: true } : {}),
        ...(unit && ['Number', 'String'].includes(typed.type) ? { unit } : {}),
        ...typed,
        ...limits,
        ...(display ? { display } : {}),
        ...(translations.length > 0 ? { translations } : {}),
      },
      showIf: [...whole, ...this.#condition(reference)],
      calculation: method ? this.#logic('MethodDef', method) : undefined,
      checks,
    }
    return question
  }

  #unit(item: XmlElement): string {
    const reference = childOf(item, 'MeasurementUnitRef')
    const unit = reference && this.#units.get(attribute(reference, 'MeasurementUnitOID'))
    if (!unit) return ''
    const place = { sheet: null, row: unit.line, field: null }
    return lineOf(this.#text(childOf(unit, 'Symbol')) || attribute(unit, 'Name'), place, this.#leftOut)
  }

  /** ODM says when an item is not collected. */
  #condition(reference: XmlElement): Logic[] {
    const oid = attribute(reference, 'CollectionExceptionConditionOID')
    if (!oid) return []
    const { text, part, cel } = this.#logic('ConditionDef', oid)
    if (cel !== undefined) return [negatedCel(cel, part)]
    return [{ text, part: part && (part.kind === 'not' ? part.of : { kind: 'not', of: part }) }]
  }

  /** What a definition says; one that is not in the file is not understood. */
  #logic(kind: 'ConditionDef' | 'MethodDef', oid: string): Logic {
    const definition = this.#of(kind, oid)
    if (!definition) return { text: oid, part: undefined }
    const all = childrenOf(definition, 'FormalExpression')
    const own = all.find((expression) => attribute(expression, 'Context') === 'CEL')
    const text = (own ?? all[0])?.text.trim() ?? ''
    return own ? { text, part: partsOf(text), cel: text } : { text, part: parseLogic(text, openEdc(this.#names)) }
  }

  #typed(item: XmlElement, place: Place): (Partial<Question['field']> & { type: FieldType }) | undefined {
    const given = attribute(item, 'DataType')
    const reference = childOf(item, 'CodeListRef')
    const several = alias(item, severalCodes)
    const named = alias(item, 'type')
    if (isTypeInAlias(named)) return { type: named }
    if (several || (reference && given !== 'boolean')) {
      const list = this.#of('CodeList', several || attribute(reference ?? item, 'CodeListOID'))
      const { options, translations } = this.#options(list, place)
      if (options.length > 0) return { type: 'Choice', options, translations, ...(several ? { multiple: true } : {}) }
      this.#leftOut.push({ ...place, text: attribute(list ?? item, 'OID'), why: problem('exchange.options.none') })
      return { type: 'String' }
    }
    return scalarOf(item, place, this.#leftOut)
  }

  #options(list: XmlElement | undefined, place: Place) {
    const items = ordered(list, 'CodeListItem', 'EnumeratedItem')
    const decoded = items.map((item) => {
      const code = attribute(item, 'CodedValue')
      const { text, said } = this.#texts.said(childOf(item, 'Decode'), { ...place, row: item.line }, 'label')
      const label = lineOf(text || code, { ...place, row: item.line }, this.#leftOut)
      const translations = said.flatMap(({ language, label: own }) =>
        own ? [{ language, options: [{ code: cleanName(code), label: own }] }] : [],
      )
      return { code, label, translations }
    })
    return {
      options: optionsOf(decoded, (at) => ({ ...place, row: items[at]?.line ?? null }), this.#leftOut),
      translations: joined(decoded.flatMap(({ translations }) => translations)),
    }
  }
}
