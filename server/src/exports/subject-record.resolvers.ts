import { subjectJson } from '@casebook/domain/exports/subject/subject-json.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { write } from '../writes/write.ts'
import { allowedPlace } from './allowed-place.ts'
import { recordAccess } from './exports.sql.ts'
import { readSubjectRows } from './subject-rows.sql.ts'

export const subjectRecordResolvers: Resolvers = {
  Query: {
    async getSubjectRecord(_, { siteid, studyid, subjectid, history }, context) {
      const { db, scope, config } = context
      await allowedPlace(context, { siteid, studyid, subjectid })
      await write(db, scope, undefined, (tx) => recordAccess(tx, { siteid, studyid, subjectid, what: 'RECORD' }))
      const place = { siteid, studyid, subjectid, history: history ?? true }
      const rows = await readSubjectRows(db, scope, place, config.studyTimezone)
      return (await Array.fromAsync(subjectJson(rows))).join('')
    },
  },
}
