import { whyNotFilename, whyNotSha256 } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import {
  newDocumentFields,
  newDocumentVersionFields,
  shownTypeOf,
} from '@casebook/domain/study-documents/study-documents.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { valueUnder } from '../graphql/shaped-types.ts'
import { isStored } from '../shapes/file-fields.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockStudyStatus } from '../studies/studies.sql.ts'
import { endPending } from '../uploads/pending-uploads.sql.ts'
import { beginUpload, completeUpload } from '../uploads/settle-upload.ts'
import { findUpload } from '../uploads/uploads.sql.ts'
import { putBackRecord, removeRecord } from '../writes/records.sql.ts'
import { givenReason, newId, refuseUnseen } from '../writes/versions.ts'
import { type Write, write } from '../writes/write.ts'
import {
  changeVersion,
  insertStudyDocument,
  insertVersion,
  listStudyDocuments,
  lockStudyDocument,
  lockUnsentVersion,
  readStudyDocument,
  setLatestVersion,
  studyDocumentShape,
} from './study-documents.sql.ts'

type Place = { documentid: string; siteid: string; studyid: string; number: number }
type File = {
  filename: string
  sha256?: string | null | undefined
  date?: string | null | undefined
  sending?: boolean | null | undefined
}

export const studyDocumentsResolvers: Resolvers = {
  StudyDocumentVersion: {
    async downloadUrl(version, _, { store, origin }, info) {
      const stored = valueUnder(version, String(info.path.key))
      return isStored(stored) ? store.presignDownload(stored.objectName, stored.filename, origin) : null
    },
    async viewUrl(version, _, { store, origin }, info) {
      const stored = valueUnder(version, String(info.path.key))
      const type = isStored(stored) ? shownTypeOf(stored.filename) : undefined
      return isStored(stored) && type ? store.presignDownload(stored.objectName, stored.filename, origin, type) : null
    },
  },
  Query: {
    async listStudyDocuments(_, { studyid }, { lists, scope }, info) {
      return found(await listStudyDocuments(lists, scope, studyid, selectionOf(info)), 'study.missing', 'studyid')
    },
  },
  Mutation: {
    async addStudyDocument(_, { input }, context, info) {
      const { db, scope } = context
      const why = whyNotGiven(newDocumentFields, input) ?? whyNotFile(input)
      if (why) throw why
      const documentid = newId()
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid } = found(await lockStudyStatus(tx, scope, input.studyid), 'study.missing', 'studyid')
        const { title, kind } = cleanGiven(newDocumentFields, input)
        await insertStudyDocument(tx, { documentid, siteid, studyid, title, kind })
        const begun = await addVersion(tx, context, { documentid, siteid, studyid, number: 1 }, input)
        return found(await readStudyDocument(tx, scope, documentid, selectionOf(info), begun))
      })
    },

    async addStudyDocumentVersion(_, { documentid, replaces, ...file }, context, info) {
      const { db, scope } = context
      const why = whyNotFile(file)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const { siteid, studyid, latest } = await lockPresent(tx, context, documentid)
        const place = { documentid, siteid, studyid, number: latest }
        const unsent = replaces === latest ? await lockUnsentVersion(tx, place, scope.actor.personid) : undefined
        const next = { ...place, number: latest + 1 }
        if (!unsent) await setLatestVersion(tx, documentid, next.number)
        const begun = unsent
          ? await beginVersionAgain(tx, context, place, unsent, file)
          : await addVersion(tx, context, next, file)
        return found(await readStudyDocument(tx, scope, documentid, selectionOf(info), begun))
      })
    },

    async completeStudyDocument(_, { documentid, number, ...said }, context, info) {
      const { db, scope } = context
      const upload = found(await findUpload(db, scope, 'study_document_version', { documentid, number }))
      await completeUpload(context, upload, said)
      return found(await readStudyDocument(db, scope, documentid, selectionOf(info)))
    },

    async removeStudyDocument(_, { documentid, version }, context, info) {
      return write(context.db, context.scope, undefined, async (tx) => {
        const document = await lockPresent(tx, context, documentid)
        await refuseUnseen(tx, { kind: 'study_document', id: documentid }, document.version, version)
        return removeRecord(tx, 'study_document', { documentid }, studyDocumentShape, selectionOf(info))
      })
    },

    async putBackStudyDocument(_, { documentid, reason }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        found(await lockStudyDocument(tx, scope, documentid))
        const back = await putBackRecord(tx, 'study_document', { documentid }, studyDocumentShape, selectionOf(info))
        return found(back, 'removed.missing')
      })
    },
  },
}

function whyNotFile({ filename, sha256, date }: File) {
  return whyNotFilename(filename) ?? whyNotSha256(sha256) ?? whyNotGiven(newDocumentVersionFields, { date })
}

async function addVersion(tx: Write, context: RequestContext, place: Place, file: File) {
  // Contains only our own ids, because no text of the caller may get into the form's fields.
  const { columns, form } = await begin(tx, context, place, `${place.studyid}/${newId()}`, file)
  await insertVersion(tx, { ...place, ...columns, uploaded_by: context.scope.actor.name })
  return { number: place.number, form }
}

/** The same upload, with another form: what may still be sent with the former one is checked against these texts. */
async function beginVersionAgain(tx: Write, context: RequestContext, place: Place, objectName: string, file: File) {
  await endPending(tx, objectName)
  const { columns, form } = await begin(tx, context, place, objectName, file)
  await changeVersion(tx, { ...place, ...columns })
  return { number: place.number, form }
}

async function begin(tx: Write, context: RequestContext, { siteid }: Place, object_name: string, file: File) {
  const { filename, sha256, date, sending } = file
  const upload = { kind: 'study_document_version', siteid, object_name, sha256, sending } as const
  const { columns, form } = await beginUpload(tx, context, upload)
  const { date: given = null } = cleanGiven(newDocumentVersionFields, { date })
  return { columns: { filename, date: given, ...columns }, form }
}

async function lockPresent(tx: Write, { scope }: RequestContext, documentid: string) {
  const document = found(await lockStudyDocument(tx, scope, documentid))
  return found(document.removed_at ? undefined : document)
}

type Missing = 'study-document.missing' | 'study.missing' | 'removed.missing'

function found<T>(value: T | undefined, missing: Missing = 'study-document.missing', field = 'documentid'): T {
  if (value === undefined) throw problem(missing, { field })
  return value
}
