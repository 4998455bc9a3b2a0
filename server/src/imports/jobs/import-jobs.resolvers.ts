import { mostFileBytes, whyNotImportName } from '@casebook/domain/exports/import/import-plan.ts'
import { maxConfirmationLength } from '@casebook/domain/forms/judgement.ts'
import { encodeFormFields, whyNotSha256 } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { catalogue, type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { cleanName, whyNotText } from '@casebook/domain/shared/text.rules.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import type { RequestContext } from '../../graphql/context.ts'
import { importObjectName, type ObjectStore } from '../../object-store/object-store.ts'
import { findStudyRow } from '../../studies/studies.sql.ts'
import { countPending, endPending } from '../../uploads/pending-uploads.sql.ts'
import { newId } from '../../writes/versions.ts'
import { write } from '../../writes/write.ts'
import { nameOrigins } from '../origins.sql.ts'
import {
  cancelImportJob,
  checkImportJob,
  findImportJob,
  type ImportJobOnRecord,
  insertImportJob,
  listImportJobs,
  startImportJob,
} from './import-jobs.sql.ts'
import { wakeImports } from './wake.ts'

export const importJobsResolvers: Resolvers = {
  Query: {
    async getImportJob(_, { studyid, importid }, context) {
      return shown(context, await existing(context, studyid, importid))
    },

    async listImportJobs(_, { studyid }, context) {
      const { db, scope } = context
      if (!(await findStudyRow(db, scope, studyid))) throw problem('study.missing', { field: 'studyid' })
      return Promise.all((await listImportJobs(db, scope, studyid)).map((job) => shown(context, job)))
    },
  },
  Mutation: {
    async addImportJob(_, { input }, context) {
      const { db, scope, store, origin, token } = context
      const { siteid, studyid } = input
      const filename = cleanName(input.filename)
      const sha256 = input.sha256 || null
      const why = whyNotJobName(filename) ?? (sha256 === null ? undefined : whyNotSha256(sha256))
      if (why) throw why
      const study = await findStudyRow(db, scope, studyid)
      if (study?.siteid !== siteid) throw problem('study.missing', { field: 'studyid' })
      const importid = newId()
      const object_name = importObjectName(importid)
      const form = await store.presignUpload(object_name, origin, { most: mostFileBytes, sha256: sha256 ?? undefined })
      // A repeated call returns the answer of the first, so all that is new in it is kept with the write.
      const begun = await write(db, scope, undefined, async (tx) => {
        await insertImportJob(tx, scope, {
          importid,
          siteid,
          studyid,
          filename,
          object_name,
          sha256,
          tokenid: token?.tokenid ?? null,
        })
        await countPending(tx, scope, { siteid, object_name, bytes: mostFileBytes, expires_at: form.expiresAt })
        return { importid, objectUrl: form.url, fields: encodeFormFields(form.fields) }
      })
      return { ...(await shown(context, await existing(context, studyid, begun.importid))), ...begun }
    },

    async checkImportJob(_, { input }, context) {
      const { db, scope, store } = context
      const { studyid, importid, fromElsewhere, formtypeid } = input
      const confirmed = input.confirmed ?? ''
      const why = whyNotText(confirmed, 'confirmed', maxConfirmationLength)
      if (why) throw why
      const job = await existing(context, studyid, importid)
      const isWaiting = job.state === 'UPLOADING' || job.state === 'CHECKED'
      const size = isWaiting ? await sizeOfWhole(store, job) : undefined
      // Not before: a repeated call finds the import that the first one lets be checked.
      await write(db, scope, undefined, async (tx) => {
        if (size === undefined) throw problem('import.job.busy')
        const asked = {
          formtypeid: formtypeid || null,
          from_elsewhere: fromElsewhere ?? false,
          confirmed: sameText(confirmed).trim() || null,
          size,
        }
        if (!(await checkImportJob(tx, importid, askerOf(context), asked))) throw problem('import.job.busy')
        await endPending(tx, job.object_name)
      })
      wakeImports()
      return shown(context, await existing(context, studyid, importid))
    },

    async startImportJob(_, { studyid, importid, check }, context) {
      const { db, scope } = context
      await existing(context, studyid, importid)
      const asked = { by: askerOf(context), check: check ?? undefined }
      await write(db, scope, undefined, (tx) => startImportJob(tx, importid, asked))
      wakeImports()
      return shown(context, await existing(context, studyid, importid))
    },

    async cancelImportJob(_, { studyid, importid }, context) {
      const { db, scope } = context
      await existing(context, studyid, importid)
      await write(db, scope, undefined, (tx) => cancelImportJob(tx, importid))
      return shown(context, await existing(context, studyid, importid))
    },
  },
}

/** Bytes of UTF-8 in the name of a file, of which each character may have several. */
const mostNameBytes = 1_020

function whyNotJobName(filename: string): Problem | undefined {
  const why = whyNotImportName(filename)
  if (why || Buffer.byteLength(filename) <= mostNameBytes) return why
  return problem('text.too-heavy', { field: 'filename' })
}

function askerOf({ scope, token }: RequestContext) {
  return { tokenid: token?.tokenid ?? null, name: scope.actor.name }
}

async function existing({ db, scope }: RequestContext, studyid: string, importid: string): Promise<ImportJobOnRecord> {
  const found = await findImportJob(db, scope, studyid, importid)
  if (!found) throw problem('import.job.missing', { field: 'importid' })
  return found
}

/** Throws unless all of the announced file has arrived. */
async function sizeOfWhole(store: ObjectStore, { object_name, sha256 }: ImportJobOnRecord): Promise<number> {
  const found = await store.head(object_name)
  const isWhole = found && found.size >= 1 && found.size <= mostFileBytes
  if (!isWhole || (sha256 !== null && (await store.sha256Of(object_name)) !== sha256))
    throw problem('import.job.file', { field: 'importid' })
  return found.size
}

async function shown({ db, scope }: RequestContext, job: ImportJobOnRecord) {
  const { outcome } = job
  return {
    importid: job.importid,
    siteid: job.siteid,
    studyid: job.studyid,
    formtypeid: job.formtypeid,
    filename: job.filename,
    state: job.state,
    done: job.done,
    total: job.size,
    sha256: job.text_sha256,
    check: job.checks,
    outcome: outcome && { ...outcome, origins: await nameOrigins(db, scope, outcome.origins) },
    reason: job.problem,
    message: job.problem && sentenceOf(job.problem),
    askedAt: job.created_at.toISOString(),
    finishedAt: job.finished_at?.toISOString() ?? null,
    objectUrl: null,
    fields: null,
  }
}

function sentenceOf(reason: string): string | null {
  const known = Object.entries(catalogue).find(([each]) => each === reason)
  return known ? known[1].sentence : null
}
