import { problem } from '@casebook/domain/shared/problems.ts'
import {
  StartActivityDocument,
  type StartActivityMutation,
  StopActivityDocument,
  type StopActivityMutation,
  SubjectRecordDocument,
} from '../../generated/graphql.ts'
import type { EditedRecord } from '../../records/store.ts'
import { savedBy, sourceOf } from '../../records/use-record.ts'
import type { RunningActivity } from './activity-record.ts'

type SubjectIds = { siteid: string; studyid: string; subjectid: string }

const notRunning = { startTime: '' }

/** The running activity of one type: it exists from its start until it is stopped or its start is undone. */
function runningCopy(ids: SubjectIds, activitytypeid: string) {
  const { subjectid } = ids
  return {
    record: `running/${subjectid}/${activitytypeid}`,
    lane: `subject/${subjectid}`,
    blank: notRunning,
    source: sourceOf<RunningActivity, Parameters<typeof storedRunning>[0], SubjectIds>(
      SubjectRecordDocument,
      ids,
      ({ data }) => data && storedRunning(data, activitytypeid),
    ),
  }
}

function storedRunning(
  { listRunningActivities }: { listRunningActivities: readonly RunningActivity[] },
  activitytypeid: string,
) {
  const running = listRunningActivities.find((each) => each.activitytypeid === activitytypeid)
  if (!running) return { version: null, fields: notRunning }
  return { version: running.version, fields: { startTime: String(running.startTime) }, row: running }
}

/** Starts it at the server's time, unless a colleague has started it meanwhile. */
export function startCopy(
  ids: SubjectIds,
  activitytypeid: string,
): EditedRecord<RunningActivity, StartActivityMutation> {
  return {
    ...runningCopy(ids, activitytypeid),
    act: 'start',
    plan: (_fields, over) =>
      over === null
        ? savedBy(StartActivityDocument, { subjectid: ids.subjectid, activitytypeid })
        : problem('running.taken', { field: 'activitytypeid' }),
  }
}

/** Stops it at the server's time, unless a colleague has stopped it or undone its start meanwhile. */
export function stopCopy(ids: SubjectIds, activitytypeid: string): EditedRecord<RunningActivity, StopActivityMutation> {
  return {
    ...runningCopy(ids, activitytypeid),
    act: 'stop',
    plan: (_fields, over) =>
      over === null
        ? problem('running.missing', { field: 'activitytypeid' })
        : savedBy(StopActivityDocument, { subjectid: ids.subjectid, activitytypeid }),
  }
}
