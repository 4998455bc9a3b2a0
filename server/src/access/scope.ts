import type { Group } from '@casebook/domain/shared/groups.ts'
import { type RawBuilder, sql } from 'kysely'

/** Who a write is attributed to. A system actor is one of the server's own tasks, such as the sweep of uploads. */
export type Actor = {
  readonly kind: 'person' | 'system'
  /** A person's id, or `system:NAME`. */
  readonly personid: string
  readonly name: string
  readonly groups: readonly Group[]
}

declare const proven: unique symbol

/** What a caller may see. Made only from a session or a token, so a query that requires one can't forget the check. */
export type Scope = {
  readonly actor: Actor
  readonly sites: 'all' | readonly string[]
  /** If set, the caller sees only these studies, and no site or device: an access token can be confined this way. */
  readonly studies?: readonly string[]
  readonly [proven]: true
}

/** Called only by sign-in, tokens and the server's own tasks. */
export function proveScope(actor: Actor, sites: 'all' | readonly string[], studies?: readonly string[]): Scope {
  return { actor, sites, ...(studies && { studies }) } as Scope
}

export function systemActor(name: string): Actor {
  return { kind: 'system', personid: `system:${name}`, name, groups: [] }
}

export function coversSite(scope: Scope, siteid: string): boolean {
  return scope.sites === 'all' || scope.sites.includes(siteid)
}

/** Tables whose rows belong to a site but not to a study. */
const withoutStudy = ['site', 'device']

/** A condition for `where`: the row with this alias belongs to a site, and to a study, that the scope covers. */
export function inScope(scope: Scope, alias: string): RawBuilder<boolean> {
  if (scope.studies && withoutStudy.includes(alias)) return sql<boolean>`false`
  const isAtSite =
    scope.sites === 'all'
      ? undefined
      : sql<boolean>`${sql.ref(`${alias}.siteid`)} = any(${sql.val([...scope.sites])}::text[])`
  const isInStudy =
    scope.studies && sql<boolean>`${sql.ref(`${alias}.studyid`)} = any(${sql.val([...scope.studies])}::text[])`
  if (isAtSite && isInStudy) return sql<boolean>`(${isAtSite} and ${isInStudy})`
  return isAtSite ?? isInStudy ?? sql<boolean>`true`
}

/** The sites that a caller sees and, for an access token confined to studies, the studies. */
export type Reach = { sites: 'all' | readonly string[]; studies: 'all' | readonly string[] }

export function reachOf({ sites, studies }: Scope): Reach {
  return { sites, studies: studies ?? 'all' }
}

/** Whether the reach `now` covers everything that `before` covers. */
export function reachesAll(now: Reach, before: Reach): boolean {
  return includesAll(now.sites, before.sites) && includesAll(now.studies, before.studies)
}

function includesAll(now: Reach['sites'], before: Reach['sites']): boolean {
  return now === 'all' || (before !== 'all' && before.every((id) => now.includes(id)))
}
