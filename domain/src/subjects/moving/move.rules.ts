import { fieldsOfStored, type StoredDefinition } from '../../form-types/stored-definition.ts'
import { type KeyValue, retiredFields } from '../../forms/forms.rules.ts'
import type { Confirmation } from '../../forms/judgement.ts'
import { renewalOf } from '../../forms/review/renewal.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { findPlace } from '../../studies/places.ts'
import { type SubjectStatus, whyNotEditable } from '../subjects.rules.ts'

export const maxMoved = 200

export function whyNotMovedCount(subjectids: readonly string[]): Problem | undefined {
  if (subjectids.length < 1 || subjectids.length > maxMoved) {
    return problem('move.count', { field: 'subjectids', params: { max: maxMoved } })
  }
}

/** A type or a visit. `key` is the name as it is compared. `isOffered`: it is not removed, and a form type was published. */
type Named = { id: string; name: string; key: string; repeats: boolean }
type Offered = Named & { isOffered: boolean }
export type FormTypePart = Offered & Pick<StoredDefinition, 'fields' | 'properties' | 'checks'> & { number: number }
type VisitPart = Named & { formtypeids: readonly string[]; activitytypeids: readonly string[] }

/** What of a study decides whether subjects may come from it, or go to it. */
export type StudyParts = {
  studyid: string
  siteid: string
  places: readonly string[]
  formTypes: readonly FormTypePart[]
  activityTypes: readonly Offered[]
  visits: readonly VisitPart[]
}

/** A form or an activity of a subject, removed ones included. `visitid`: empty without a visit. */
export type MovedRecord = { typeid: string; visitid: string; occurrence: number; label: string | null }
export type MovedForm = MovedRecord & {
  fields: readonly KeyValue[]
  confirmed: readonly Confirmation[] | null
  type_number: number
}

/** A subject with all that decides whether it may be moved. */
export type MovedSubject = {
  subjectid: string
  identifier: string | null
  status: SubjectStatus
  /** Whether the other study has a subject with this identifier. */
  isTaken: boolean
  /** The descriptions of the activity types that are running. */
  running: readonly string[]
  /** The names of the files that are still uploading. */
  uploading: readonly string[]
  /** The places in which devices are worn now. */
  places: readonly string[]
  /** What was said of visits, and the visits at which devices were put on: with the highest number. */
  visits: readonly { visitid: string; occurrence: number }[]
  forms: readonly MovedForm[]
  activities: readonly MovedRecord[]
}

/** What a form is in the other study: `typeid` is its form type there, and `formtypeid` the one that it has now. */
export type JudgedForm = MovedForm & { formtypeid: string }

/** What stands in the way of moving a subject, what a person should look at, and its forms as they become. */
export type Move = { obstacles: Problem[]; looks: Problem[]; forms: JudgedForm[] }

/** The ids of the types and visits of a study, by those of another that have the same names. */
export type Counterparts = {
  formTypes: ReadonlyMap<string, FormTypePart>
  activityTypes: ReadonlyMap<string, Offered>
  visits: ReadonlyMap<string, VisitPart>
  /** The form types that both studies define in the same way. */
  alike: ReadonlySet<string>
}

export function counterpartsOf(from: StudyParts, to: StudyParts): Counterparts {
  const isOffered = (one: Offered) => one.isOffered
  const formTypes = sameNames(from.formTypes, to.formTypes.filter(isOffered))
  const alike = from.formTypes.filter((own) => {
    const other = formTypes.get(own.id)
    return other && definitionOf(own) === definitionOf(other)
  })
  return {
    formTypes,
    alike: new Set(alike.map(({ id }) => id)),
    activityTypes: sameNames(from.activityTypes, to.activityTypes.filter(isOffered)),
    visits: sameNames(from.visits, to.visits),
  }
}

function sameNames<Own extends Named, Other extends Named>(own: readonly Own[], others: readonly Other[]) {
  const byKey = new Map(others.map((other) => [other.key, other]))
  return new Map(
    own.flatMap(({ id, key }) => {
      const other = byKey.get(key)
      return other ? [[id, other] as const] : []
    }),
  )
}

/** Judges the subject by the other study. `today` as for `evaluateForm`. */
export function reviewMove(
  subject: MovedSubject,
  from: StudyParts,
  to: StudyParts,
  today?: number,
  counterparts: Counterparts = counterpartsOf(from, to),
): Move {
  const forms = subject.forms.map((form) => judge(form, from, counterparts, today))
  const whyNot = whyNotEditable(subject)
  const obstacles = [
    ...(whyNot ? [whyNot] : []),
    ...(subject.isTaken ? [problem('move.identifier', { params: { identifier: subject.identifier ?? '' } })] : []),
    ...subject.running.map((activity) => problem('move.running', { params: { activity } })),
    ...subject.uploading.map((filename) => problem('move.uploading', { params: { filename } })),
    ...subject.places
      .filter((place) => !findPlace(to.places, place))
      .map((place) => problem('move.place', { params: { place } })),
    ...subject.visits.flatMap(({ visitid, occurrence }) => {
      return occurrence > 1 ? whyNotRepeated(visitid, from, counterparts) : whyNoVisit(visitid, from, counterparts)
    }),
    ...placesOf(subject.forms, 'formTypes', from, counterparts),
    ...placesOf(subject.activities, 'activityTypes', from, counterparts),
    ...forms.flatMap((form) => form.obstacles),
  ]
  return {
    obstacles: distinct(obstacles),
    looks: distinct(forms.flatMap((form) => form.looks)),
    forms: forms.flatMap((form) => form.becomes ?? []),
  }
}

