import type { Problem } from '@casebook/domain/shared/problems.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import type { OnForbidden } from '../graphql/allow.ts'
import type { RequestContext } from '../graphql/context.ts'
import { makeCallLimiter } from '../rate-limits/rate-limits.ts'
import { withIdempotencyKey } from '../writes/idempotency.ts'
import { write } from '../writes/write.ts'
import { type Place, recordAccess } from './export-events.sql.ts'
import { findExport, hasExportPlace } from './exports.sql.ts'

/** How many refusals of one person a server process records per minute, so that a flood does not fill the history. */
const mostRefusalsPerMinute = 10

const limiter = makeCallLimiter(mostRefusalsPerMinute)

/** Records in the history that the caller was refused an export, or something of it. */
export async function recordRefusal(
  { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
  { siteid, studyid, subjectid }: Place,
  exportid: string | undefined,
  why: Problem,
): Promise<void> {
  if (limiter.take(scope.actor.personid) !== undefined) return
  // Ids of the application are never longer. Of any other text that was sent, the beginning is enough.
  const cut = (id: string | null) => id?.slice(0, 64) ?? null
  const found = exportid
    ? { siteid, studyid, subjectid }
    : await existing(db, { siteid: siteid.slice(0, 64), studyid: cut(studyid), subjectid: cut(subjectid) })
  if (!found) return
  const record = () =>
    write(db, scope, undefined, (tx) =>
      recordAccess(tx, {
        ...found,
        ...(exportid && { exportid }),
        what: 'REFUSED',
        problem: why.reason,
      }),
    )
  // A refusal is no answer to keep: the same call may be permitted later.
  await withIdempotencyKey(undefined, record)
}

/**
 * The part of a place that exists, wherever the caller may look; undefined if not even the site does. Nothing that
 * somebody made up is listed under a site.
 */
async function existing(db: RequestContext['db'], place: Place): Promise<Place | undefined> {
  const everywhere = proveScope(systemActor('exports'), 'all')
  const { siteid, studyid } = place
  const candidates: Place[] = [place, { siteid, studyid, subjectid: null }, { siteid, studyid: null, subjectid: null }]
  for (const candidate of candidates) if (await hasExportPlace(db, everywhere, candidate)) return candidate
}

/** Records that a call was refused before it reached its resolver: by the caller's groups or token. */
const recordForbidden: OnForbidden = async (context, args, why) => {
  const { siteid, studyid, subjectid, exportid } = { ...args, ...objectOf(args.input) }
  if (typeof exportid === 'string') return recordRefusalOf(context, exportid, why)
  if (typeof siteid !== 'string') return
  await recordRefusal(context, { siteid, studyid: textOf(studyid), subjectid: textOf(subjectid) }, undefined, why)
}

/** The calls that take data out. */
export const onForbiddenExport = {
  addExport: recordForbidden,
  previewExport: recordForbidden,
  getExportLink: recordForbidden,
  cancelExport: recordForbidden,
  getSubjectRecord: recordForbidden,
}

/** Records a refusal that concerns an export, which may be out of the caller's reach. One that does not exist leaves no record. */
export async function recordRefusalOf(context: RequestContext, exportid: string, why: Problem): Promise<void> {
  const found = await findExport(context.db, proveScope(systemActor('exports'), 'all'), exportid)
  if (found) await recordRefusal(context, found, exportid, why)
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
