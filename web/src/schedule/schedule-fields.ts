import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { maxVisits, whyNotVisit } from '@casebook/domain/visits/visits.rules.ts'

/** A visit of the schedule as the server tells it. */
export type StoredVisit = {
  visitid: string
  name: string
  day?: number | null
  daysBefore: number
  daysAfter: number
  repeats: boolean
  formtypeids: readonly string[]
  activitytypeids: readonly string[]
  /** Those that are recorded only if wanted. */
  optionaltypeids: readonly string[]
  inOrder: boolean
  version: number
}

const texts = ['version', 'name', 'day', 'daysBefore', 'daysAfter', 'repeats', 'inOrder'] as const
const typesOf = ['formtypeids', 'activitytypeids'] as const
type Text = (typeof texts)[number]
export type TypesOf = (typeof typesOf)[number]

/** A visit as it is typed. `key` is its id; that of a new visit begins with +, which no id contains. */
export type TypedVisit = { readonly [text in Text]: string } & { readonly [types in TypesOf]: readonly string[] } & {
  readonly key: string
  readonly optionaltypeids: readonly string[]
}

const order = 'order'
/** The part of a visit that says the order of its activities. */
const activityOrder = 'activityOrder'
const yes = 'yes'
/** Of a type of a visit: it belongs to it, and is recorded only if wanted. */
const optional = 'optional'
/** The version of a visit that is not stored yet. A visit without a version is not in the schedule. */
const unstored = 'new'

/** The name of the field of a part of a visit; of a type, with its id. */
export function fieldOf(key: string, part: Text | TypesOf | typeof activityOrder, typeid?: string): string {
  return [key, part, ...(typeid === undefined ? [] : [typeid])].join('/')
}

/** The visit and the part that a field belongs to, and the type if it is of one. */
export function partOf(field: string): { key: string; part: string; typeid: string | undefined } {
  const [key = '', part = '', typeid] = field.split('/')
  return { key, part, typeid }
}

/** Two people who reorder visits or activities are asked nothing. */
export function isArrangement(field: string): boolean {
  return field === order || partOf(field).part === activityOrder
}

/** A schedule as the fields of a record. A number of days that is 0 is left empty, like one that is not given. */
export function fieldsOfVisits(visits: readonly StoredVisit[]): Fields {
  const fields: Record<string, string> = { [order]: visits.map(({ visitid }) => visitid).join(' ') }
  for (const { visitid, ...visit } of visits) {
    fields[fieldOf(visitid, 'version')] = String(visit.version)
    fields[fieldOf(visitid, 'name')] = visit.name
    fields[fieldOf(visitid, 'day')] = String(visit.day ?? '')
    fields[fieldOf(visitid, 'daysBefore')] = String(visit.daysBefore || '')
    fields[fieldOf(visitid, 'daysAfter')] = String(visit.daysAfter || '')
    fields[fieldOf(visitid, 'repeats')] = visit.repeats ? yes : ''
    fields[fieldOf(visitid, 'inOrder')] = visit.inOrder ? yes : ''
    fields[fieldOf(visitid, activityOrder)] = visit.activitytypeids.join(' ')
    const markOf = (id: string) => (visit.optionaltypeids.includes(id) ? optional : yes)
    for (const types of typesOf) for (const id of visit[types]) fields[fieldOf(visitid, types, id)] = markOf(id)
  }
  return fields
}

