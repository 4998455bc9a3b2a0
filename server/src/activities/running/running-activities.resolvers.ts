import { cleanComment, whyNotComment } from '@casebook/domain/activities/activities.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import { selectionOf } from '../../shapes/shape/selection.ts'
import { lockWritableSubject } from '../../subjects/subjects.sql.ts'
import { onlyOccurrence } from '../../writes/occurrences.sql.ts'
import { write } from '../../writes/write.ts'
import { insertActivity } from '../activities.sql.ts'
import { placeOfNew } from '../place-of-new.ts'
import { momentOf } from './moment.ts'
import { deleteRunning, insertRunning, listRunningActivities, lockRunning } from './running-activities.sql.ts'

export const runningActivitiesResolvers: Resolvers = {
  Query: {
    async listRunningActivities(_, { subjectid }, { db, scope }, info) {
      const running = await listRunningActivities(db, scope, subjectid, selectionOf(info))
      if (running === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return running
    },
  },
  Mutation: {
    async startActivity(_, { subjectid, activitytypeid, startTime, ...which }, { db, scope, clock }, info) {
      const begun = momentOf(startTime, { clock, field: 'startTime' })
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        const place = await placeOfNew(tx, studyid, { subjectid, activitytypeid }, which)
        if (!place) throw problem('activity.taken', { field: 'activitytypeid' })
        const running = { subjectid, activitytypeid, ...place, siteid, studyid, begun }
        const started = await insertRunning(tx, running, selectionOf(info))
        if (started === undefined) throw problem('running.taken', { field: 'activitytypeid' })
        return started
      })
    },

    async stopActivity(_, { subjectid, activitytypeid, comment, stopTime: given, ...which }, context, info) {
      const { db, scope, clock } = context
      const why = whyNotComment(comment)
      if (why) throw why
      const ended = momentOf(given, { clock, field: 'stopTime' })
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        const running = await lockRunning(tx, { subjectid, activitytypeid }, which, ended)
        if (running === undefined) throw problem('running.missing', { field: 'activitytypeid' })
        const { visitid, occurrence, label } = running
        const startTime = running.startTime
        const stopTime = Math.max(startTime + 1, running.ended)
        const activity = {
          subjectid,
          activitytypeid,
          visitid,
          occurrence,
          label,
          siteid,
          studyid,
          startTime,
          stopTime,
          comment: cleanComment(comment),
        }
        // When the activity is inserted, a trigger ends the running one (0065-running-activities.sql).
        const added = await insertActivity(tx, activity, selectionOf(info))
        if (added === undefined) throw problem('activity.taken', { field: 'activitytypeid' })
        return added
      })
    },

    async cancelStart(_, { subjectid, activitytypeid, ...which }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const running = await lockRunning(tx, { subjectid, activitytypeid }, which)
        const { visitid, occurrence } = running ?? onlyOccurrence
        const canceled =
          running && (await deleteRunning(tx, { subjectid, activitytypeid, visitid, occurrence }, selectionOf(info)))
        if (!canceled) throw problem('running.missing', { field: 'activitytypeid' })
        return canceled
      })
    },
  },
}
