import type { Definitions } from '../../exports/definitions/definitions.ts'
import { optionalOf, type VisitDefinition } from '../../exports/definitions/visit-definitions.ts'
import { element } from '../../exports/odm/xml.ts'
import { caseKey } from '../../shared/names/names.ts'
import { problem } from '../../shared/problems.ts'
import type { LeftOut, XmlElement } from '../exchange.ts'
import { attribute, childOf, childrenOf } from '../files/xml.ts'
import { firstUnits, lineOf } from '../texts.ts'
import { alias, byOid, ordered } from './elements.ts'

type ActivityTypes = Definitions['activityTypes']
type Events = { visits: VisitDefinition[]; activityTypes: ActivityTypes }

type Reading = {
  isOurs: boolean
  textOf: (element: XmlElement | undefined) => string
  /** The unique names of the events that repeat, in REDCap. */
  repeated?: ReadonlySet<string>
}

const maxName = 200

/**
 * The events of a study in the order of its protocol, as visits, and the activity types that Casebook wrote with them.
 * `identifiers`: of the forms, by their OIDs. `textOf`: what a description says in the language of the file. A file whose
 * forms all belong to its only event says nothing of visits.
 */
export function eventsOf(
  version: XmlElement,
  identifiers: ReadonlyMap<string, string>,
  { isOurs, textOf, repeated }: Reading,
  leftOut: LeftOut[],
): Events {
  const events = inOrder(version).filter((event) => !isOurs || attribute(event, 'Type') !== 'Common')
  const formsOf = (event: XmlElement, isMeant = (_oid: string) => true) => {
    const oids = ordered(event, 'FormRef').map((form) => attribute(form, 'FormOID'))
    return [...new Set(oids.filter(isMeant).flatMap((oid) => identifiers.get(oid) ?? []))]
  }
  // Programs that do not tell the two apart say No of every form.
  const optionalFormsOf = (event: XmlElement) => {
    const said = childrenOf(event, 'FormRef')
    if (!said.some((form) => attribute(form, 'Mandatory') === 'Yes') && alias(event, 'optional') !== 'true') return []
    const isAsked = new Set(
      said.flatMap((form) => (attribute(form, 'Mandatory') === 'Yes' ? attribute(form, 'FormOID') : [])),
    )
    return formsOf(event, (oid) => !isAsked.has(oid))
  }
  const [only, ...others] = events
  const isWhole = only && others.length === 0 && formsOf(only).length === new Set(identifiers.values()).size
  if (!only || (isWhole && !isOurs && attribute(only, 'Repeating') !== 'Yes')) return { visits: [], activityTypes: [] }
  const hasArms = new Set(events.map((event) => attribute(event, 'redcap:ArmNum'))).size > 1
  const taken = new Set<string>()
  const activityTypes = new Map<string, ActivityTypes[number]>()
  const visits = events.map((event) => {
    const place = { sheet: null, row: event.line, field: null }
    const inRedcap = hasArms ? attribute(event, 'Name') : attribute(event, 'redcap:EventName')
    const said = inRedcap || textOf(childOf(event, 'Description')) || attribute(event, 'Name')
    const name = uniqueName(lineOf(said, place, leftOut, maxName) || attribute(event, 'OID'), taken)
    const label = attribute(event, 'redcap:CustomEventLabel')
    if (label)
      leftOut.push({ ...place, text: label, why: problem('exchange.part', { params: { part: 'Custom Event Label' } }) })
    const own = activitiesOf(event)
    for (const { type } of own) activityTypes.set(caseKey(type.description), type)
    const { day, ...window } = timeOf(event)
    if (day === null && attribute(event, 'Type') !== 'Unscheduled')
      leftOut.push({ ...place, text: name, why: problem('exchange.visit.day') })
    return {
      ...{ name, day, ...window },
      repeats:
        attribute(event, 'Repeating') === 'Yes' || repeated?.has(attribute(event, 'redcap:UniqueEventName')) === true,
      formTypes: formsOf(event),
      activityTypes: own.map(({ type }) => type.description),
      ...optionalOf(
        optionalFormsOf(event),
        own.filter(({ isOptional }) => isOptional).map(({ type }) => type.description),
      ),
      ...(alias(event, 'inOrder') === 'true' ? { inOrder: true } : {}),
    }
  })
  return { visits, activityTypes: [...activityTypes.values()] }
}

