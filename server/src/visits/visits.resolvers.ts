import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { whyNotCalendar } from '@casebook/domain/visits/calendar/calendar.ts'
import { whyNotExplanation } from '@casebook/domain/visits/deviations.ts'
import { whyNotOccurrence, whyNotSubjectVisit, whyNotVisits } from '@casebook/domain/visits/visits.rules.ts'
import type { Resolvers, SubjectVisitInput, VisitInput } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockStudy } from '../studies/studies.sql.ts'
import { lockSubject } from '../subjects/subjects.sql.ts'
import { newId, refuseStale } from '../writes/versions.ts'
import { type Write, write } from '../writes/write.ts'
import { listCalendar } from './calendar/calendar.sql.ts'
import { readScheduleReview } from './schedule-review.sql.ts'
import { clockOf } from './standings/clock.ts'
import { listDeviations, listStandings } from './standings/standings.sql.ts'
import {
  deleteVisits,
  findRepeatedVisits,
  findUsedVisits,
  holdOfferedTypes,
  holdVisit,
  insertVisits,
  listSubjectVisits,
  listVisits,
  lockSubjectVisits,
  lockVisits,
  saveExplanation,
  saveSubjectVisit,
  updateVisit,
} from './visits.sql.ts'

export const visitsResolvers: Resolvers = {
  Query: {
    async listVisits(_, { studyid }, { lists, scope }, info) {
      return found(await listVisits(lists, scope, studyid, selectionOf(info)), 'study.missing', 'studyid')
    },

    async listSubjectVisits(_, { subjectid }, { db, scope, config }) {
      return found(await listSubjectVisits(db, scope, subjectid, config.studyTimezone), 'subject.missing', 'subjectid')
    },

    async listVisitStandings(_, { studyid }, { lists, scope, config }, info) {
      const answer = await listStandings(lists, scope, { studyid, clock: clockOf(config) }, selectionOf(info))
      return found(answer, 'study.missing', 'studyid')
    },

    async reviewVisits(_, { studyid, visits }, { lists, scope, config }) {
      const why = whyNotVisits(visits)
      if (why) throw why
      const review = await readScheduleReview(lists, scope, { studyid, visits }, clockOf(config))
      return found(review, 'study.missing', 'studyid')
    },

    async listCalendar(_, given, { lists, scope, config }) {
      const why = whyNotCalendar(given)
      if (why) throw why
      return found(await listCalendar(lists, scope, given, clockOf(config)), 'study.missing', 'studyid')
    },

    async listDeviations(_, { studyid, subjectid }, { lists, scope, config }) {
      return found(
        await listDeviations(lists, scope, { studyid, subjectid }, clockOf(config)),
        'study.missing',
        'studyid',
      )
    },
  },
  Mutation: {
    async updateVisits(_, { studyid, visits, removed, removedVersions }, { db, scope }, info) {
      const why = whyNotVisits(visits)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        // Two people who change one schedule wait for each other.
        const study = found(await lockStudy(tx, scope, studyid), 'study.missing', 'studyid')
        const whyNot = whyStudyTakesNoChanges(study)
        if (whyNot) throw whyNot
        await replaceSchedule(tx, study, visits, { removed, removedVersions })
        return found(await listVisits(tx, scope, studyid, selectionOf(info)), 'study.missing', 'studyid')
      })
    },

    async updateSubjectVisit(_, { input }, { db, scope, config }) {
      const why = whyNotSubjectVisit(input)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const occurrence = await sayWhatBecame(tx, scope, input)
        const visits = await listSubjectVisits(tx, scope, input.subjectid, config.studyTimezone)
        const isThis = (visit: { visitid: string; occurrence: number }) =>
          visit.visitid === input.visitid && visit.occurrence === occurrence
        return found(visits?.find(isThis), 'visit.unknown', 'visitid')
      })
    },

    async explainDeviation(_, { input }, { db, scope, config }) {
      const { subjectid, visitid, kind, occurrence: given, explanation, version } = input
      const occurrence = given ?? 1
      const why = whyNotExplanation(kind, explanation)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid, status } = found(
          await lockSubject(tx, scope, subjectid),
          'subject.missing',
          'subjectid',
        )
        const whyNot = whyNotEditable({ status })
        if (whyNot) throw whyNot
        found(await holdVisit(tx, { studyid, visitid }), 'visit.unknown', 'visitid')
        const { said } = await lockSubjectVisits(tx, { subjectid, visitid })
        const stored = said.find((each) => each.occurrence === occurrence)?.version ?? 0
        await refuseStale(tx, { kind: 'subject_visit', id: visitid, subjectid }, stored, version)
        const deviates = async () => {
          const all = await listDeviations(tx, scope, { studyid, subjectid }, clockOf(config))
          const isThis = (one: NonNullable<typeof all>[number]) =>
            one.visitid === visitid && one.occurrence === occurrence && one.kind === kind
          return found(all?.find(isThis), 'deviation.missing', 'kind')
        }
        await deviates()
        const place = { subjectid, visitid, occurrence, siteid, studyid }
        await saveExplanation(tx, place, kind, explanation.trim() || null)
        return deviates()
      })
    },
  },
}

type Stored = Awaited<ReturnType<typeof lockVisits>>[number]

