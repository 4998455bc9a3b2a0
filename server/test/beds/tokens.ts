import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import { Browser } from './browser.ts'
import { type Person, personIn } from './casebook.ts'
import { run } from './operations.ts'

type Token = { scopes?: readonly TokenScope[]; studies?: readonly string[] }

/** A script that calls with an access token of this person, and without cookies. */
export async function bearer(owner: Person, { scopes = ['read', 'write'], studies }: Token = {}) {
  const input = { name: 'A script', scopes, days: 1, ...(studies && { studies }) }
  const { token, accessToken } = await run(owner, 'addToken', { input }, 'token accessToken { tokenid }')
  const script = personIn(new Browser({ authorization: `Bearer ${token}` }), owner.origin)
  return { ...script, token: String(token), tokenid: String(accessToken.tokenid) }
}
