import { expectedBytes, expectedSeconds, isUnderWay } from '@casebook/domain/exports/exports.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Scope } from '../access/scope.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { exportObjectName } from '../object-store/object-store.ts'
import { findSite } from '../sites/sites.sql.ts'
import { write } from '../writes/write.ts'
import { allowedExport, allowedPlace, withinLimits } from './allowed-place.ts'
import { listExportAccesses, listExportEvents, recordAccess } from './export-events.sql.ts'
import { countExport } from './export-statements.sql.ts'
import { cancelExport, type ExportOnRecord, findExport, insertExport, listExports } from './exports.sql.ts'
import { wakeExports } from './wake.ts'

export const exportsResolvers: Resolvers = {
  Query: {
    async listExports(_, { siteid }, { db, scope }) {
      if (!(await hasSite(db, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
      return (await listExports(db, scope, siteid)).map((row) => shown(row, scope))
    },

    async getExport(_, { exportid }, { db, scope }) {
      const found = await findExport(db, scope, exportid)
      return found ? shown(found, scope) : null
    },

    async listExportEvents(_, { exportid }, { db, scope }) {
      const events = await listExportEvents(db, scope, exportid)
      if (!events) throw problem('export.missing', { field: 'exportid' })
      return events
    },

    async listExportAccesses(_, { siteid, studyid, subjectid }, { db, scope }) {
      if (!(await hasSite(db, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
      return listExportAccesses(db, scope, { siteid, studyid: studyid || null, subjectid: subjectid || null })
    },

    async getExportLink(_, { exportid }, context) {
      const { db, scope, store, origin } = context
      const found = await allowedExport(context, exportid)
      const isThere = found.state === 'DONE' && !isPast(found.expires_at)
      if (!isThere || !(await store.head(exportObjectName(exportid))))
        throw problem('export.missing', { field: 'exportid' })
      const { siteid, studyid, subjectid } = found
      await write(db, scope, undefined, (tx) =>
        recordAccess(tx, { siteid, studyid, subjectid, exportid, what: 'LINK' }),
      )
      return store.presignDownload(exportObjectName(exportid), fileName(found), origin)
    },

    async previewExport(_, { input }, context) {
      // Counts alone identify nobody.
      const place = await allowedPlace(context, { ...input, deidentified: true })
      const counts = await countExport(context.db, context.scope, {
        ...place,
        closedOnly: input.closedOnly ?? false,
        deleted: input.deleted ?? false,
        history: input.history ?? true,
      })
      const withFiles = input.files ?? true
      const measured = {
        ...counts,
        ...(!withFiles && { files: 0, fileBytes: 0 }),
        recordingBytes: counts.fileBytes * (Number(input.bids ?? false) + Number(input.segments ?? false)),
      }
      const { subjects, deleted, rows, history, files } = measured
      return {
        subjects,
        deleted,
        rows,
        history,
        files,
        bytes: expectedBytes(measured),
        seconds: expectedSeconds(measured),
      }
    },
  },
  Mutation: {
    async addExport(_, { input }, context) {
      const { db, scope, origin } = context
      const place = await allowedPlace(context, input)
      const asked = {
        ...place,
        files: input.files ?? true,
        history: input.history ?? true,
        closed_only: input.closedOnly ?? false,
        deleted: input.deleted ?? false,
        deidentified: input.deidentified ?? false,
        bids: input.bids ?? false,
        parquet: input.parquet ?? false,
        redcap: input.redcap ?? false,
        segments: input.segments ?? false,
        seed: input.seed ?? 0,
        to_store: true,
      }
      const added = await withinLimits(context, place, () =>
        write(db, scope, undefined, async (tx) => {
          const exportid = await insertExport(tx, scope, asked, origin)
          const row = await findExport(tx, scope, exportid)
          return row && shown(row, scope)
        }),
      )
      wakeExports()
      if (!added) throw problem('export.missing')
      return added
    },

    async cancelExport(_, { exportid }, context) {
      const { db, scope } = context
      // Nothing is taken out.
      const found = await allowedExport(context, exportid, { deidentified: true })
      return write(db, scope, undefined, async (tx) => {
        if (isUnderWay(found)) await cancelExport(tx, exportid)
        return shown((await findExport(tx, scope, exportid)) ?? found, scope)
      })
    },
  },
}

async function hasSite(db: RequestContext['db'], scope: Scope, siteid: string): Promise<boolean> {
  // A token confined to studies sees their exports, but nothing else of the site.
  if (scope.studies) return scope.sites === 'all' || scope.sites.includes(siteid)
  return (await findSite(db, scope, siteid, new Map())) !== undefined
}

function isPast(instant: Date | null): boolean {
  return instant !== null && instant.getTime() <= Date.now()
}

/** In ASCII: the site, the time, and what is exported. */
function fileName({ siteid, subjectid, subjectids, studyid, at }: ExportOnRecord): string {
  const moment = (at ?? new Date()).toISOString().slice(0, 16).replace(/[-:]/g, '')
  const of = subjectid ? 'subject' : subjectids ? 'subjects' : studyid ? 'study' : 'site'
  return `casebook-${siteid}-${of}-${moment}Z.zip`
}

function shown(row: ExportOnRecord, { actor }: Scope) {
  const { state, size } = row
  const isOver = !isUnderWay(row)
  return {
    exportid: row.exportid,
    siteid: row.siteid,
    studyid: row.studyid,
    subjectid: row.subjectid,
    subjectids: row.subjectids,
    studyName: row.studyName,
    subjectIdentifier: row.subjectIdentifier,
    state: state === 'DONE' && isPast(row.expires_at) ? ('EXPIRED' as const) : state,
    at: row.at?.toISOString() ?? null,
    done: (isOver ? size : row.done) ?? 0,
    total: (isOver ? size : row.total) ?? null,
    sha256: row.sha256,
    problem: row.problem,
    expiresAt: row.expires_at?.toISOString() ?? null,
    by: row.person_name,
    own: row.personid === actor.personid,
    askedAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    files: row.files,
    history: row.history,
    closedOnly: row.closed_only,
    deleted: row.deleted ?? true,
    deidentified: row.deidentified,
    bids: row.bids,
    parquet: row.parquet,
    redcap: row.redcap,
    segments: row.segments,
    seed: row.segments ? row.seed : null,
  }
}
