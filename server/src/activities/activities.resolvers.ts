import { cleanComment, whyNotActivity } from '@casebook/domain/activities/activities.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { givenReason, refuseStale } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { writeGuarded } from '../writes/write-guarded.ts'
import {
  addFirstActivity,
  insertActivity,
  isOffered,
  isRunning,
  listActivities,
  lockActivity,
  putBackActivity,
  removeActivity,
  updateActivity,
} from './activities.sql.ts'

export const activitiesResolvers: Resolvers = {
  Query: {
    async listActivities(_, { subjectid }, { lists, scope }, info) {
      const activities = await listActivities(lists, scope, subjectid, selectionOf(info))
      if (activities === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return activities
    },
  },
  Mutation: {
    async addActivity(_, { input }, context, info) {
      const { subjectid, activitytypeid, startTime, stopTime } = input
      const { scope } = context
      const selection = selectionOf(info)
      const why = whyNotActivity(input)
      if (why) throw why
      const activity = { subjectid, activitytypeid, startTime, stopTime, comment: cleanComment(input.comment) }
      return writeGuarded(
        context,
        async () => addFirstActivity(scope, activity, selection),
        async (tx) => {
          const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
          if (!(await isOffered(tx, studyid, activitytypeid))) {
            throw problem('activity-type.missing', { field: 'activitytypeid' })
          }
          const added = await insertActivity(tx, { ...activity, siteid, studyid }, selection)
          if (added === undefined) throw problem('activity.taken', { field: 'activitytypeid' })
          return added
        },
      )
    },

    async updateActivity(_, { input }, { db, scope }, info) {
      const { subjectid, activitytypeid, startTime, stopTime, version } = input
      const why = whyNotActivity(input)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const [, activity] = await Promise.all([
          lockWritableSubject(tx, scope, subjectid),
          lockActivity(tx, { subjectid, activitytypeid }),
        ])
        if (!activity) throw problem('activity.missing', { field: 'activitytypeid' })
        await refuseStale(tx, { kind: 'activity', id: activitytypeid, subjectid }, activity.version, version)
        // If omitted, the comment is unchanged. An empty comment removes it.
        const comment = input.comment === undefined ? activity.comment : cleanComment(input.comment)
        return updateActivity(tx, { subjectid, activitytypeid }, { startTime, stopTime, comment }, selectionOf(info))
      })
    },

    async removeActivity(_, { subjectid, activitytypeid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const removed = await removeActivity(tx, { subjectid, activitytypeid }, selectionOf(info))
        if (removed === undefined) throw problem('activity.missing', { field: 'activitytypeid' })
        return removed
      })
    },

    async putBackActivity(_, { subjectid, activitytypeid, reason }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        if (await lockActivity(tx, { subjectid, activitytypeid })) {
          throw problem('activity.taken', { field: 'activitytypeid' })
        }
        // A trigger would end it (0065-running-activities.sql), and what a colleague began would be lost.
        if (await isRunning(tx, { subjectid, activitytypeid })) {
          throw problem('running.taken', { field: 'activitytypeid' })
        }
        const back = await putBackActivity(tx, { subjectid, activitytypeid }, selectionOf(info))
        if (back === undefined) throw problem('removed.missing', { field: 'activitytypeid' })
        return back
      })
    },
  },
}
