import { randomUUIDv7 } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotReason } from '@casebook/domain/subjects/subjects.rules.ts'
import type { RecordKind } from '../records/records.ts'
import { findLastChange } from './last-change.sql.ts'
import type { PeopleWrite, Write } from './write.ts'

/** Records that share an id at several sites or subjects are distinguished by those. */
type Target = {
  kind: RecordKind
  id: string
  siteid?: string
  subjectid?: string
  visitid?: string
  occurrence?: number
}

/**
 * Throws CONFLICT if the caller read an older version than the stored one, and says who changed it and when. Without a
 * version, nothing is checked (contract, "version").
 */
export async function refuseStale(
  tx: Write | PeopleWrite,
  target: Target,
  stored: number,
  given: number | null | undefined,
) {
  if (given === null || given === undefined || given === stored) return
  throw problem('version.stale', { details: { current: await currentOf(tx, target, stored) } })
}

/**
 * The same for a removal: throws CONFLICT, with the name of who changed the record meanwhile, so that nobody removes what
 * they have not seen.
 */
export async function refuseUnseen(tx: Write, target: Target, stored: number, given: number | null | undefined) {
  if (given === null || given === undefined || given === stored) return
  throw await unseen(tx, target, stored)
}

/** What refuses to remove a record because of a change of `target`, which is the record or belongs to it. */
export async function unseen(tx: Write, target: Target, version: number) {
  const current = await currentOf(tx, target, version)
  return problem('removal.unseen', { params: { name: current.by ?? '' }, details: { current } })
}

async function currentOf(tx: Write | PeopleWrite, target: Target, version: number) {
  const last = await findLastChange(tx, target)
  return { version, by: last?.actor_name ?? null, at: last?.at.toISOString() ?? null }
}

/** A new record's id, ordered by time so that indexes grow at one end. */
export function newId(): string {
  return randomUUIDv7()
}

/** The reason of a change as stored in the history, or undefined if none was given. Throws if the rules refuse it. */
export function givenReason(reason: string | null | undefined): string | undefined {
  const why = whyNotReason(reason)
  if (why) throw why
  return reason?.trim() || undefined
}
