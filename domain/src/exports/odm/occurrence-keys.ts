import type { HistoryRow } from '../history-row.ts'
import type { Occurrence } from '../occurrences.ts'
import { type Kept, recordOf, type State } from './transactions.ts'

/**
 * The key of a form or an activity of a subject: the id of its type, and for all but the first without a visit what tells
 * it from that: `id`, `id.2`, `id.visit` or `id.visit.2`. No id contains a dot.
 */
export function keyOf(typeid: string, { visitid, occurrence = 1 }: Occurrence): string {
  return [typeid, ...(visitid ? [visitid] : []), ...(occurrence > 1 ? [String(occurrence)] : [])].join('.')
}

/** The id of the type, and the rest: empty for the first without a visit. */
export function partsOf(key: string): [typeid: string, which: string] {
  const [typeid = '', ...which] = key.split('.')
  return [typeid, which.join('.')]
}

/** Of a form or an activity in the history. */
export function keyOfEntry(entry: HistoryRow): string {
  return keyOf(entry.id, occurrenceOf(recordOf(entry)))
}

/** Of the activity of a file in the history. */
export function keyOfRecord(record: Kept): string {
  return keyOf(String(record.activitytypeid ?? ''), occurrenceOf(record))
}

/** Of an activity, or the activity of a file, in a table. */
export function keyOfState(state: State): string {
  const occurrence = Number(state.get('occurrence') ?? 1)
  return keyOf(state.get('activitytypeid') ?? '', { visitid: state.get('visitid') ?? null, occurrence })
}

function occurrenceOf({ visitid, occurrence }: Kept): Occurrence {
  return {
    visitid: typeof visitid === 'string' && visitid !== '' ? visitid : null,
    occurrence: typeof occurrence === 'number' ? occurrence : 1,
  }
}
