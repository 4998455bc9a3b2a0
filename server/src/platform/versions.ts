import { problem } from '@casebook/domain/shared/problems.ts'
import { findLastChange } from '../history/history.sql.ts'
import type { Write } from './write.ts'

/** What is of one id at several sites or subjects is told apart by theirs. */
type Target = { kind: string; id: string; siteid?: string; subjectid?: string }

/**
 * Throws CONFLICT where the caller read an older version than the one that is stored; says who changed it and when.
 * Nothing given means that the caller does not mind (contract, "version").
 */
export async function refuseStale(tx: Write, target: Target, stored: number, given: number | null | undefined) {
  if (given === null || given === undefined || given === stored) return
  const last = await findLastChange(tx, target)
  throw problem('version.stale', {
    details: { current: { version: stored, by: last?.actor_name ?? null, at: last?.at.toISOString() ?? null } },
  })
}
