import {
  type ExportPlace,
  whyNotExport,
  whyNotExportInput,
  whyNotIdentified,
} from '@casebook/domain/exports/exports.rules.ts'
import { Problem, problem, type Reason } from '@casebook/domain/shared/problems.ts'
import type { RequestContext } from '../graphql/context.ts'
import { problemOfConstraint } from '../writes/constraints.ts'
import type { Place } from './export-events.sql.ts'
import { type ExportOnRecord, findExport, hasExportPlace, hasSubjects } from './exports.sql.ts'
import { recordRefusal, recordRefusalOf } from './record-refusal.ts'

/** The requested extent of an export. */
type RequestedPlace = {
  siteid: string
  studyid?: string | null | undefined
  subjectid?: string | null | undefined
  subjectids?: readonly string[] | null | undefined
  deidentified?: boolean | null | undefined
}

/** The requested extent, if the caller may export it. Otherwise records the refusal in the history and throws it. */
export async function allowedPlace(context: RequestContext, asked: RequestedPlace) {
  const { db, scope } = context
  const place = {
    siteid: asked.siteid,
    studyid: asked.studyid || null,
    subjectid: asked.subjectid || null,
    subjectids: asked.subjectids ? [...new Set(asked.subjectids)] : null,
  }
  // A mistake in the call, which takes nothing out.
  const mistake = whyNotExportInput(place)
  if (mistake) throw mistake
  await refusing(context, place, undefined, async () => {
    if (!(await hasExportPlace(db, scope, place))) return missing(place)
    const { subjectids } = place
    if (subjectids && !(await hasSubjects(db, scope, { ...place, subjectids })))
      return problem('subject.missing', { field: 'subjectids' })
    return whyNotTaken(context, { ...place, deidentified: asked.deidentified ?? false })
  })
  return place
}

/** Why the caller may not take this out. */
export function whyNotTaken(
  { scope, config }: Pick<RequestContext, 'scope' | 'config'>,
  asked: ExportPlace & { deidentified: boolean },
): Problem | undefined {
  const { groups } = scope.actor
  const needsGroup = config.identifiedExportsByGroup
  return whyNotExport(groups, asked) ?? whyNotIdentified(groups, { deidentified: asked.deidentified, needsGroup })
}

/**
 * Finds an export that the caller may download, or cancel if it is judged as `deidentified`. Any other is refused, and the
 * refusal recorded.
 */
export async function allowedExport(
  context: RequestContext,
  exportid: string,
  judged?: { deidentified: boolean },
): Promise<ExportOnRecord> {
  const { db, scope } = context
  const found = await findExport(db, scope, exportid)
  if (!found) {
    const why = problem('export.missing', { field: 'exportid' })
    await recordRefusalOf(context, exportid, why)
    throw why
  }
  await refusing(context, found, exportid, () => whyNotTaken(context, { ...found, ...judged }))
  return found
}

/** Adds an export. If the limits on exports refuse it, records the refusal in the history. */
export async function withinLimits<T>(context: RequestContext, place: Place, add: () => Promise<T>): Promise<T> {
  try {
    return await add()
  } catch (error) {
    const why = error instanceof Problem ? error : problemOfConstraint(error)
    if (why && limits.has(why.reason)) await recordRefusal(context, place, undefined, why)
    throw error
  }
}

const limits: ReadonlySet<string> = new Set<Reason>(['export.running', 'export.too-many'])

/** Records a refusal in the history and throws it. */
async function refusing(
  context: RequestContext,
  place: Place,
  exportid: string | undefined,
  ask: () => Problem | undefined | Promise<Problem | undefined>,
): Promise<void> {
  const why = await ask()
  if (!why) return
  await recordRefusal(context, place, exportid, why)
  throw why
}

function missing({ studyid, subjectid }: Place): Problem {
  if (subjectid) return problem('subject.missing', { field: 'subjectid' })
  return studyid ? problem('study.missing', { field: 'studyid' }) : problem('site.missing', { field: 'siteid' })
}
