import type { Definitions } from '../../exports/definitions/definitions.ts'
import { element, open, textElement, translated } from '../../exports/odm/xml.ts'
import { labelOf, optionsOf } from '../../form-types/field-properties.ts'
import { cleanFields } from '../../form-types/form-types.rules.ts'
import { labelsOf, messagesOf, saidOf } from '../../form-types/values/translations.ts'
import { caseKey, sameText } from '../../shared/names/names.ts'
import type { ExchangedForm } from '../exchange.ts'
import { eventOid, writtenEvents } from './events.ts'
import { dataTypeOf } from './scalars.ts'
import { type Field, writtenAliases } from './written-aliases.ts'

type Heading = { studyid: string; studyName: string; at: string; release: string }

/** The visits that these form types belong to, and the activity types of the study. */
type Schedule = Pick<Definitions, 'visits' | 'activityTypes'>

/**
 * Form types and visits as metadata of ODM 1.3.2. Nothing is left out: what ODM has no element for is in aliases, and
 * expressions are in CEL. Without visits, all form types belong to one event.
 */
export function writeOdm(
  forms: readonly ExchangedForm[],
  { studyid, studyName, at, release }: Heading,
  { visits = [], activityTypes }: Schedule = { activityTypes: [] },
): string {
  const all = forms.map((form, place) => new WrittenForm(form, `${place + 1}`))
  const units = [...new Set(all.flatMap(({ fields }) => fields.flatMap(({ unit }) => unit || [])))]
  const oids = new Map(all.map(({ oid }, place) => [caseKey(forms[place]?.identifier ?? ''), oid]))
  const events = visits.length > 0 ? writtenEvents({ visits, activityTypes, oids }) : [wholeEvent(all)]
  const refs = events.map((_, place) =>
    element('StudyEventRef', { StudyEventOID: eventOid(place), OrderNumber: place + 1, Mandatory: 'Yes' }),
  )
  const version = [
    element('Protocol', {}, refs.join('')),
    ...events,
    ...all.map((form) => form.formDef()),
    ...all.map((form) => form.groupDefs()),
    ...all.map((form) => form.itemDefs(units)),
    ...all.map((form) => form.codeLists()),
    ...all.map((form) => form.conditionDefs()),
    ...all.map((form) => form.methodDefs()),
  ]
  const basic = units.map((unit, place) =>
    element('MeasurementUnit', { OID: `MU.${place + 1}`, Name: unit }, element('Symbol', {}, translated(unit))),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    open('ODM', {
      xmlns: 'http://www.cdisc.org/ns/odm/v1.3',
      ODMVersion: '1.3.2',
      FileType: 'Snapshot',
      Granularity: 'Metadata',
      FileOID: `casebook.${studyid}.${at}`,
      CreationDateTime: at,
      SourceSystem: 'Casebook',
      SourceSystemVersion: release,
    }),
    open('Study', { OID: `S.${studyid}` }),
    element(
      'GlobalVariables',
      {},
      textElement('StudyName', studyName) +
        textElement('StudyDescription', studyName) +
        textElement('ProtocolName', studyName),
    ),
    ...(basic.length > 0 ? [element('BasicDefinitions', {}, basic.join(''))] : []),
    open('MetaDataVersion', { OID: 'MDV.1', Name: studyName }),
    ...version.filter((text) => text !== ''),
    '</MetaDataVersion></Study></ODM>\n',
  ].join('\n')
}

/** The event of studies without visits. Its type tells it from a visit. */
function wholeEvent(all: readonly WrittenForm[]): string {
  const refs = all.map(({ oid }, place) =>
    element('FormRef', { FormOID: oid, OrderNumber: place + 1, Mandatory: 'No' }),
  )
  return element('StudyEventDef', { OID: eventOid(0), Name: 'Subject', Repeating: 'No', Type: 'Common' }, refs.join(''))
}

class WrittenForm {
  readonly #form: ExchangedForm
  readonly #number: string
  readonly fields: readonly Field[]

  constructor(form: ExchangedForm, number: string) {
    this.#form = form
    this.#number = number
    this.fields = cleanFields(form.fields)
  }

  get oid(): string {
    return `F.${this.#number}`
  }

