import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/connect.ts'
import type { Sealer } from '../../secrets/seal.ts'
import type { LogoutVerifier, ProviderClient } from '../provider/provider-client.ts'
import type { ProviderSettings } from '../provider/provider-settings.ts'
import type { DraftKeys } from '../sessions/draft-keys.ts'
import type { Sessions } from '../sessions/sessions.ts'

export type SignInDeps = {
  db: Database
  sessions: Sessions
  /** The keys for cookies and stored tokens are derived from it. */
  secret: string
  publicUrl: string | undefined
  /** Looked up at each use: the embedded provider's issuer is known only once the server listens. */
  provider: () => Promise<ProviderSettings>
  providerName: string
  /** The time zone in which the browser reads and writes activity times. */
  studyTimezone: string
  /** Whether taking out what identifies people takes a group of its own. */
  identifiedExportsByGroup: boolean
  /** Sign-ins that one address may begin per minute. */
  signInsPerMinute: number
  log: FastifyBaseLogger
}

/** What the sign-in routes work with. */
export type SignIn = Omit<SignInDeps, 'provider' | 'secret'> & {
  settings: () => Promise<ProviderSettings>
  client: ProviderClient
  transactions: Sealer
  refusals: Sealer
  idTokens: Sealer
  draftKeys: DraftKeys
  logoutVerifier: LogoutVerifier
}
