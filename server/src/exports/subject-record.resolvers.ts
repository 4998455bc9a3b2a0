import { subjectJson } from '@casebook/domain/exports/subject/subject-json.ts'
import { TextPieces } from '../database/json-text.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { write } from '../writes/write.ts'
import { allowedPlace } from './allowed-place.ts'
import { recordAccess } from './export-events.sql.ts'
import { readSubjectRows } from './subject-rows.sql.ts'

/** The pieces of a text, each made when it is the caller's turn: however many records they read, one piece at a time. */
async function inPieces(text: AsyncIterable<string>, { mainThread, scope }: RequestContext): Promise<string[]> {
  const pieces: string[] = []
  const { personid } = scope.actor
  for (const made = text[Symbol.asyncIterator](); ; ) {
    await mainThread.nextPiece(personid)
    const began = performance.now()
    const { done, value } = await made.next()
    mainThread.charge(personid, performance.now() - began)
    if (done) return pieces
    pieces.push(value)
  }
}

export const subjectRecordResolvers: Resolvers = {
  Query: {
    async getSubjectRecord(_, { siteid, studyid, subjectid, history }, context) {
      const { db, scope, config } = context
      await allowedPlace(context, { siteid, studyid, subjectid })
      await write(db, scope, undefined, (tx) => recordAccess(tx, { siteid, studyid, subjectid, what: 'RECORD' }))
      const place = { siteid, studyid, subjectid, history: history ?? true }
      const rows = await readSubjectRows(db, scope, place, config.studyTimezone)
      return new TextPieces(await inPieces(subjectJson(rows), context))
    },
  },
}