  #oid(kind: string, { variable }: Field): string {
    return `${kind}.${this.#number}.${variable}`
  }

  /** The fields by the sections that they begin. */
  #groups(): { oid: string; section: string; fields: Field[] }[] {
    const groups: { oid: string; section: string; fields: Field[] }[] = []
    for (const field of this.fields) {
      const last = groups.at(-1)
      if (last && !field.section) last.fields.push(field)
      else
        groups.push({ oid: `IG.${this.#number}.${groups.length + 1}`, section: field.section ?? '', fields: [field] })
    }
    return groups
  }

  formDef(): string {
    const refs = this.#groups().map(({ oid }, place) =>
      element('ItemGroupRef', { ItemGroupOID: oid, OrderNumber: place + 1, Mandatory: 'No' }),
    )
    const Repeating = this.#form.repeats ? 'Yes' : 'No'
    return element('FormDef', { OID: this.oid, Name: this.#form.identifier, Repeating }, refs.join(''))
  }

  groupDefs(): string {
    const groups = this.#groups().map(({ oid, section, fields }) => {
      const refs = fields.map((field, place) =>
        element('ItemRef', {
          ItemOID: this.#oid('I', field),
          OrderNumber: place + 1,
          Mandatory: field.required ? 'Yes' : 'No',
          MethodOID: field.calculation ? this.#oid('M', field) : undefined,
          CollectionExceptionConditionOID: field.showIf ? this.#oid('C', field) : undefined,
        }),
      )
      const said = saidOf(fields[0]?.translations, 'section')
      const heading = section ? element('Description', {}, translated(section, said)) : ''
      const none = section ? '' : element('Alias', { Context: 'section', Name: 'none' })
      const attributes = { OID: oid, Name: section || this.#form.identifier, Repeating: 'No' }
      return element('ItemGroupDef', attributes, heading + refs.join('') + none)
    })
    return groups.join('\n')
  }

  itemDefs(units: readonly string[]): string {
    return this.fields.map((field) => this.#itemDef(field, units)).join('\n')
  }

  #itemDef(field: Field, units: readonly string[]): string {
    const { name, type, decimals, length, label, unit, multiple, translations } = field
    const asked = translated(label ?? '', saidOf(translations, 'label'))
    const isChoice = type === 'Choice'
    const attributes = {
      OID: this.#oid('I', field),
      Name: name,
      DataType: type === 'Number' && decimals === 0 ? 'integer' : dataTypeOf(field),
      Length: type === 'String' ? (length ?? undefined) : undefined,
      SignificantDigits: type === 'Number' && decimals ? decimals : undefined,
    }
    const content = [
      asked ? element('Question', {}, asked) : '',
      unit ? element('MeasurementUnitRef', { MeasurementUnitOID: `MU.${units.indexOf(unit) + 1}` }) : '',
      ...this.#rangeChecks(field),
      isChoice && !multiple ? element('CodeListRef', { CodeListOID: this.#oid('CL', field) }) : '',
      ...writtenAliases(field, this.#oid('CL', field)),
    ]
    return element('ItemDef', attributes, content.join(''))
  }

  #rangeChecks({ name, minimum, maximum, softMinimum, softMaximum, pattern, type }: Field): string[] {
    const bounds = [
      ['GE', 'Hard', minimum],
      ['LE', 'Hard', maximum],
      ['GE', 'Soft', softMinimum],
      ['LE', 'Soft', softMaximum],
    ] as const
    const ranges = bounds.map(([Comparator, SoftHard, bound]) =>
      (bound ?? null) === null
        ? ''
        : element('RangeCheck', { Comparator, SoftHard }, textElement('CheckValue', String(bound))),
    )
    const own = this.#form.checks.filter(({ field }) => sameText(field) === sameText(name))
    return [
      type === 'String' && pattern ? element('RangeCheck', { SoftHard: 'Hard' }, formal('RE2', pattern)) : '',
      ...ranges,
      ...own.map(({ expression, message, soft, translations }) =>
        element(
          'RangeCheck',
          { SoftHard: soft ? 'Soft' : 'Hard' },
          formal('CEL', expression) + element('ErrorMessage', {}, translated(message, messagesOf(translations))),
        ),
      ),
    ]
  }

  codeLists(): string {
    const lists = this.fields
      .filter(({ type }) => type === 'Choice')
      .map((field) => {
        const items = optionsOf(field).map(({ code, label }, place) =>
          element(
            'CodeListItem',
            { CodedValue: code, OrderNumber: place + 1 },
            element('Decode', {}, translated(label, labelsOf(field.translations, code))),
          ),
        )
        return element(
          'CodeList',
          { OID: this.#oid('CL', field), Name: labelOf(field), DataType: 'text' },
          items.join(''),
        )
      })
    return lists.join('\n')
  }

  conditionDefs(): string {
    return this.#definitions('ConditionDef', 'C', ({ showIf }) => showIf && { said: showIf, source: `!(${showIf})` })
  }

  methodDefs(): string {
    return this.#definitions(
      'MethodDef',
      'M',
      ({ calculation }) => calculation && { said: calculation, source: calculation },
    )
  }

  #definitions(
    kind: string,
    prefix: string,
    of: (field: Field) => { said: string; source: string } | null | undefined | '',
  ): string {
    const all = this.fields.flatMap((field) => {
      const own = of(field)
      if (!own) return []
      const attributes = {
        OID: this.#oid(prefix, field),
        Name: labelOf(field),
        Type: kind === 'MethodDef' ? 'Computation' : undefined,
      }
      return [element(kind, attributes, element('Description', {}, translated(own.said)) + formal('CEL', own.source))]
    })
    return all.join('\n')
  }
}

function formal(context: 'CEL' | 'RE2', expression: string): string {
  return textElement('FormalExpression', expression).replace('>', ` Context="${context}">`)
}
