import type { DevicePosition, SubjectStatus } from '../subjects/subjects.rules.ts'
import type { Window } from '../visits/due.ts'
import type { Provenance } from './history-row.ts'

/** A visit of a study's schedule, `place` from 0. */
export type VisitRow = Provenance &
  Window & {
    siteid: string
    studyid: string
    visitid: string
    place: number
    name: string
    day: number | null
    repeats: boolean
    formtypeids: readonly string[]
    activitytypeids: readonly string[]
    inOrder: boolean
    version: number
  }

/** What a subject wore or wears. Instants in ISO notation: `from` is null if it is not known, `to` while it is worn. */
export type WornRow = {
  siteid: string
  studyid: string
  subjectid: string
  identifier: string | null
  subject_status?: SubjectStatus
  wornid: string
  deviceid: string
  position: DevicePosition
  /** The study's word for where it was worn. */
  place: string
  from: string | null
  to: string | null
  visitid: string | null
}
