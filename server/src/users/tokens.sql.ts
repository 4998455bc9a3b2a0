import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'
import type { Database } from '../database/connect.ts'
import type { PeopleWrite } from '../writes/write.ts'

export type TokenRow = {
  tokenid: string
  personid: string
  owner: string
  name: string
  prefix: string
  scopes: TokenScope[]
  studies: string[] | null
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  last_used_address: string | null
}

type TokenFilter = { personid?: string; tokenid?: string }

/** Valid tokens, newest first. */
export async function listTokens(db: Database | PeopleWrite, { personid, tokenid }: TokenFilter): Promise<TokenRow[]> {
  return db
    .selectFrom('access_token as t')
    .innerJoin('person as p', 'p.personid', 't.personid')
    .leftJoin('access_token_use as u', 'u.tokenid', 't.tokenid')
    .select(['t.tokenid', 't.personid', 't.name', 't.prefix', 't.scopes', 't.studies', 't.created_at', 't.expires_at'])
    .select(['u.last_used_at', 'u.address as last_used_address'])
    .select(sql<string>`concat_ws(' ', p.given_name, p.family_name)`.as('owner'))
    .where(isTokenInForce)
    .$if(personid !== undefined, (query) => query.where('t.personid', '=', personid ?? ''))
    .$if(tokenid !== undefined, (query) => query.where('t.tokenid', '=', tokenid ?? ''))
    .orderBy('t.created_at', 'desc')
    .execute()
}

/** Whether the token `t` is still valid. */
export const isTokenInForce = sql<boolean>`(t.removed_at is null and t.expires_at > now())`

export type NewToken = {
  tokenid: string
  personid: string
  name: string
  prefix: string
  token_hash: string
  scopes: readonly TokenScope[]
  studies: readonly string[] | null
  days: number
}

export async function insertToken(tx: PeopleWrite, { scopes, studies, days, ...token }: NewToken): Promise<void> {
  await tx
    .insertInto('access_token')
    .values({
      ...token,
      scopes: sql<TokenScope[]>`${sql.val([...scopes])}::text[]`,
      studies: studies && sql<string[]>`${sql.val([...studies])}::text[]`,
      expires_at: sql<Date>`now() + ${days} * interval '1 day'`,
    })
    .execute()
}

export async function removeToken(tx: PeopleWrite, tokenid: string): Promise<void> {
  await tx.updateTable('access_token').set({ removed_at: sql<Date>`now()` }).where('tokenid', '=', tokenid).execute()
}

/** Those of these studies that exist and are in the scope; of these, only those whose calendars can be subscribed to. */
export async function listKnownStudies(
  tx: PeopleWrite,
  scope: Scope,
  studyids: readonly string[],
  only?: 'withFeed',
): Promise<string[]> {
  const known = readsOf(tx, scope)
    .selectFrom('current_study')
    .select('studyid')
    .where('studyid', 'in', ['', ...studyids])
    .where(inScope(scope, 'current_study'))
  // Named only where it is asked for: the command that adds tokens runs on the tables of an earlier release, too.
  const rows = await (only ? known.where('calendar_feed', '=', true) : known).execute()
  return rows.map(({ studyid }) => studyid)
}
