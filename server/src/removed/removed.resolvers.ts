import { activityTypeFields } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { whyNotDeviceid } from '@casebook/domain/devices/devices.rules.ts'
import { whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { studyFields } from '@casebook/domain/studies/studies.rules.ts'
import { whyNotDocumentTitle } from '@casebook/domain/study-documents/study-documents.rules.ts'
import type { RemovedKind, Resolvers } from '../generated/resolvers.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { write } from '../writes/write.ts'
import { findStudyOfRemoved, listRemoved, lockRemoved, restore } from './removed.sql.ts'

const whyNotNamed: Record<RemovedKind, (name: string) => Problem | undefined> = {
  SITE: siteFields.name.whyNot,
  DEVICE: whyNotDeviceid,
  STUDY: studyFields.name.whyNot,
  ACTIVITY_TYPE: activityTypeFields.description.whyNot,
  FORM_TYPE: whyNotFormTypeIdentifier,
  STUDY_DOCUMENT: whyNotDocumentTitle,
}

export const removedResolvers: Resolvers = {
  Query: {
    listRemoved: (_, __, { lists, scope }) => listRemoved(lists, scope),
  },
  Mutation: {
    async restoreRemoved(_, { kind, id, name: given }, { db, scope }) {
      const why = given ? whyNotNamed[kind](given) : undefined
      if (why) throw problem(why.reason, { params: why.params, field: 'name' })
      return write(db, scope, undefined, async (tx) => {
        // In the same order as other writes: the study before its types. Its documents may change whatever its status.
        const studyid = await findStudyOfRemoved(tx, scope, kind, id)
        if (studyid && kind !== 'STUDY_DOCUMENT') await lockChangeableStudy(tx, scope, studyid)
        const removed = await lockRemoved(tx, scope, kind, id)
        if (!removed) throw problem('removed.missing', { field: 'id' })
        const name = given ? cleanName(given) : removed.name
        await restore(tx, kind, id, name)
        return { ...removed, name }
      })
    },
  },
}
