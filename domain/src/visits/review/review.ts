import { groupBy } from '../../shared/group-by.ts'
import { isOptional } from '../asked.ts'
import { isInOrder, type StartedActivity } from '../deviations.ts'
import { daysOutside, occurrencesOf, type Recorded, type StoredVisit, standingOf, type Window } from '../due.ts'

export const scheduleEffects = {
  USED: 'REFUSED',
  REPEATED: 'REFUSED',
  LATE: 'LOOK',
  OUTSIDE: 'LOOK',
  LACKING: 'LOOK',
  KEPT: 'LOOK',
  ORDER: 'LOOK',
  EXPLAINED: 'LOOK',
  WITHIN: 'HARMLESS',
  MOVED: 'HARMLESS',
  ADDED: 'HARMLESS',
  REMOVED: 'HARMLESS',
} as const
export type ScheduleReason = keyof typeof scheduleEffects

/** A visit of a schedule before or after the change. A new one has no id. */
export type ReviewedVisit = Window & {
  visitid?: string | null | undefined
  name: string
  day?: number | null | undefined
  repeats: boolean
  inOrder: boolean
  formtypeids: readonly string[]
  activitytypeids: readonly string[]
  optionaltypeids?: readonly string[] | undefined
}

/** A form or an activity that belongs to a visit; of an activity also when it began. */
export type ReviewedRecord = { visitid: string; occurrence: number; typeid: string; startTime: number | null }

/** What a subject has of the visits. Deleted ones are left out. */
export type ReviewedSubject = {
  subjectid: string
  identifier: string
  isOpen: boolean
  dayZero: string | undefined
  stored: readonly StoredVisit[]
  recorded: readonly Recorded[]
  records: readonly ReviewedRecord[]
}

type Change = { before: readonly ReviewedVisit[]; after: readonly ReviewedVisit[] }
type Of = {
  subjects: readonly ReviewedSubject[]
  /** The day in the study's zone. */
  today: string
  /** Visits to which something stored belongs, removed records included, and those that somebody has had more than once. */
  used: ReadonlySet<string>
  repeated: ReadonlySet<string>
}

export type ScheduleFinding = {
  reason: ScheduleReason
  effect: (typeof scheduleEffects)[ScheduleReason]
  visit: string
  visitid: string | null
  typeid: string | null
  subjects: ReviewedSubject[]
}

/** What a change of a schedule does to the subjects of its study: refused first, then what is to be looked at. */
export function reviewSchedule({ before, after }: Change, of: Of): ScheduleFinding[] {
  const found: ScheduleFinding[] = []
  function add(
    reason: ScheduleReason,
    { name: visit, visitid = null }: Pick<ReviewedVisit, 'name' | 'visitid'>,
    subjects: ReviewedSubject[] = [],
    typeid: string | null = null,
  ) {
    found.push({ reason, effect: scheduleEffects[reason], visit, visitid, typeid, subjects })
  }
  const kept = new Map(after.flatMap((visit) => (visit.visitid ? [[visit.visitid, visit] as const] : [])))
  for (const { visitid, name } of before) {
    if (!visitid || kept.has(visitid)) continue
    if (of.used.has(visitid))
      add(
        'USED',
        { name, visitid },
        of.subjects.filter((subject) => hasOf(subject, visitid)),
      )
    else {
      const explained = of.subjects.filter((subject) => isExplained(subject, visitid))
      add(explained.length > 0 ? 'EXPLAINED' : 'REMOVED', { name, visitid }, explained)
    }
  }
  const stored = new Map(before.flatMap((visit) => (visit.visitid ? [[visit.visitid, visit] as const] : [])))
  for (const visit of after) {
    const was = visit.visitid ? stored.get(visit.visitid) : undefined
    if (was) {
      for (const [reason, subjects, typeid] of changesOf(was, visit, of)) add(reason, visit, subjects, typeid)
      continue
    }
    const late = of.subjects.filter((subject) => stateOf(visit, subject, of.today) === 'late')
    add(late.length > 0 ? 'LATE' : 'ADDED', visit, late)
  }
  const order = Object.keys(scheduleEffects)
  return found.toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason))
}

type Found = [reason: ScheduleReason, subjects: ReviewedSubject[], typeid?: string]

