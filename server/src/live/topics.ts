import type { Belonging } from '@casebook/domain/users/rights.rules.ts'
import type { HistoryEvent } from './feed.ts'

/** A Change of the contract, and the topic that its subscribers wait on. */
export type Change = {
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
  /** For a person: only administrators responsible for one of these sites are told. Not sent to subscribers. */
  belonging?: readonly (Belonging & { state: string })[]
}

export type Notice = { topic: string; change: Change }

/** One topic per subscription of the contract, with the ids in its arguments. */
export const topics = {
  sites: () => 'sites',
  people: () => 'people',
  devices: (siteid: string) => `devices ${siteid}`,
  studies: (siteid: string) => `studies ${siteid}`,
  activityTypes: (studyid: string) => `activity-types ${studyid}`,
  formTypes: (studyid: string) => `form-types ${studyid}`,
  exports: (siteid: string) => `exports ${siteid}`,
  subjects: (studyid: string) => `subjects ${studyid}`,
  subject: (subjectid: string) => `subject ${subjectid}`,
  forms: (subjectid: string) => `forms ${subjectid}`,
  activities: (subjectid: string) => `activities ${subjectid}`,
  referenceData: (subjectid: string, activitytypeid: string) => `reference-data ${subjectid} ${activitytypeid}`,
}

/**
 * The topics that a change concerns. Lists that show counts are told when something below is added or removed. The list
 * of subjects also shows the last change and completeness, so it is notified of every change below.
 */
export function noticesOf(event: HistoryEvent): Notice[] {
  const { action, siteid, studyid, subjectid, id } = event
  const site = siteid ?? ''
  const study = studyid ?? ''
  const subject = subjectid ?? ''
  const counted = action !== 'UPDATED'
  const own = (topic: string): Notice => ({ topic, change: { action, siteid, studyid, subjectid, id } })
  const inSites = { topic: topics.sites(), change: updated(siteid, null, null, site) }
  const inStudies = { topic: topics.studies(site), change: updated(siteid, studyid, null, study) }
  const inSubjects = { topic: topics.subjects(study), change: updated(siteid, studyid, subjectid, subject) }
  const inSubject = { topic: topics.subject(subject), change: updated(siteid, studyid, subjectid, subject) }

  switch (event.kind) {
    case 'person': {
      const { topic, change } = own(topics.people())
      return [{ topic, change: { ...change, belonging: event.belonging ?? [] } }]
    }
    case 'site':
      return [own(topics.sites())]
    case 'device': {
      const { old_id } = event
      if (old_id !== null && old_id !== id) {
        // Renamed: the old id is gone, as `listChanges` says too.
        const topic = topics.devices(site)
        return [
          { topic, change: { action: 'REMOVED', siteid, studyid, subjectid, id: old_id } },
          { topic, change: { action: 'ADDED', siteid, studyid, subjectid, id } },
        ]
      }
      return [own(topics.devices(site)), ...(counted ? [inSites] : [])]
    }
    case 'study':
      return [own(topics.studies(site)), ...(counted ? [inSites] : [])]
    case 'activity_type':
      return [own(topics.activityTypes(study)), ...(counted ? [inStudies] : [])]
    case 'form_type':
      return [own(topics.formTypes(study)), ...(counted ? [inStudies] : [])]
    case 'subject':
      return [own(topics.subjects(study)), own(topics.subject(subject)), ...(counted ? [inStudies] : [])]
    case 'export':
      return [own(topics.exports(site))]
    case 'subject_device':
      return [inSubjects, inSubject]
    case 'form':
      return [own(topics.forms(subject)), inSubjects]
    case 'activity':
      return [own(topics.activities(subject)), inSubjects]
    case 'running_activity':
      // Screens with a subject's activities also show the running ones, for which no activity exists yet.
      return [{ topic: topics.activities(subject), change: updated(siteid, studyid, subjectid, id) }, inSubjects]
    case 'reference_data': {
      const ofType = own(topics.referenceData(subject, event.activitytypeid ?? ''))
      const inActivities = {
        topic: topics.activities(subject),
        change: updated(siteid, studyid, subjectid, event.activitytypeid ?? ''),
      }
      return [ofType, inActivities, inSubjects]
    }
    default:
      return []
  }
}

function updated(siteid: string | null, studyid: string | null, subjectid: string | null, id: string): Change {
  return { action: 'UPDATED', siteid, studyid, subjectid, id }
}

/** What was removed together with everything below it. */
export function removedPlaces(events: readonly HistoryEvent[]): ({ siteid: string } | { studyid: string })[] {
  const removed = events.filter(({ action }) => action === 'REMOVED')
  const idsOf = (which: string) => removed.filter(({ kind }) => kind === which).map(({ id }) => id)
  return [...idsOf('site').map((siteid) => ({ siteid })), ...idsOf('study').map((studyid) => ({ studyid }))]
}

/** A renamed device concerns the subjects that wear it. */
export function noticesOfWearers(wearers: readonly { siteid: string; studyid: string; subjectid: string }[]): Notice[] {
  return wearers.flatMap(({ siteid, studyid, subjectid }) => {
    const change = updated(siteid, studyid, subjectid, subjectid)
    return [
      { topic: topics.subject(subjectid), change },
      { topic: topics.subjects(studyid), change },
    ]
  })
}

/** The notifications of a batch, without repetitions, even if one transaction changed a record several times. */
export function noticesOfBatch(events: HistoryEvent[]): Notice[] {
  const said = new Map<string, Notice>()
  for (const event of events) {
    for (const notice of noticesOf(event)) {
      const key = `${notice.topic}|${notice.change.id}`
      const before = said.get(key)
      // ADDED and REMOVED take precedence over UPDATED.
      if (!before || before.change.action === 'UPDATED' || notice.change.action !== 'UPDATED') said.set(key, notice)
    }
  }
  return [...said.values()]
}
