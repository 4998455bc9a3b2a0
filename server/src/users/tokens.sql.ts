import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Write } from '../platform/write.ts'

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

type Which = { personid?: string; tokenid?: string }

/** Tokens in force, the newest first. */
export async function listTokens(db: Database | Write, { personid, tokenid }: Which): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select t.tokenid, t.personid, concat_ws(' ', p.given_name, p.family_name) as owner, t.name, t.prefix, t.scopes, t.studies,
      t.created_at, t.expires_at, u.last_used_at, u.address as last_used_address
    from access_token t join person p using (personid) left join access_token_use u using (tokenid)
    where t.removed_at is null and t.expires_at > now()
      and (${personid ?? null}::text is null or t.personid = ${personid ?? null})
      and (${tokenid ?? null}::text is null or t.tokenid = ${tokenid ?? null})
    order by t.created_at desc`.execute(db)
  return rows
}

export type NewToken = {
  tokenid: string
  personid: string
  name: string
  prefix: string
  token_hash: string
  scopes: readonly string[]
  studies: readonly string[] | null
  days: number
}

export async function insertToken(tx: Write, { scopes, studies, days, ...token }: NewToken): Promise<void> {
  await tx
    .insertInto('access_token')
    .values({
      ...token,
      scopes: sql<string[]>`${sql.val([...scopes])}::text[]`,
      studies: studies && sql<string[]>`${sql.val([...studies])}::text[]`,
      expires_at: sql<Date>`now() + ${days} * interval '1 day'`,
    })
    .execute()
}

export async function removeToken(tx: Write, tokenid: string): Promise<void> {
  await tx.updateTable('access_token').set({ removed_at: sql<Date>`now()` }).where('tokenid', '=', tokenid).execute()
}

export type ActingToken = {
  tokenid: string
  name: string
  personid: string
  sub: string
  given_name: string | null
  family_name: string | null
  groups: string[]
  all_sites: boolean
  sites: string[]
  scopes: TokenScope[]
  studies: string[] | null
}

/** The token that has this hash, with its owner's rights of this moment; nothing when either is not in force. Notes its use. */
export async function findActingToken(
  db: Database,
  tokenHash: string,
  address: string,
): Promise<ActingToken | undefined> {
  const { rows } = await sql<ActingToken & { is_noted: boolean }>`
    select t.tokenid, t.name, t.scopes, t.studies, p.personid, p.sub, p.given_name, p.family_name, p.groups, p.all_sites, p.sites,
      coalesce(u.last_used_at > now() - interval '1 minute' and u.address = ${address}, false) as is_noted
    from access_token t join person p using (personid) left join access_token_use u using (tokenid)
    where t.token_hash = ${tokenHash} and t.removed_at is null and t.expires_at > now() and p.state = 'active'`.execute(
    db,
  )
  const [row] = rows
  if (row && !row.is_noted) {
    await db
      .insertInto('access_token_use')
      .values({ tokenid: row.tokenid, address })
      .onConflict((conflict) =>
        conflict.constraint('access_token_use_pkey').doUpdateSet({ last_used_at: sql<Date>`now()`, address }),
      )
      .execute()
  }
  return row
}

/** Those of these studies that exist at a site of the caller's. */
export async function listKnownStudies(
  tx: Write,
  sites: 'all' | readonly string[],
  studyids: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('current_study')
    .select('studyid')
    .where('studyid', 'in', ['', ...studyids])
    .$if(sites !== 'all', (query) => query.where('siteid', 'in', ['', ...(sites === 'all' ? [] : sites)]))
    .execute()
  return rows.map((row) => row.studyid)
}
