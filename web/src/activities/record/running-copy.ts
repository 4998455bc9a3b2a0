import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { occurrenceOfKey, whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { givenPlace } from '@casebook/domain/visits/places/places.ts'
import {
  StartActivityDocument,
  type StartActivityMutation,
  StopActivityDocument,
  type StopActivityMutation,
  SubjectRecordDocument,
} from '../../generated/graphql.ts'
import type { EditedRecord } from '../../records/store.ts'
import { savedBy, sourceOf } from '../../records/use-record.ts'
import { activityKey, type RunningActivity } from './activity-record.ts'

type SubjectIds = { siteid: string; studyid: string; subjectid: string }

/** The field in which a press keeps its moment, in epoch seconds by this browser's clock. */
export const pressedKey = 'pressed'

const notRunning = { startTime: '', [pressedKey]: '' }

function pressedAt(fields: Fields): number | undefined {
  const pressed = fieldValue(fields, pressedKey)
  return pressed === '' ? undefined : Number(pressed)
}

/** One running activity, by its key: it exists from its start until it is stopped or its start is undone. */
function runningCopy(ids: SubjectIds, key: string) {
  const { subjectid } = ids
  return {
    record: `running/${subjectid}/${key}`,
    lane: `subject/${subjectid}`,
    onlyAdds: occurrenceOfKey(key).occurrence === 'next',
    blank: notRunning,
    // Nobody is asked about a press, and leaving the page asks nobody either: it is kept.
    isArrangement: () => true,
    source: sourceOf<RunningActivity, Parameters<typeof storedRunning>[0], SubjectIds>(
      SubjectRecordDocument,
      ids,
      ({ data }) => data && storedRunning(data, key),
    ),
  }
}

function storedRunning({ listRunningActivities }: { listRunningActivities: readonly RunningActivity[] }, key: string) {
  const running = listRunningActivities.find((each) => activityKey(each) === key)
  if (!running) return { version: null, fields: notRunning }
  return { version: running.version, fields: { ...notRunning, startTime: String(running.startTime) }, row: running }
}

/** Starts it at the moment of the press, unless a colleague has started it meanwhile. Of a type that repeats: the next one. */
export function startCopy(ids: SubjectIds, key: string): EditedRecord<RunningActivity, StartActivityMutation> {
  const { typeid: activitytypeid, ...place } = occurrenceOfKey(key)
  return {
    ...runningCopy(ids, key),
    act: 'start',
    plan: (fields, over) =>
      over === null
        ? savedBy(StartActivityDocument, {
            subjectid: ids.subjectid,
            activitytypeid,
            ...givenPlace(place),
            startTime: pressedAt(fields),
          })
        : problem('running.taken', { field: 'activitytypeid' }),
  }
}

/** Stops it at the moment of the press, unless a colleague has stopped it or undone its start meanwhile. */
export function stopCopy(
  ids: SubjectIds,
  running: RunningActivity,
): EditedRecord<RunningActivity, StopActivityMutation> {
  const { activitytypeid, activitytype } = running
  return {
    ...runningCopy(ids, activityKey(running)),
    act: 'stop',
    plan: (fields, over) =>
      over === null
        ? problem('running.missing', { field: 'activitytypeid' })
        : savedBy(StopActivityDocument, {
            subjectid: ids.subjectid,
            activitytypeid,
            ...whichOne(running, activitytype.repeats),
            stopTime: pressedAt(fields),
          }),
  }
}