function changesOf(was: ReviewedVisit, becomes: ReviewedVisit, { subjects, today, repeated }: Of): Found[] {
  const id = was.visitid ?? ''
  const found: Found[] = []
  if (was.repeats && !becomes.repeats && repeated.has(id)) {
    const several = (subject: ReviewedSubject) => new Set(placesOf(subject, id)).size > 1
    found.push(['REPEATED', subjects.filter(several)])
  }
  const steps = subjects.map((subject) => ({
    subject,
    from: stateOf(was, subject, today),
    to: stateOf({ ...becomes, visitid: id }, subject, today),
  }))
  const those = (isMeant: (from: Standing, to: Standing) => boolean) =>
    steps.filter(({ from, to }) => isMeant(from, to)).map(({ subject }) => subject)
  const isMoved = (['day', 'daysBefore', 'daysAfter'] as const).some(
    (part) => (was[part] ?? null) !== (becomes[part] ?? null),
  )
  if (isMoved) {
    const isFine = (state: Standing) => state !== 'late' && state !== 'outside'
    const [late, outside] = (['late', 'outside'] as const).map((state) =>
      those((from, to) => to === state && from !== state),
    )
    const within = those((from, to) => !isFine(from) && isFine(to))
    const others = those((from, to) => to !== undefined && isFine(to) === isFine(from) && from === to)
    if (late?.length) found.push(['LATE', late])
    if (outside?.length) found.push(['OUTSIDE', outside])
    if (within.length) found.push(['WITHIN', within])
    if (others.length) found.push(['MOVED', others])
  }
  for (const part of ['formtypeids', 'activitytypeids'] as const) {
    const wasAsked = (typeid: string) => was[part].includes(typeid) && !isOptional(was, typeid)
    const isAskedNow = (typeid: string) => !isOptional(becomes, typeid) && !wasAsked(typeid)
    for (const typeid of becomes[part].filter(isAskedNow)) {
      const lacking = subjects.filter((subject) => lacks(subject, id, typeid, was.repeats))
      if (lacking.length) found.push(['LACKING', lacking, typeid])
    }
    for (const typeid of was[part].filter((each) => !becomes[part].includes(each))) {
      const has = subjects.filter(({ records }) => records.some((one) => one.visitid === id && one.typeid === typeid))
      if (has.length) found.push(['KEPT', has, typeid])
    }
  }
  const turned = subjects.filter((subject) => !inOrder(becomes, subject, id) && inOrder(was, subject, id))
  if (turned.length) found.push(['ORDER', turned])
  return found
}

type Standing = 'late' | 'outside' | 'begun' | 'open' | undefined

/** How a visit of a subject stands: the worst of those that it has. Nothing if nobody waits for it. */
function stateOf(visit: ReviewedVisit, subject: ReviewedSubject, today: string): Standing {
  const own = <Each extends { visitid: string }>(all: readonly Each[]) =>
    all.filter(({ visitid }) => visitid === visit.visitid)
  const facts = { stored: own(subject.stored), recorded: own(subject.recorded) }
  const all = occurrencesOf(visit, facts, subject.dayZero).map((one): Standing => {
    if (one.state === 'MISSED') return undefined
    if (one.state !== 'PLANNED') return daysOutside(one) === 0 ? 'begun' : 'outside'
    if (!subject.isOpen || one.plannedDate === null) return undefined
    return standingOf(one, today) === 'late' ? 'late' : 'open'
  })
  return (['outside', 'late', 'begun', 'open'] as const).find((state) => all.includes(state))
}

function placesOf({ stored, recorded }: ReviewedSubject, id: string): number[] {
  return [...stored, ...recorded].filter(({ visitid }) => visitid === id).map(({ occurrence }) => occurrence)
}

function hasOf(subject: ReviewedSubject, id: string): boolean {
  return placesOf(subject, id).length > 0
}

/** Whether somebody explained a visit, also one that was set back since. */
function isExplained({ stored }: ReviewedSubject, id: string): boolean {
  return stored.some(
    ({ visitid, outsideReason, orderReason }) => visitid === id && Boolean(outsideReason ?? orderReason),
  )
}

/** Whether a visit that has begun, or is said to be done, has nothing of a type. */
function lacks({ stored, recorded, records }: ReviewedSubject, id: string, typeid: string, repeats: boolean): boolean {
  const begun = [
    ...stored.filter(({ state }) => state === 'BEGUN' || state === 'DONE'),
    ...recorded.filter(({ occurrence }) => !isMissed(stored, id, repeats ? occurrence : 1)),
  ]
  const places = begun.filter(({ visitid }) => visitid === id).map(({ occurrence }) => (repeats ? occurrence : 1))
  return places.some(
    (place) =>
      !records.some((one) => one.visitid === id && one.typeid === typeid && (repeats ? one.occurrence : 1) === place),
  )
}

function isMissed(stored: readonly StoredVisit[], id: string, occurrence: number): boolean {
  return stored.some((said) => said.visitid === id && said.occurrence === occurrence && said.state === 'MISSED')
}

function inOrder(visit: ReviewedVisit, { records }: ReviewedSubject, id: string): boolean {
  const started = records.flatMap(({ visitid, occurrence, typeid, startTime }) =>
    visitid === id && startTime !== null
      ? [
          {
            place: visit.repeats ? occurrence : 1,
            one: { activitytypeid: typeid, startTime } satisfies StartedActivity,
          },
        ]
      : [],
  )
  const byPlace = groupBy(started, ({ place }) => place)
  return [...byPlace.values()].every((own) =>
    isInOrder(
      visit,
      own.map(({ one }) => one),
    ),
  )
}
