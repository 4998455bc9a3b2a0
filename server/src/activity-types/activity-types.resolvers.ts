import { whyNotDescription } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { activityTypeShape } from '../shapes/activity-type.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { removeRecord } from '../writes/removal.sql.ts'
import { newId, refuseStale } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import {
  findActivityType,
  insertActivityType,
  listActivityTypes,
  lockActivityType,
  updateActivityType,
} from './activity-types.sql.ts'

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
    async addActivityType(_, { studyid, description }, { db, scope }, info) {
      const why = whyNotDescription(description)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid } = await lockChangeableStudy(tx, scope, studyid)
        const type = { activitytypeid: newId(), siteid, studyid, ...described(description) }
        return insertActivityType(tx, type, selectionOf(info))
      })
    },

    async updateActivityType(_, { activitytypeid, input }, { db, scope }, info) {
      const why = whyNotDescription(input.description)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, input.studyid)
        const type = await lockActivityType(tx, input.studyid, activitytypeid)
        if (!type) throw problem('activity-type.missing', { field: 'activitytypeid' })
        await refuseStale(tx, { kind: 'activity_type', id: activitytypeid }, type.version, input.version)
        return updateActivityType(tx, activitytypeid, described(input.description), selectionOf(info))
      })
    },

    async removeActivityType(_, { studyid, activitytypeid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockChangeableStudy(tx, scope, studyid)
        const type = await lockActivityType(tx, studyid, activitytypeid)
        if (!type) throw problem('activity-type.missing', { field: 'activitytypeid' })
        return removeRecord(tx, 'activity_type', { activitytypeid }, activityTypeShape, selectionOf(info))
      })
    },
  },
}

function described(text: string) {
  const description = cleanName(text)
  return { description, description_key: caseKey(description) }
}
