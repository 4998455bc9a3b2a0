import { cleanComment, whyNotComment } from '@casebook/domain/activities/activities.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import { selectionOf } from '../../shapes/shape/selection.ts'
import { lockWritableSubject } from '../../subjects/subjects.sql.ts'
import { write } from '../../writes/write.ts'
import { insertActivity, isOffered, lockActivity } from '../activities.sql.ts'
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
    async startActivity(_, { subjectid, activitytypeid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        if (!(await isOffered(tx, studyid, activitytypeid))) {
          throw problem('activity-type.missing', { field: 'activitytypeid' })
        }
        if (await lockActivity(tx, { subjectid, activitytypeid })) {
          throw problem('activity.taken', { field: 'activitytypeid' })
        }
        const started = await insertRunning(tx, { subjectid, activitytypeid, siteid, studyid }, selectionOf(info))
        if (started === undefined) throw problem('running.taken', { field: 'activitytypeid' })
        return started
      })
    },

    async stopActivity(_, { subjectid, activitytypeid, comment }, { db, scope }, info) {
      const why = whyNotComment(comment)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
        const running = await lockRunning(tx, { subjectid, activitytypeid })
        if (running === undefined) throw problem('running.missing', { field: 'activitytypeid' })
        const startTime = running.startTime
        const stopTime = Math.max(startTime + 1, running.now)
        const activity = {
          subjectid,
          activitytypeid,
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

    async cancelStart(_, { subjectid, activitytypeid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const canceled = await deleteRunning(tx, { subjectid, activitytypeid }, selectionOf(info))
        if (canceled === undefined) throw problem('running.missing', { field: 'activitytypeid' })
        return canceled
      })
    },
  },
}