/** The visits of a schedule, in their order. One that a colleague added, and that the order lacks, comes last. */
export function visitsOfFields(fields: Fields): TypedVisit[] {
  const found = new Map<string, { [types in TypesOf | 'optionaltypeids']: string[] }>()
  const none = () => ({ formtypeids: [], activitytypeids: [], optionaltypeids: [] })
  for (const [field, value] of Object.entries(fields)) {
    const [key = '', part, typeid] = field.split('/')
    if (part === 'version' && value !== '') found.set(key, none())
    const visit = found.get(key)
    if (!visit || typeid === undefined || value === '') continue
    visit[part === 'formtypeids' ? part : 'activitytypeids'].push(typeid)
    if (value === optional) visit.optionaltypeids.push(typeid)
  }
  const ordered = orderOf(fields).filter((key) => found.has(key))
  return [...new Set([...ordered, ...found.keys()])].map((key) => {
    const text = (part: Text) => fieldValue(fields, fieldOf(key, part))
    const { formtypeids, activitytypeids, optionaltypeids } = found.get(key) ?? none()
    const first = fieldValue(fields, fieldOf(key, activityOrder)).split(' ')
    return {
      ...{ key, version: text('version'), name: text('name'), day: text('day'), repeats: text('repeats') },
      ...{ daysBefore: text('daysBefore'), daysAfter: text('daysAfter'), inOrder: text('inOrder') },
      ...{ formtypeids, optionaltypeids },
      activitytypeids: [...new Set([...first.filter((id) => activitytypeids.includes(id)), ...activitytypeids])],
    }
  })
}

function orderOf(fields: Fields): string[] {
  return fieldValue(fields, order).split(' ').filter(Boolean)
}

/** Every key in its order, with those of visits that are not in the schedule any more. */
function wholeOrder(fields: Fields): string[] {
  return [...new Set([...orderOf(fields), ...visitsOfFields(fields).map(({ key }) => key)])]
}

/** What to type to add a visit at the end, and its key. */
export function adding(fields: Fields): { key: string; change: Fields } {
  const numbers = Object.keys(fields).map((field) => (field.startsWith('+') ? Number.parseInt(field.slice(1), 10) : 0))
  const key = `+${Math.max(0, ...numbers) + 1}`
  return { key, change: { [fieldOf(key, 'version')]: unstored, [order]: [...wholeOrder(fields), key].join(' ') } }
}

/** What to type to remove a visit. A stored one keeps its place, so that it can be kept after all. */
export function removing(fields: Fields, key: string): Fields {
  if (!isUnstored(key)) return { [fieldOf(key, 'version')]: '' }
  const own = Object.keys(fields).filter((field) => partOf(field).key === key)
  return {
    ...Object.fromEntries(own.map((field) => [field, ''])),
    [order]: orderOf(fields)
      .filter((each) => each !== key)
      .join(' '),
  }
}

/** What to type to exchange a visit with the one before it (-1) or after it (1). Nothing at the end of the schedule. */
export function moving(fields: Fields, key: string, by: -1 | 1): Fields {
  const shown = visitsOfFields(fields).map((visit) => visit.key)
  const other = shown[shown.indexOf(key) + by]
  if (other === undefined) return {}
  const exchanged = new Map([
    [key, other],
    [other, key],
  ])
  return {
    [order]: wholeOrder(fields)
      .map((each) => exchanged.get(each) ?? each)
      .join(' '),
  }
}

/** Whether a type belongs to a visit: it is asked for, or recorded only if wanted. */
export type Mark = 'asked' | 'optional' | 'none'

/** What to type so that a type belongs to a visit so, or no longer does. */
export function marking(key: string, types: TypesOf, typeid: string, mark: Mark): Fields {
  return { [fieldOf(key, types, typeid)]: { asked: yes, optional, none: '' }[mark] }
}

/** Whether a type belongs to a visit, as the value of its field. */
export function markOf(value: string): Mark {
  if (value === optional) return 'optional'
  return value === '' ? 'none' : 'asked'
}

/** What to type to exchange an activity of a visit with the one before it (-1) or after it (1). */
export function movingActivity({ key, activitytypeids }: TypedVisit, typeid: string, by: -1 | 1): Fields {
  const ids = [...activitytypeids]
  const place = ids.indexOf(typeid)
  const other = ids[place + by]
  if (other === undefined) return {}
  ids[place + by] = typeid
  ids[place] = other
  return { [fieldOf(key, activityOrder)]: ids.join(' ') }
}

