import { compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { compareOccurrences } from '@casebook/domain/shared/names/occurrences.ts'
import { lacksOfVisits, visitProgress } from '@casebook/domain/visits/asked.ts'
import { activityKey } from '../../activities/record/activity-record.ts'
import { formKey } from '../../forms/values/form-record.ts'
import { type NamedVisit, namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'

/** What a subject has and lacks, for the person about to close it. Names are in the order of the screen. */
export type ClosingReview = {
  forms: { done: number; all: number; unfilled: Named[]; incomplete: (Named & { left: number })[] }
  devices: SubjectRecord['devices']
  activities: { done: number; all: number; running: Named[]; unrecorded: Named[]; withoutFile: Named[] }
  files: { stored: number; pending: string[]; failed: string[] }
  /** Of a study with a schedule: the visits, and what those that are to take place lack. */
  visits: { done: number; all: number; lacking: VisitReview[] }
  /**
   * How many of these are missing or incomplete, according to the rules of the subjects list (subject-facts.rules.ts): a
   * file is missing only if its type expects one, and devices do not count. What belongs to visits is missing as the
   * schedule asks for it.
   */
  lacking: number
}

type Named = { id: string; name: string }

/** `isOpen`: nobody said yet that it was done. */
type VisitReview = { visit: NamedVisit; isOpen: boolean; unfilled: string[]; unrecorded: string[] }

type Names = {
  form: (form: SubjectRecord['forms'][number]) => string
  activity: (activity: SubjectRecord['activities'][number] | SubjectOffers['listRunningActivities'][number]) => string
}

/** `names`: how the screens name one of a type that may be recorded several times. */
export function reviewForClosing(subject: SubjectRecord, offers: SubjectOffers, names: Names): ClosingReview {
  const forms = subject.forms.toSorted(
    (one, other) => compareFormTypes(one.formtype, other.formtype) || compareOccurrences(one, other),
  )
  const activities = subject.activities.toSorted(
    (one, other) => compareActivityTypes(one.activitytype, other.activitytype) || compareOccurrences(one, other),
  )
  const files = activities.flatMap(({ referenceData }) => referenceData).toSorted(compareReferenceData)
  const ofVisits = new Set(offers.listVisits.flatMap((visit) => [...visit.formtypeids, ...visit.activitytypeids]))
  const visits = reviewOfVisits(subject, offers)
  const unfilled = offers.listFormTypes
    .filter(({ formtypeid }) => !ofVisits.has(formtypeid) && !forms.some((form) => form.formtypeid === formtypeid))
    .toSorted(compareFormTypes)
    .map(({ formtypeid, identifier }) => ({ id: formtypeid, name: identifier }))
  const incomplete = forms
    .map((form) => ({ id: formKey(form), name: names.form(form), left: requiredLeft(form) }))
    .filter(({ left }) => left > 0)
  // What runs is told also if its type was removed.
  const running = offers.listRunningActivities
    .toSorted(
      (one, other) => compareActivityTypes(one.activitytype, other.activitytype) || compareOccurrences(one, other),
    )
    .map((each) => ({ id: activityKey(each), name: names.activity(each) }))
  const begun = new Set([...activities, ...offers.listRunningActivities].map(({ activitytypeid }) => activitytypeid))
  const unrecorded = offers.listActivityTypes
    .filter(({ activitytypeid }) => !begun.has(activitytypeid) && !ofVisits.has(activitytypeid))
    .toSorted(compareActivityTypes)
    .map(({ activitytypeid, description }) => ({ id: activitytypeid, name: description }))
  const expecting = offers.listActivityTypes.filter(({ expectsFile }) => expectsFile)
  const withoutFile = activities
    .filter(({ referenceData }) => referenceData.length === 0)
    .filter((activity) => expecting.some(({ activitytypeid }) => activitytypeid === activity.activitytypeid))
    .map((activity) => ({ id: activityKey(activity), name: names.activity(activity) }))
  const named = (wanted: string) => files.filter(({ status }) => status === wanted).map(({ filename }) => filename)
  const pending = named('PENDING')
  const failed = named('FAILED')
  const lackingInVisits = (of: 'unfilled' | 'unrecorded') =>
    visits.lacking.reduce((sum, one) => sum + one[of].length, 0)
  const lacks = [unfilled, incomplete, running, unrecorded, withoutFile, pending, failed]
  return {
    forms: {
      done: forms.length - incomplete.length,
      all: forms.length + unfilled.length + lackingInVisits('unfilled'),
      unfilled,
      incomplete,
    },
    devices: subject.devices,
    activities: {
      done: activities.length,
      all: activities.length + running.length + unrecorded.length + lackingInVisits('unrecorded'),
      running,
      unrecorded,
      withoutFile,
    },
    files: { stored: files.length - pending.length - failed.length, pending, failed },
    visits,
    lacking:
      lacks.reduce((sum, { length }) => sum + length, 0) + visits.lacking.reduce((sum, one) => sum + sizeOf(one), 0),
  }
}

function sizeOf({ isOpen, unfilled, unrecorded }: VisitReview): number {
  return Number(isOpen) + unfilled.length + unrecorded.length
}

/** The visits that are over, and what those that are to take place lack. */
export function reviewOfVisits({ forms, activities }: SubjectRecord, offers: SubjectOffers): ClosingReview['visits'] {
  const names = new Map([
    ...offers.listFormTypes.map(({ formtypeid, identifier }) => [formtypeid, identifier] as const),
    ...offers.listActivityTypes.map(({ activitytypeid, description }) => [activitytypeid, description] as const),
  ])
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? '')
  const visits = namedVisits(offers)
  const lacks = lacksOfVisits(visits, {
    forms: forms.map((form) => ({ ...form, typeid: form.formtypeid })),
    activities: activities.map((activity) => ({ ...activity, typeid: activity.activitytypeid })),
    offered: new Set(names.keys()),
  })
  const reviews = lacks.map(({ visit, formtypeids, activitytypeids }) => {
    const isOpen = visit.state === 'PLANNED' || visit.state === 'BEGUN'
    return { visit, isOpen, unfilled: named(formtypeids), unrecorded: named(activitytypeids) }
  })
  const { done, expected } = visitProgress(visits)
  return { done, all: expected, lacking: reviews.filter((one) => sizeOf(one) > 0) }
}

function requiredLeft({ fields, formtype }: SubjectRecord['forms'][number]): number {
  const held = new Set(fields.filter(({ value }) => value !== '').map(({ key }) => sameText(key)))
  return formtype.fields.filter(({ name, required }) => required && !held.has(sameText(name))).length
}
