import { withoutAdditions } from '@casebook/domain/exports/definitions/definitions.ts'
import { whyNotImportName } from '@casebook/domain/exports/import/import-plan.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { write } from '../writes/write.ts'
import { readDefinitions, readFormTypes } from './definitions.sql.ts'
import { makeDrafts, shownReading, writtenFile } from './form-files.ts'
import { readFormFile } from './thread/ask-thread.ts'

export const formFilesResolvers: Resolvers = {
  Query: {
    async getFormFile(_, { studyid, formtypeids, format }, { db, scope }) {
      return writtenFile(await readFormTypes(db, scope, studyid, formtypeids), format)
    },

    async previewFormFile(_, { input: { studyid, filename, gzip } }, { db, scope }) {
      const whyNamed = whyNotImportName(filename)
      if (whyNamed) throw whyNamed
      const existing = await readDefinitions(db, scope, studyid)
      const answer = await readFormFile({ filename, gzip }, existing)
      const why = whyStudyTakesNoChanges(existing)
      return shownReading(why ? { ...answer, preview: withoutAdditions(answer.preview, why) } : answer)
    },
  },
  Mutation: {
    async addFormFile(_, { input }, { db, scope }) {
      const whyNamed = whyNotImportName(input.filename)
      if (whyNamed) throw whyNamed
      return write(db, scope, undefined, async (tx) => shownReading(await makeDrafts(tx, scope, input)))
    },
  },
}
