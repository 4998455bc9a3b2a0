import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { whyNotStudyName, whyNotStudyStatus } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { studyShape } from '../shapes/study.shape.ts'
import { lockSite } from '../sites/sites.sql.ts'
import { removeRecord } from '../writes/removal.sql.ts'
import { newId, refuseStale } from '../writes/versions.ts'
import { type Write, write } from '../writes/write.ts'
import { findStudy, insertStudy, listStudies, lockStudy, updateStudy } from './studies.sql.ts'

export const studiesResolvers: Resolvers = {
  Query: {
    async listStudies(_, { siteid }, { lists, scope }, info) {
      const studies = await listStudies(lists, scope, siteid, selectionOf(info))
      if (studies === undefined) throw problem('site.missing', { field: 'siteid' })
      return studies
    },

    async getStudy(_, { siteid, studyid }, { shortReads, scope }, info) {
      const study = await findStudy(shortReads, scope, siteid, studyid, selectionOf(info))
      if (study === undefined) throw problem('study.missing', { field: 'studyid' })
      return study
    },
  },
  Mutation: {
    async addStudy(_, { siteid, name }, { db, scope }, info) {
      const why = whyNotStudyName(name)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
        return insertStudy(tx, { siteid, studyid: newId(), name: cleanName(name) }, selectionOf(info))
      })
    },

    async updateStudy(_, { siteid, studyid, input }, { db, scope }, info) {
      const why = whyNotStudyName(input.name) ?? whyNotStudyStatus(input.status)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const study = await lockStudyOfSite(tx, scope, siteid, studyid)
        await refuseStale(tx, { kind: 'study', id: studyid }, study.version, input.version)
        const change = { name: cleanName(input.name), status: cleanName(input.status) }
        return updateStudy(tx, studyid, change, selectionOf(info))
      })
    },

    async removeStudy(_, { siteid, studyid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockStudyOfSite(tx, scope, siteid, studyid)
        return removeRecord(tx, 'study', { studyid }, studyShape, selectionOf(info))
      })
    },
  },
}

async function lockStudyOfSite(tx: Write, scope: Scope, siteid: string, studyid: string) {
  const study = await lockStudy(tx, scope, studyid)
  if (study?.siteid !== siteid) throw problem('study.missing', { field: 'studyid' })
  return study
}
