import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { mostTokens, type TokenScope, whyNotToken } from '@casebook/domain/users/rights.rules.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../platform/ids.ts'
import { rateLimited, takeHit } from '../platform/limits/hits.ts'
import type { Actor } from '../platform/scope.ts'
import { write } from '../platform/write.ts'
import { lockPerson } from './people.sql.ts'
import { hashOfToken, makeTokenText, prefixOfToken } from './token-text.ts'
import { insertToken, listKnownStudies, listTokens, type TokenRow } from './tokens.sql.ts'

const additionsAnHour = { most: 20, seconds: 3600 }

type Owner = { personid: string; all_sites: boolean; sites: readonly string[] }
type Wanted = {
  name: string
  scopes: readonly TokenScope[]
  days: number
  studies?: readonly string[] | null | undefined
}

/** Makes a token for its owner. The text is answered here once and is kept nowhere. */
export async function issueToken(
  db: Database,
  actor: Actor,
  owner: Owner,
  wanted: Wanted,
): Promise<{ token: string; row: TokenRow }> {
  const why = whyNotToken(wanted)
  if (why) throw why
  const { personid } = owner
  const token = makeTokenText()
  const studies = wanted.studies ? [...new Set(wanted.studies)] : null
  const row = await write(db, actor, undefined, async (tx) => {
    await lockPerson(tx, personid)
    const wait = await takeHit(tx, `token:${personid}`, additionsAnHour)
    if (wait !== undefined) throw rateLimited(wait)
    const held = await listTokens(tx, { personid })
    if (held.length >= mostTokens) throw problem('token.too-many', { params: { max: mostTokens } })
    const known = await listKnownStudies(tx, owner.all_sites ? 'all' : owner.sites, studies ?? [])
    if (known.length < (studies?.length ?? 0)) throw problem('study.missing', { field: 'studies' })

    const tokenid = newId()
    const text = { prefix: prefixOfToken(token), token_hash: hashOfToken(token) }
    const given = { name: cleanName(wanted.name), scopes: [...new Set(wanted.scopes)], studies, days: wanted.days }
    await insertToken(tx, { tokenid, personid, ...text, ...given })
    const [added] = await listTokens(tx, { tokenid })
    return added
  })
  if (!row) throw new Error('a token vanished while it was made')
  // A call that is repeated finds the token that it made, whose text is gone.
  if (row.prefix !== prefixOfToken(token)) throw problem('token.shown-once')
  return { token, row }
}
