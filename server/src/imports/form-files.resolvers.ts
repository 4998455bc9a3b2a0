import { withoutAdditions } from '@casebook/domain/exports/definitions/definitions.ts'
import { whyNotImportName } from '@casebook/domain/exports/import/import-plan.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { write } from '../writes/write.ts'
import { readFormTypes } from './definitions.sql.ts'
import { makeDrafts, readBeside, shownReading, writtenFile } from './form-files.ts'

export const formFilesResolvers: Resolvers = {
  Query: {
    async getFormFile(_, { studyid, formtypeids, format }, { db, scope }) {
      return writtenFile(await readFormTypes(db, scope, studyid, formtypeids), format)
    },

    async previewFormFile(_, { input }, { db, scope }) {
      const whyNamed = whyNotImportName(input.filename)
      if (whyNamed) throw whyNamed
      const { existing, answer } = await readBeside(db, scope, input)
      const why = whyStudyTakesNoChanges(existing)
      return shownReading(why ? { ...answer, preview: withoutAdditions(answer.preview, why) } : answer)
    },
  },
  Mutation: {
    async addFormFile(_, { input }, { db, scope }) {
      const whyNamed = whyNotImportName(input.filename)
      if (whyNamed) throw whyNamed
      const read = await readBeside(db, scope, input)
      return write(db, scope, undefined, async (tx) => shownReading(await makeDrafts(tx, scope, input, read)))
    },
  },
}
