import { problem } from '@casebook/domain/shared/problems.ts'
import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { mostTokens, type TokenScope, whyNotToken } from '@casebook/domain/users/rights.rules.ts'
import { type Actor, proveScope } from '../access/scope.ts'
import type { Database } from '../database/connect.ts'
import { lockPerson } from '../identity/people/people.sql.ts'
import { hashOfToken, makeTokenText, prefixOfToken } from '../identity/tokens/token-text.ts'
import { countTowardsLimit } from '../rate-limits/rate-limits.ts'
import { newId } from '../writes/versions.ts'
import { writePeople } from '../writes/write.ts'
import { insertToken, listKnownStudies, listTokens, type TokenRow } from './tokens.sql.ts'

const additionsAnHour = { most: 20, seconds: 3600 }

type Owner = { personid: string; all_sites: boolean; sites: readonly string[] }
type TokenRequest = {
  name: string
  scopes: readonly TokenScope[]
  days: number
  studies?: readonly string[] | null | undefined
}

/** Creates a token for its owner. Its text is returned once and not stored. */
export async function issueToken(
  db: Database,
  actor: Actor,
  owner: Owner,
  wanted: TokenRequest,
): Promise<{ token: string; row: TokenRow }> {
  const why = whyNotToken(wanted)
  if (why) throw why
  const { personid } = owner
  const reach = proveScope(actor, owner.all_sites ? 'all' : owner.sites)
  const token = makeTokenText()
  const studies = wanted.studies ? [...new Set(wanted.studies)] : null
  const row = await writePeople(db, actor, undefined, async (tx) => {
    await lockPerson(tx, personid)
    const wait = await countTowardsLimit(tx, `token:${personid}`, additionsAnHour)
    if (wait !== undefined) throw rateLimited(wait)
    const held = await listTokens(tx, { personid })
    if (held.length >= mostTokens) throw problem('token.too-many', { params: { max: mostTokens } })
    const known = await listKnownStudies(tx, reach, studies ?? [])
    if (known.length < (studies?.length ?? 0)) throw problem('study.missing', { field: 'studies' })

    if (
      wanted.scopes.includes('calendar') &&
      (await listKnownStudies(tx, reach, known, 'withFeed')).length < known.length
    )
      throw problem('token.calendar.off', { field: 'studies' })

    const tokenid = newId()
    const text = { prefix: prefixOfToken(token), token_hash: hashOfToken(token) }
    const given = { name: cleanName(wanted.name), scopes: [...new Set(wanted.scopes)], studies, days: wanted.days }
    await insertToken(tx, { tokenid, personid, ...text, ...given })
    const [added] = await listTokens(tx, { tokenid })
    return added
  })
  if (!row) throw new Error('a token was removed while it was created')
  // A repeated call finds the token that it created, but its text is gone.
  if (row.prefix !== prefixOfToken(token)) throw problem('token.shown-once')
  return { token, row }
}