export function keepingOrder(key: string, inOrder: boolean): Fields {
  return { [fieldOf(key, 'inOrder')]: inOrder ? yes : '' }
}

export function repeating(key: string, repeats: boolean): Fields {
  return { [fieldOf(key, 'repeats')]: repeats ? yes : '' }
}

/** The stored visits that are removed when the schedule is saved. `base`: as they are stored. */
export function removedVisits(base: Fields, fields: Fields): TypedVisit[] {
  return visitsOfFields(base).filter(({ key }) => fieldValue(fields, fieldOf(key, 'version')) === '')
}

function isUnstored(key: string): boolean {
  return key.startsWith('+')
}

/** A number of days as typed; null if nothing is typed, NaN if that is no number. */
function daysOf(text: string): number | null {
  const days = text.trim().replace('−', '-')
  return days === '' ? null : Number(days)
}

/** The visit as `updateVisits` takes it. */
function inputOf(visit: TypedVisit) {
  const { key, version, name, day, daysBefore, daysAfter, repeats, inOrder } = visit
  const { formtypeids, activitytypeids, optionaltypeids } = visit
  return {
    ...(isUnstored(key) ? {} : { visitid: key, version: Number(version) }),
    ...{ name, day: daysOf(day), daysBefore: daysOf(daysBefore) ?? 0, daysAfter: daysOf(daysAfter) ?? 0 },
    ...{
      repeats: repeats === yes,
      inOrder: inOrder === yes,
      formtypeids: [...formtypeids],
      activitytypeids: [...activitytypeids],
      optionaltypeids: [...optionaltypeids],
    },
  }
}

/** The arguments of `updateVisits` for what is typed over `base`. `isOffered`: a type that the study has. */
export function planOf(base: Fields, fields: Fields, isOffered: (typeid: string) => boolean) {
  const visits = visitsOfFields(fields).map((visit) => {
    const input = inputOf(visit)
    // A removed type stays where it was, and is not added anywhere.
    const stays = (types: TypesOf) =>
      input[types].filter((id) => isOffered(id) || fieldValue(base, fieldOf(visit.key, types, id)) !== '')
    const [formtypeids, activitytypeids] = [stays('formtypeids'), stays('activitytypeids')]
    const own = [...formtypeids, ...activitytypeids]
    const optionaltypeids = input.optionaltypeids.filter((id) => own.includes(id))
    return { ...input, formtypeids, activitytypeids, optionaltypeids }
  })
  const removed = removedVisits(base, fields)
  return {
    visits,
    removed: removed.map(({ key }) => key),
    removedVersions: removed.map(({ version }) => Number(version)),
  }
}

/** Why the schedule can't be saved. The problem names the field of its visit. */
export function whyNotSchedule(fields: Fields): Problem | undefined {
  const visits = visitsOfFields(fields)
  if (visits.length > maxVisits) return problem('visit.too-many', { field: 'visits', params: { most: maxVisits } })
  for (const { key } of visits) {
    const why = whyNotTyped(visits, key)
    if (why) return why
  }
}

/** Why a field can't be saved, for the editor. */
export function whyNotField(field: string, fields: Fields): Problem | undefined {
  const why = whyNotTyped(visitsOfFields(fields), partOf(field).key)
  return why?.field === field ? why : undefined
}

function whyNotTyped(visits: readonly TypedVisit[], key: string): Problem | undefined {
  const place = visits.findIndex((visit) => visit.key === key)
  const visit = visits[place]
  if (!visit) return undefined
  const { name } = visit
  const why = whyNotVisit(inputOf(visit))
  if (why) return new Problem(why.reason, why.params, { field: `${key}/${why.field ?? ''}` })
  const isTwice = visits.slice(0, place).some((other) => caseKey(other.name) === caseKey(name))
  if (isTwice) return problem('visit.name.twice', { field: fieldOf(key, 'name'), params: { name } })
}
