import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../database/connect.ts'
import { makeSealer } from '../seal.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { backchannelLogout } from './backchannel-logout.ts'
import { callback } from './callback.ts'
import { makeProviderClient, type ProviderClient } from './provider-client.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { answerSession, stay } from './session-answer.ts'
import { signOut } from './sign-out.ts'
import { startSignIn } from './start.ts'

export type SignInDeps = {
  db: Database
  sessions: Sessions
  /** From which the keys for cookies and stored tokens are derived. */
  secret: string
  publicUrl: string | undefined
  /** Asked for at each use: the embedded provider's issuer is known only once the server listens. */
  provider: () => Promise<ProviderSettings>
  providerName: string
  /** In which the browser reads and writes the times of activities. */
  studyTimezone: string
  /** Sign-ins that one address may begin in a minute. */
  signInsPerMinute: number
  log: FastifyBaseLogger
}

export type SignIn = Omit<SignInDeps, 'provider' | 'secret'> & {
  settings: () => Promise<ProviderSettings>
  client: ProviderClient
  transactions: ReturnType<typeof makeSealer>
  refusals: ReturnType<typeof makeSealer>
  idTokens: ReturnType<typeof makeSealer>
}

/** The routes under /auth (decisions, section 1). */
export function registerSignIn(app: FastifyInstance, { provider, secret, ...deps }: SignInDeps): void {
  const signIn: SignIn = {
    ...deps,
    settings: provider,
    client: makeProviderClient(provider),
    transactions: makeSealer(secret, 'sign-in'),
    refusals: makeSealer(secret, 'refusal'),
    idTokens: makeSealer(secret, 'id-token'),
  }
  app.register(async (auth) => {
    auth.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    auth.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    auth.get('/auth/sign-in', (request, reply) => startSignIn(signIn, request, reply))
    auth.get('/auth/callback', (request, reply) => callback(signIn, request, reply))
    auth.post('/auth/sign-out', (request, reply) => signOut(signIn, request, reply))
    auth.get('/auth/session', (request, reply) => answerSession(signIn, request, reply))
    auth.post('/auth/backchannel-logout', (request, reply) => backchannelLogout(signIn, request, reply))
    auth.post('/auth/stay', (request, reply) => stay(signIn, request, reply))
  })
}
