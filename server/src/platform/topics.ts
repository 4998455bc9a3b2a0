import type { HistoryEvent } from './feed.ts'

/** A contract Change, and the topic that subscribers to it wait on. */
export type Change = {
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
}

export type Notice = { topic: string; change: Change }

/** One topic for each subscription of the contract, with the ids that it is asked for. */
export const topics = {
  sites: () => 'sites',
  people: () => 'people',
  devices: (siteid: string) => `devices ${siteid}`,
  studies: (siteid: string) => `studies ${siteid}`,
  activityTypes: (studyid: string) => `activity-types ${studyid}`,
  formTypes: (studyid: string) => `form-types ${studyid}`,
  subjects: (studyid: string) => `subjects ${studyid}`,
  subject: (subjectid: string) => `subject ${subjectid}`,
  forms: (subjectid: string) => `forms ${subjectid}`,
  activities: (subjectid: string) => `activities ${subjectid}`,
  referenceData: (subjectid: string, activitytypeid: string) => `reference-data ${subjectid} ${activitytypeid}`,
}

/**
 * Whom a change concerns. A list that shows counts of what lies below it is told when one is added or removed.
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
    case 'person':
      return [own(topics.people())]
    case 'site':
      return [own(topics.sites())]
    case 'device':
      return [own(topics.devices(site)), ...(counted ? [inSites] : [])]
    case 'study':
      return [own(topics.studies(site)), ...(counted ? [inSites] : [])]
    case 'activity_type':
      return [own(topics.activityTypes(study)), ...(counted ? [inStudies] : [])]
    case 'form_type':
      return [own(topics.formTypes(study)), ...(counted ? [inStudies] : [])]
    case 'subject':
      return [own(topics.subjects(study)), own(topics.subject(subject)), ...(counted ? [inStudies] : [])]
    case 'subject_device':
      return [inSubjects, inSubject]
    case 'form':
      return [own(topics.forms(subject)), ...(counted ? [inSubjects] : [])]
    case 'activity':
      return [own(topics.activities(subject)), ...(counted ? [inSubjects] : [])]
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

/** The notices of a batch, each said once even when one transaction touched a thing several times. */
export function noticesOfBatch(events: HistoryEvent[]): Notice[] {
  const said = new Map<string, Notice>()
  for (const event of events) {
    for (const notice of noticesOf(event)) {
      const key = `${notice.topic}|${notice.change.id}`
      const before = said.get(key)
      // What was added or removed says more than that it was updated too.
      if (!before || before.change.action === 'UPDATED' || notice.change.action !== 'UPDATED') said.set(key, notice)
    }
  }
  return [...said.values()]
}
