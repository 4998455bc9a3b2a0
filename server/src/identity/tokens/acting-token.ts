import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { unscoped } from '../../database/unscoped.ts'

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

const columns = `t.tokenid, t.name, t.scopes, t.studies, p.personid, p.sub, p.given_name, p.family_name, p.groups, p.all_sites, p.sites`

const inForce = `t.removed_at is null and t.expires_at > now() and p.state = 'active'`

// As text: every call with a token runs one of these, and building a statement takes a hundred microseconds.
const byId = `select ${columns} from access_token t join person p using (personid) where t.tokenid = $1 and ${inForce}`

const byHash = `select ${columns},
  coalesce(u.last_used_at > now() - interval '1 minute' and u.address = $2, false) as is_noted
from access_token t join person p using (personid) left join access_token_use u using (tokenid)
where t.token_hash = $1 and ${inForce}`

async function findOne<Row>(db: Database, text: string, values: readonly unknown[]): Promise<Row | undefined> {
  const { rows } = await unscoped(db).executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return rows[0]
}

/** A token with its owner's current rights. Undefined if either is not valid. Does not record a use. */
export function findTokenInForce(db: Database, tokenid: string): Promise<ActingToken | undefined> {
  return findOne(db, byId, [tokenid])
}

/** The token with this hash, with its owner's current rights. Undefined if either is not valid. Records the use. */
export async function findActingToken(
  db: Database,
  tokenHash: string,
  address: string,
): Promise<ActingToken | undefined> {
  const row = await findOne<ActingToken & { is_noted: boolean }>(db, byHash, [tokenHash, address])
  if (row && !row.is_noted) noteUse(db, row.tokenid, address)
  return row
}

const noting = new Set<string>()

/** Nothing waits for it or for its commit on a standby: the call is answered even if nothing can be written. */
function noteUse(db: Database, tokenid: string, address: string): void {
  if (noting.has(tokenid)) return
  noting.add(tokenid)
  db.insertInto('access_token_use')
    .columns(['tokenid', 'address'])
    .expression(
      sql`select ${tokenid}, ${address} from (select set_config('synchronous_commit', 'off', true)) as unhurried`,
    )
    .onConflict((conflict) =>
      conflict.constraint('access_token_use_pkey').doUpdateSet({ last_used_at: sql<Date>`now()`, address }),
    )
    .execute()
    // The next call retries.
    .catch(() => undefined)
    .finally(() => noting.delete(tokenid))
}
