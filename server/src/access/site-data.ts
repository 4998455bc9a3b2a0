import type { Kysely } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import type { Scope } from './scope.ts'

declare const sealed: unique symbol

/** The database as features receive it. Nothing can be read through it until a Scope says for whom. */
export type SiteData = { readonly [sealed]: true }

declare const scoped: unique symbol

/**
 * A handle on all tables: a pool or a transaction. Only a Scope opens one, and the Scope says what may be read through
 * it.
 */
export type Reader = Kysely<Tables> & SiteData & { readonly [scoped]: true }

/** Turns a database handle into one that can't be read without a Scope. Called once for each pool, at start. */
export function seal(db: Database): SiteData {
  return db as unknown as SiteData
}

/**
 * The only way to site data. Statements filter by `inScope`; requiring `scope` here makes sure that no function forgets
 * it.
 */
export function readsOf(db: SiteData | Database, _scope: Scope): Reader {
  return db as unknown as Reader
}