function inOrder(version: XmlElement): XmlElement[] {
  const events = byOid(version, 'StudyEventDef')
  const protocol = childOf(version, 'Protocol')
  const referred = protocol ? ordered(protocol, 'StudyEventRef') : []
  const first = referred.flatMap((reference) => events.get(attribute(reference, 'StudyEventOID')) ?? [])
  return [...new Set([...first, ...events.values()])]
}

/** Of Casebook and of REDCap. ODM itself has no days. */
function timeOf(event: XmlElement): Pick<VisitDefinition, 'day' | 'daysBefore' | 'daysAfter'> {
  const days = (own: string, ofRedcap: string) => {
    const text = alias(event, own) || attribute(event, `redcap:${ofRedcap}`)
    return /^-?\d{1,6}$/.test(text) ? Number(text) : null
  }
  const day = days('day', 'DayOffset')
  if (day === null) return { day, daysBefore: 0, daysAfter: 0 }
  const [daysBefore, daysAfter] = [days('daysBefore', 'OffsetMin') ?? 0, days('daysAfter', 'OffsetMax') ?? 0]
  return { day, daysBefore: Math.abs(daysBefore), daysAfter: Math.abs(daysAfter) }
}

function uniqueName(base: string, taken: Set<string>): string {
  let name = base
  for (let count = 2; taken.has(caseKey(name)); count++) name = `${firstUnits(base, maxName - 6)} (${count})`
  taken.add(caseKey(name))
  return name
}

/** The contexts of aliases may not repeat, so they are numbered. */
const activity = /^activity:\d+(:repeating)?(:optional)?$/

function activitiesOf(event: XmlElement): { type: ActivityTypes[number]; isOptional: boolean }[] {
  return childrenOf(event, 'Alias').flatMap((one) => {
    const [found, repeating, optional] = activity.exec(attribute(one, 'Context')) ?? []
    const type = { description: attribute(one, 'Name'), ...(repeating ? { repeats: true } : {}) }
    return found ? [{ type, isOptional: optional !== undefined }] : []
  })
}

type Written = { visits: readonly VisitDefinition[]; activityTypes: ActivityTypes; oids: ReadonlyMap<string, string> }

/** Visits as events. Days, windows and activities are in aliases. `oids`: of the forms, by the keys of their names. */
export function writtenEvents({ visits, activityTypes, oids }: Written): string[] {
  const repeating = new Set(activityTypes.flatMap((type) => (type.repeats ? [caseKey(type.description)] : [])))
  return visits.map(({ name, day, daysBefore, daysAfter, repeats, inOrder, ...types }, place) => {
    const { optionalFormTypes = [], optionalActivityTypes = [] } = types
    const optional = new Set(optionalFormTypes.map(caseKey))
    const refs = types.formTypes.flatMap((identifier) => {
      const FormOID = oids.get(caseKey(identifier))
      const isAsked = optional.size > 0 && !optional.has(caseKey(identifier))
      return FormOID === undefined ? [] : [{ FormOID, Mandatory: isAsked ? 'Yes' : 'No' }]
    })
    const activities = types.activityTypes.map((description, at) => {
      const suffix = repeating.has(caseKey(description)) ? ':repeating' : ''
      const isOptional = optionalActivityTypes.some((own) => caseKey(own) === caseKey(description))
      return [`activity:${at + 1}${suffix}${isOptional ? ':optional' : ''}`, description] as const
    })
    const days = [
      ['day', day],
      ['daysBefore', daysBefore || null],
      ['daysAfter', daysAfter || null],
      ['inOrder', inOrder ? 'true' : null],
      ['optional', optional.size > 0 ? 'true' : null],
    ] as const
    const aliases = [...days, ...activities].map(([Context, Name]) =>
      Name === null ? '' : element('Alias', { Context, Name }),
    )
    return element(
      'StudyEventDef',
      {
        OID: eventOid(place),
        Name: name,
        Repeating: repeats ? 'Yes' : 'No',
        Type: day === null ? 'Unscheduled' : 'Scheduled',
      },
      [
        ...refs.map((ref, at) =>
          element('FormRef', { FormOID: ref.FormOID, OrderNumber: at + 1, Mandatory: ref.Mandatory }),
        ),
        ...aliases,
      ].join(''),
    )
  })
}

export function eventOid(place: number): string {
  return `SE.${place + 1}`
}
