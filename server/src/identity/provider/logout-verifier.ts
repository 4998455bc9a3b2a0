import { createRemoteJWKSet, customFetch } from 'jose'
import { makeCallLimiter } from '../../rate-limits/call-limiter.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** Logout tokens accepted per minute from one address. Signing out a whole clinic sends fewer. */
const tokensPerMinute = 120

/** Verifies logout tokens for one server. The provider's keys are cached and fetched again at most every 30 seconds. */
export function makeLogoutVerifier() {
  const limiter = makeCallLimiter(tokensPerMinute)
  let known: { uri: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined
  return {
    /** Seconds until the address may send the next token. Undefined if it may now. */
    takeCall: (address: string) => limiter.take(address),
    keysAt(uri: string) {
      if (known?.uri !== uri) {
        const keys = createRemoteJWKSet(new URL(uri), { cooldownDuration: 30_000, [customFetch]: boundedFetch })
        known = { uri, keys }
      }
      return known.keys
    },
  }
}

export type LogoutVerifier = ReturnType<typeof makeLogoutVerifier>
