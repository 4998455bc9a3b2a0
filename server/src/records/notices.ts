import type { Belonging } from '@casebook/domain/users/rights.rules.ts'

/** Where a person belongs, and whether they are active. */
export type PersonBelonging = Belonging & { state: string }

/** One committed change, without its values. */
export type HistoryEvent = {
  historyid: number
  /** The table. A later release beside this one may write kinds that this one does not know. */
  kind: string
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
  /** Forms, activities and their files only: empty without a visit. */
  visitid?: string | null
  occurrence?: number | null
  /** Reference data only: the activity type it belongs to. */
  activitytypeid: string | null
  /** Changed devices only: the deviceid before, which differs if the device was renamed. */
  old_id: string | null
  /** People only: their sites before and after the change, which determine who is notified. */
  belonging: PersonBelonging[] | null
}

/** A Change of the contract, and the topic that its subscribers wait on. */
export type Change = {
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
  visitid?: string | null
  occurrence?: number | null
  /** For a person: only administrators responsible for one of these sites are told. Not sent to subscribers. */
  belonging?: readonly PersonBelonging[]
}

export type Notice = { topic: string; change: Change }

/** The topic of a subscription: its name in the schema, and its required arguments in their order. */
export function topicOf(subscription: string, ...ids: readonly (string | null)[]): string {
  return [subscription, ...ids].join(' ')
}

/** The change itself, told to a topic. */
export function told(event: HistoryEvent, topic: string): Notice {
  const { action, siteid, studyid, subjectid, id } = event
  return { topic, change: { action, siteid, studyid, subjectid, id, ...occurrenceOf(event) } }
}

/** An UPDATED of another record, `id`, that shows the changed one. */
export function touched({ siteid, studyid, subjectid }: HistoryEvent, topic: string, id: string): Notice {
  return { topic, change: { action: 'UPDATED', siteid, studyid, subjectid, id } }
}

/** An UPDATED of the activity of a file, or of the activity that is running. */
export function touchedActivity(event: HistoryEvent, topic: string, id: string): Notice {
  const notice = touched(event, topic, id)
  return { topic, change: { ...notice.change, ...occurrenceOf(event) } }
}

/** What the history kept of forms and activities before any repeated is of the only one. */
function occurrenceOf({ kind, visitid, occurrence }: HistoryEvent): Pick<Change, 'visitid' | 'occurrence'> {
  if (!occurrenceKinds.has(kind)) return {}
  return { visitid: visitid || null, occurrence: occurrence ?? 1 }
}

const occurrenceKinds: ReadonlySet<string> = new Set(['form', 'activity', 'running_activity', 'reference_data'])

/** The list of sites, which counts what is below each: told when something is added or removed. */
export function inSites({ action, siteid }: HistoryEvent): Notice[] {
  if (action === 'UPDATED') return []
  return [
    {
      topic: topicOf('onSitesUpdates'),
      change: { action: 'UPDATED', siteid, studyid: null, subjectid: null, id: siteid ?? '' },
    },
  ]
}

/** The same for the list of studies. */
export function inStudies({ action, siteid, studyid }: HistoryEvent): Notice[] {
  if (action === 'UPDATED') return []
  return [
    {
      topic: topicOf('onStudiesUpdates', siteid),
      change: { action: 'UPDATED', siteid, studyid, subjectid: null, id: studyid ?? '' },
    },
  ]
}

/** The list of subjects also shows the last change and completeness, so it is told of every change below. */
export function inSubjects(event: HistoryEvent): Notice {
  return touched(event, topicOf('onSubjectsUpdates', event.studyid), event.subjectid ?? '')
}