/** The same of several, in steps, because judging all forms of many subjects takes long. */
export function* reviewMoves(
  subjects: readonly MovedSubject[],
  from: StudyParts,
  to: StudyParts,
  today?: number,
): Generator<undefined, { subjectid: string; move: Move }[]> {
  const counterparts = counterpartsOf(from, to)
  const moves: { subjectid: string; move: Move }[] = []
  for (const subject of subjects) {
    yield
    moves.push({ subjectid: subject.subjectid, move: reviewMove(subject, from, to, today, counterparts) })
  }
  return moves
}

type Types = 'formTypes' | 'activityTypes'

/** Why these can't be at the places of the same names. */
function placesOf(records: readonly MovedRecord[], types: Types, from: StudyParts, counterparts: Counterparts) {
  const taken = new Map<string, string>()
  return records.flatMap((record): Problem[] => {
    const { typeid, visitid } = record
    const type = from[types].find(({ id }) => id === typeid)
    const other = counterparts[types].get(typeid)
    if (!type || !other) return [withoutType(types, type?.name ?? typeid)]
    const known = taken.get(other.id) ?? typeid
    taken.set(other.id, known)
    if (known !== typeid) return [problem('move.twice', { params: { type: type.name } })]
    if (visitid === '') return mayRepeat(record, type.name, other.repeats, 'once')
    const missing = whyNoVisit(visitid, from, counterparts)
    const visit = counterparts.visits.get(visitid)
    if (!visit) return missing
    if (!visit[types === 'formTypes' ? 'formtypeids' : 'activitytypeids'].includes(other.id)) {
      return [problem('move.visit-type', { params: { type: type.name, visit: visit.name } })]
    }
    if (record.occurrence > 1 && from.visits.find(({ id }) => id === visitid)?.repeats !== visit.repeats) {
      return [problem('move.visit-repeats', { params: { visit: visit.name } })]
    }
    return mayRepeat(record, type.name, other.repeats, visit.repeats ? 'numbered' : 'once')
  })
}

function withoutType(types: Types, name: string): Problem {
  return types === 'formTypes'
    ? problem('move.form-type', { params: { formtype: name } })
    : problem('move.activity-type', { params: { activity: name } })
}

/** In a visit that repeats, the number is the visit's. */
function mayRepeat(
  { occurrence, label }: MovedRecord,
  type: string,
  repeats: boolean,
  number: 'once' | 'numbered',
): Problem[] {
  const isOnce = number === 'numbered' || occurrence === 1
  return repeats || (isOnce && label === null) ? [] : [problem('move.repeats', { params: { type } })]
}

function whyNoVisit(visitid: string, from: StudyParts, { visits }: Counterparts): Problem[] {
  if (visits.has(visitid)) return []
  const visit = from.visits.find(({ id }) => id === visitid)?.name ?? visitid
  return [problem('move.visit', { params: { visit } })]
}

function whyNotRepeated(visitid: string, from: StudyParts, counterparts: Counterparts): Problem[] {
  const other = counterparts.visits.get(visitid)
  if (!other || other.repeats) return whyNoVisit(visitid, from, counterparts)
  return [problem('move.visit-repeats', { params: { visit: other.name } })]
}

type Judged = { obstacles: Problem[]; looks: Problem[]; becomes?: JudgedForm }

/**
 * The form by the form type of the same name. Where both define the same and the form is up to date, it stays as it is.
 * Otherwise it is judged as if its type had changed, and has no value that the other type has no field for.
 */
function judge(form: MovedForm, from: StudyParts, { formTypes, alike }: Counterparts, today?: number): Judged {
  const own = from.formTypes.find(({ id }) => id === form.typeid)
  const other = formTypes.get(form.typeid)
  if (!own || !other) return { obstacles: [], looks: [] }
  const becomes = { formtypeid: own.id, typeid: other.id, type_number: other.number }
  if (form.type_number === own.number && alike.has(own.id)) {
    return { obstacles: [], looks: [], becomes: { ...form, ...becomes } }
  }
  const formtype = other.name
  const definition = { fields: fieldsOfStored(other), checks: other.checks }
  const { obstacles, changes, fields, confirmations } = renewalOf(definition, form, today)
  const known = new Set(retiredFields({ fields: fieldsOfStored(own) }, form.fields).map(({ key }) => key))
  const without = retiredFields(definition, form.fields).filter(({ key }) => !known.has(key))
  return {
    obstacles: [
      ...without.map(({ key }) => problem('move.field', { params: { formtype, field: key } })),
      ...obstacles.map(({ field }) => problem('move.value', { params: { formtype, field } })),
    ],
    looks: changes.map(({ field }) => problem('move.changes', { params: { formtype, field } })),
    becomes: { ...form, ...becomes, fields, confirmed: confirmations.length > 0 ? confirmations : null },
  }
}

/** What it asks and how it judges, as text. What PostgreSQL stores as jsonb has one order of keys. */
function definitionOf({ fields, properties, checks }: FormTypePart): string {
  return JSON.stringify([fields, properties, checks])
}

function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((one) => [one.message, one])).values()]
}
