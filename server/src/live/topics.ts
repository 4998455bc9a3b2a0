import type { Change, HistoryEvent, Notice } from '../records/notices.ts'
import { topicOf } from '../records/notices.ts'
import { describeRecord, isRecordKind } from '../records/records.ts'

/** The topics that a change concerns. A kind of a later release, which runs beside this one, is told to nobody here. */
export function noticesOf(event: HistoryEvent): Notice[] {
  return isRecordKind(event.kind) ? describeRecord(event.kind).notices(event) : []
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
    const change: Change = { action: 'UPDATED', siteid, studyid, subjectid, id: subjectid }
    return [
      { topic: topicOf('onSubjectUpdates', studyid, subjectid), change },
      { topic: topicOf('onSubjectsUpdates', studyid), change },
    ]
  })
}

/** The notifications of a batch, without repetitions, even if one transaction changed a record several times. */
export function noticesOfBatch(events: HistoryEvent[]): Notice[] {
  const said = new Map<string, Notice>()
  for (const event of events) {
    for (const notice of noticesOf(event)) {
      const { id, visitid, occurrence } = notice.change
      const key = JSON.stringify([notice.topic, id, visitid, occurrence])
      const before = said.get(key)
      // ADDED and REMOVED take precedence over UPDATED.
      if (!before || before.change.action === 'UPDATED' || notice.change.action !== 'UPDATED') said.set(key, notice)
    }
  }
  return [...said.values()]
}
