import { activityTypeFields } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { activityTypeShape } from '../shapes/activity-type.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { refuseRepeated } from '../writes/occurrences.sql.ts'
import { insertRecord, removeRecord, updateRecord } from '../writes/records.sql.ts'
import { newId, refuseStale, refuseUnseen } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { findActivityType, listActivityTypes, lockActivityType } from './activity-types.sql.ts'

export const activityTypesResolvers: Resolvers = {
  Query: {
    async listActivityTypes(_, { studyid }, { lists, scope }, info) {
      const types = await listActivityTypes(lists, scope, studyid, selectionOf(info))
      if (types === undefined) throw problem('study.missing', { field: 'studyid' })
      return types
    },

    async getActivityType(_, ids, { shortReads, scope }, info) {
      const type = await findActivityType(shortReads, scope, ids, selectionOf(info))
      if (type === undefined) throw problem('activity-type.missing', { field: 'activitytypeid' })
      return type
    },
  },
  Mutation: {
    async addActivityType(_, given, { db, scope }, info) {
      const { studyid } = given
      const why = whyNotGiven(activityTypeFields, given)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid } = await lockChangeableStudy(tx, scope, studyid)
        const type = {
          activitytypeid: newId(),
          siteid,
          studyid,
          ...described(cleanGiven(activityTypeFields, given)),
          ...repeatsGiven(given),
        }
        return insertRecord(tx, 'activity_type', type, activityTypeShape, selectionOf(info))
      })
    },

    async updateActivityType(_, { activitytypeid, input }, { db, scope }, info) {
      const why = whyNotGiven(activityTypeFields, input)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, input.studyid)
        const type = await lockActivityType(tx, input.studyid, activitytypeid)
        if (!type) throw problem('activity-type.missing', { field: 'activitytypeid' })
        await refuseStale(tx, { kind: 'activity_type', id: activitytypeid }, type.version, input.version)
        if (type.repeats && input.repeats === false) await refuseRepeated(tx, 'activity', activitytypeid)
        const change = { ...described(cleanGiven(activityTypeFields, input)), ...repeatsGiven(input) }
        return updateRecord(tx, 'activity_type', { activitytypeid }, change, activityTypeShape, selectionOf(info))
      })
    },

    async removeActivityType(_, { studyid, activitytypeid, version }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, studyid)
        const type = await lockActivityType(tx, studyid, activitytypeid)
        if (!type) throw problem('activity-type.missing', { field: 'activitytypeid' })
        await refuseUnseen(tx, { kind: 'activity_type', id: activitytypeid }, type.version, version)
        return removeRecord(tx, 'activity_type', { activitytypeid }, activityTypeShape, selectionOf(info))
      })
    },
  },
}

/** If omitted, it is unchanged. */
function repeatsGiven({ repeats }: { repeats?: boolean | null | undefined }) {
  return typeof repeats === 'boolean' ? { repeats } : {}
}

function described<Typed extends { description: string }>(typed: Typed) {
  return { ...typed, description_key: caseKey(typed.description) }
}
