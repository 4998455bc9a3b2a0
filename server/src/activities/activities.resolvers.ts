import { cleanComment, whyNotActivity } from '@casebook/domain/activities/activities.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { isPlain, lockRemoved } from '../writes/occurrences.sql.ts'
import { givenReason, refuseStale, refuseUnseen, unseen } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { writeGuarded } from '../writes/write-guarded.ts'
import {
  addFirstActivity,
  findOtherFile,
  insertActivity,
  isRunning,
  listActivities,
  lockActivity,
  putBackActivity,
  removeActivity,
  updateActivity,
} from './activities.sql.ts'
import { labelOf, placeOfNew } from './place-of-new.ts'

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
        async () => (isPlain(input) && !input.label ? addFirstActivity(scope, activity, selection) : undefined),
        async (tx) => {
          const { siteid, studyid } = await lockWritableSubject(tx, scope, subjectid)
          const place = await placeOfNew(tx, studyid, activity, input)
          const added = place && (await insertActivity(tx, { ...activity, ...place, siteid, studyid }, selection))
          if (!added) throw problem('activity.taken', { field: 'activitytypeid' })
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
          lockActivity(tx, { subjectid, activitytypeid }, input),
        ])
        if (!activity) throw problem('activity.missing', { field: 'activitytypeid' })
        const { visitid, occurrence } = activity
        const target = { kind: 'activity', id: activitytypeid, subjectid, visitid, occurrence } as const
        await refuseStale(tx, target, activity.version, version)
        // If omitted, the comment is unchanged. An empty comment removes it.
        const comment = input.comment === undefined ? activity.comment : cleanComment(input.comment)
        const label = await labelOf(tx, activitytypeid, { given: input.label, stored: activity.label })
        const ids = { subjectid, activitytypeid, visitid, occurrence }
        return updateActivity(tx, ids, { startTime, stopTime, comment, label }, selectionOf(info))
      })
    },

    async removeActivity(_, { subjectid, activitytypeid, version, files, ...which }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const activity = await lockActivity(tx, { subjectid, activitytypeid }, which)
        if (!activity) throw problem('activity.missing', { field: 'activitytypeid' })
        const { visitid, occurrence } = activity
        const target = { kind: 'activity', id: activitytypeid, subjectid, visitid, occurrence } as const
        await refuseUnseen(tx, target, activity.version, version)
        const ids = { subjectid, activitytypeid, visitid, occurrence }
        const other = files ? await findOtherFile(tx, ids, files) : undefined
        if (other !== undefined)
          throw await unseen(tx, { kind: 'reference_data', id: other, subjectid }, activity.version)
        return removeActivity(tx, ids, selectionOf(info))
      })
    },

    async putBackActivity(_, { subjectid, activitytypeid, reason, ...which }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const place = await lockRemoved(tx, 'activity', { subjectid, typeid: activitytypeid }, which)
        if (place === 'taken') throw problem('activity.taken', { field: 'activitytypeid' })
        if (!place) throw problem('removed.missing', { field: 'activitytypeid' })
        const ids = { subjectid, activitytypeid, ...place }
        // A trigger would end it (0065-running-activities.sql), and what a colleague began would be lost.
        if (await isRunning(tx, ids)) {
          throw problem('running.taken', { field: 'activitytypeid' })
        }
        const back = await putBackActivity(tx, ids, selectionOf(info))
        if (back === undefined) throw problem('removed.missing', { field: 'activitytypeid' })
        return back
      })
    },
  },
}
