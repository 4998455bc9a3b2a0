import { compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'

/** What a subject has and lacks, for the person about to close it. Names are in the order of the screen. */
export type ClosingReview = {
  forms: { done: number; all: number; unfilled: Named[]; incomplete: (Named & { left: number })[] }
  devices: SubjectRecord['devices']
  activities: { done: number; all: number; running: Named[]; unrecorded: Named[]; withoutFile: Named[] }
  files: { stored: number; pending: string[]; failed: string[] }
  /**
   * How many of these are missing or incomplete, according to the rules of the subjects list (subject-facts.rules.ts): a
   * file is missing only if its type expects one, and devices do not count.
   */
  lacking: number
}

type Named = { id: string; name: string }

export function reviewForClosing(subject: SubjectRecord, offers: SubjectOffers): ClosingReview {
  const forms = subject.forms.toSorted((one, other) => compareFormTypes(one.formtype, other.formtype))
  const activities = subject.activities.toSorted((one, other) =>
    compareActivityTypes(one.activitytype, other.activitytype),
  )
  const files = activities.flatMap(({ referenceData }) => referenceData).toSorted(compareReferenceData)
  const unfilled = offers.listFormTypes
    .filter(({ formtypeid }) => !forms.some((form) => form.formtypeid === formtypeid))
    .toSorted(compareFormTypes)
    .map(({ formtypeid, identifier }) => ({ id: formtypeid, name: identifier }))
  const incomplete = forms
    .map((form) => ({ id: form.formtypeid, name: form.formtype.identifier, left: requiredLeft(form) }))
    .filter(({ left }) => left > 0)
  const isRunning = (id: string) => offers.listRunningActivities.some(({ activitytypeid }) => activitytypeid === id)
  // What runs is told also if its type was removed.
  const runningTypes = offers.listRunningActivities.map(({ activitytype }) => activitytype)
  const types = new Map([...runningTypes, ...offers.listActivityTypes].map((type) => [type.activitytypeid, type]))
  const lackingTypes = [...types.values()]
    .filter(({ activitytypeid }) => !activities.some((activity) => activity.activitytypeid === activitytypeid))
    .toSorted(compareActivityTypes)
    .map(({ activitytypeid, description }) => ({ id: activitytypeid, name: description }))
  const running = lackingTypes.filter(({ id }) => isRunning(id))
  const unrecorded = lackingTypes.filter(({ id }) => !isRunning(id))
  const expecting = offers.listActivityTypes.filter(({ expectsFile }) => expectsFile)
  const withoutFile = activities
    .filter(({ referenceData }) => referenceData.length === 0)
    .filter((activity) => expecting.some(({ activitytypeid }) => activitytypeid === activity.activitytypeid))
    .map(({ activitytypeid, activitytype }) => ({ id: activitytypeid, name: activitytype.description }))
  const named = (wanted: string) => files.filter(({ status }) => status === wanted).map(({ filename }) => filename)
  const pending = named('PENDING')
  const failed = named('FAILED')
  const lacks = [unfilled, incomplete, running, unrecorded, withoutFile, pending, failed]
  return {
    forms: { done: forms.length - incomplete.length, all: forms.length + unfilled.length, unfilled, incomplete },
    devices: subject.devices,
    activities: {
      done: activities.length,
      all: activities.length + lackingTypes.length,
      running,
      unrecorded,
      withoutFile,
    },
    files: { stored: files.length - pending.length - failed.length, pending, failed },
    lacking: lacks.reduce((sum, { length }) => sum + length, 0),
  }
}

function requiredLeft({ fields, formtype }: SubjectRecord['forms'][number]): number {
  const held = new Set(fields.filter(({ value }) => value !== '').map(({ key }) => sameText(key)))
  return formtype.fields.filter(({ name, required }) => required && !held.has(sameText(name))).length
}