async function replaceSchedule(
  tx: Write,
  { siteid, studyid }: { siteid: string; studyid: string },
  visits: readonly VisitInput[],
  removals: Removals,
): Promise<void> {
  const stored = await lockVisits(tx, studyid)
  const byId = new Map(stored.map((visit) => [visit.visitid, visit]))
  const kept = new Set<string>()
  for (const { visitid, version } of visits) {
    if (!visitid) continue
    const visit = found(byId.get(visitid), 'visit.unknown', 'visitid')
    await refuseStale(tx, { kind: 'visit', id: visitid }, visit.version, version)
    kept.add(visitid)
  }
  await removeOthers(
    tx,
    studyid,
    stored.filter(({ visitid }) => !kept.has(visitid)),
    removals,
  )
  await refuseRepeated(tx, studyid, { byId, visits })
  await refuseOtherTypes(tx, studyid, { byId, visits })
  const placed = visits.map((visit, place) => ({
    visitid: visit.visitid,
    values: valuesOf(visit, place, byId.get(visit.visitid ?? '')),
  }))
  for (const { visitid, values } of placed) if (visitid) await updateVisit(tx, visitid, values)
  const added = placed.filter(({ visitid }) => !visitid)
  await insertVisits(
    tx,
    added.map(({ values }) => ({ visitid: newId(), siteid, studyid, ...values })),
  )
}

function valuesOf(
  { name, day, daysBefore, daysAfter, repeats, formtypeids, activitytypeids, optionaltypeids, inOrder }: VisitInput,
  place: number,
  before: Stored | undefined,
) {
  const [named, days_before, days_after] = [cleanName(name), daysBefore ?? 0, daysAfter ?? 0]
  const own = new Set([...formtypeids, ...activitytypeids])
  // Of one that stays, what is optional goes with its type.
  const optional = [...new Set(optionaltypeids ?? before?.optional_typeids ?? [])].filter((id) => own.has(id))
  const types = { formtypeids: [...formtypeids], activitytypeids: [...activitytypeids], optional_typeids: optional }
  return {
    ...{ place, name: named, name_key: caseKey(name), day: day ?? null, days_before, days_after },
    ...{ repeats: repeats ?? false, ...types },
    ...(typeof inOrder === 'boolean' && { in_order: inOrder }),
  }
}

type Removals = {
  removed: readonly string[] | null | undefined
  removedVersions: readonly number[] | null | undefined
}

/** Removes the visits that the call does not list. */
async function removeOthers(
  tx: Write,
  studyid: string,
  gone: readonly Stored[],
  { removed, removedVersions }: Removals,
): Promise<void> {
  if (gone.length === 0) return
  const added = removed ? gone.find(({ visitid }) => !removed.includes(visitid)) : undefined
  if (added) throw problem('visit.added', { field: 'visits', params: { name: added.name } })
  for (const { visitid, version } of gone) {
    await refuseStale(tx, { kind: 'visit', id: visitid }, version, removedVersions?.[removed?.indexOf(visitid) ?? -1])
  }
  const ids = gone.map(({ visitid }) => visitid)
  const used = await findUsedVisits(tx, studyid, ids)
  const needed = gone.find(({ visitid }) => used.has(visitid))
  if (needed) throw problem('visit.used', { field: 'visits', params: { name: needed.name } })
  await deleteVisits(tx, ids)
}

type Change = { byId: ReadonlyMap<string, Stored>; visits: readonly VisitInput[] }

/** A visit goes on repeating while a subject has had it more than once. */
async function refuseRepeated(tx: Write, studyid: string, { byId, visits }: Change): Promise<void> {
  const once = visits.flatMap(({ visitid, repeats }) =>
    visitid && !repeats && byId.get(visitid)?.repeats ? [visitid] : [],
  )
  if (once.length === 0) return
  const repeated = await findRepeatedVisits(tx, studyid, once)
  const name = once.filter((visitid) => repeated.has(visitid)).map((visitid) => byId.get(visitid)?.name)[0]
  if (name !== undefined) throw problem('visit.occurred', { field: 'repeats', params: { name } })
}

/** A type that was removed may stay in the visits that have it, but can't be added to one. */
async function refuseOtherTypes(tx: Write, studyid: string, { byId, visits }: Change): Promise<void> {
  const offered = await holdOfferedTypes(tx, studyid)
  for (const visit of visits) {
    const before = visit.visitid ? byId.get(visit.visitid) : undefined
    const isFree = (field: 'formtypeids' | 'activitytypeids') =>
      visit[field].every((id) => offered[field].has(id) || before?.[field].includes(id))
    if (!isFree('formtypeids')) throw problem('form-type.missing', { field: 'formtypeids' })
    if (!isFree('activitytypeids')) throw problem('activity-type.missing', { field: 'activitytypeids' })
  }
}

/** Writes what a person says of a visit of a subject, and returns its occurrence. */
async function sayWhatBecame(tx: Write, scope: RequestContext['scope'], input: SubjectVisitInput): Promise<number> {
  const { subjectid, visitid } = input
  const { siteid, studyid, status } = found(await lockSubject(tx, scope, subjectid), 'subject.missing', 'subjectid')
  const whyNot = whyNotEditable({ status })
  if (whyNot) throw whyNot
  const visit = found(await holdVisit(tx, { studyid, visitid }), 'visit.unknown', 'visitid')
  const { said, highest } = await lockSubjectVisits(tx, { subjectid, visitid })
  const occurrence = input.occurrence ?? (visit.repeats ? highest + 1 : 1)
  const why = whyNotOccurrence(visit, occurrence, highest + 1)
  if (why) throw why
  const stored = said.find((each) => each.occurrence === occurrence)?.version ?? 0
  await refuseStale(tx, { kind: 'subject_visit', id: visitid, subjectid }, stored, input.version)
  const { state, date, reason } = input
  const place = { subjectid, visitid, occurrence, siteid, studyid }
  await saveSubjectVisit(tx, place, { state, date: date || null, reason: reason?.trim() || null })
  return occurrence
}

type Missing = 'deviation.missing' | 'study.missing' | 'subject.missing' | 'visit.unknown'

function found<T>(value: T | undefined, missing: Missing, field: string): T {
  if (value === undefined) throw problem(missing, { field })
  return value
}
