import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { readOnce } from '../calls/graphql.ts'
import {
  ScheduleDocument,
  type ScheduleQuery,
  StudyHistoryDocument,
  UpdateVisitsDocument,
} from '../generated/graphql.ts'
import { savedBy, sourceOf } from '../records/use-record.ts'
import { fieldsOfVisits, isArrangement, planOf, whyNotSchedule } from './schedule-fields.ts'

const blank = fieldsOfVisits([])
/** How far to search the history for who changed the schedule. */
const limit = 50

/** The states that were read last, by study. */
const read = new Map<string, { text: string; version: number }>()

/** Visits have versions, a schedule has none: each other state that is read counts as a newer one. */
function versionOf(studyid: string, visits: ScheduleQuery['listVisits']): number {
  const text = JSON.stringify(visits)
  const known = read.get(studyid)
  if (known?.text === text) return known.version
  const version = Math.max(Date.now(), (known?.version ?? 0) + 1)
  read.set(studyid, { text, version })
  return version
}

/** The schedule of a study as a record that is shown and edited. */
export function scheduleRecord(studyid: string) {
  return {
    record: `schedule/${studyid}`,
    blank,
    isArrangement,
    source: sourceOf(ScheduleDocument, { studyid }, ({ data }) =>
      data
        ? { version: versionOf(studyid, data.listVisits), fields: fieldsOfVisits(data.listVisits), row: data }
        : undefined,
    ),
    async findAuthor() {
      const { listStudyHistory } = await readOnce(StudyHistoryDocument, { studyid, limit })
      const entry = listStudyHistory.find(({ kind }) => kind === 'visit')
      return entry && { by: entry.actor, at: entry.at }
    },
    plan(fields: Fields, _over: number | null, { row, base }: { row: ScheduleQuery | undefined; base: Fields }) {
      const why = whyNotSchedule(fields)
      if (why) return why
      const offered = new Set([
        ...(row?.listFormTypes.map(({ formtypeid }) => formtypeid) ?? []),
        ...(row?.listActivityTypes.map(({ activitytypeid }) => activitytypeid) ?? []),
      ])
      return savedBy(UpdateVisitsDocument, { studyid, ...planOf(base, fields, (id) => offered.has(id)) })
    },
  }
}
