import type { FastifyInstance } from 'fastify'
import { makeSealer } from '../../secrets/seal.ts'
import { makeLogoutVerifier, makeProviderClient } from '../provider/provider-client.ts'
import { makeDraftKeys } from '../sessions/draft-keys.ts'
import { backchannelLogout } from './backchannel-logout.ts'
import { answerNavigation } from './busy-page.ts'
import { callback } from './callback.ts'
import { answerDraftKeys } from './draft-keys.ts'
import { answerSession, stay } from './session-answer.ts'
import type { SignIn, SignInDeps } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { startSignIn } from './start.ts'

/** The routes under /auth. */
export function registerSignIn(app: FastifyInstance, { provider, secret, ...deps }: SignInDeps): void {
  const signIn: SignIn = {
    ...deps,
    settings: provider,
    client: makeProviderClient(provider),
    transactions: makeSealer(secret, 'sign-in'),
    refusals: makeSealer(secret, 'refusal'),
    idTokens: makeSealer(secret, 'id-token'),
    draftKeys: makeDraftKeys(secret),
    logoutVerifier: makeLogoutVerifier(),
  }
  app.register(async (auth) => {
    auth.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    auth.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    // A script that names JSON and sends nothing means no particular session; Fastify's own parser would refuse it.
    const parseJson = auth.getDefaultJsonParser('error', 'error')
    auth.removeContentTypeParser('application/json')
    auth.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
      body.length === 0 ? done(null, undefined) : parseJson(request, body.toString(), done),
    )
    const errorHandler = answerNavigation
    auth.get('/auth/sign-in', { errorHandler }, (request, reply) => startSignIn(signIn, request, reply))
    auth.get('/auth/callback', { errorHandler }, (request, reply) => callback(signIn, request, reply))
    auth.post('/auth/sign-out', (request, reply) => signOut(signIn, request, reply))
    auth.get('/auth/session', (request, reply) => answerSession(signIn, request, reply))
    auth.post('/auth/backchannel-logout', (request, reply) => backchannelLogout(signIn, request, reply))
    auth.post('/auth/stay', (request, reply) => stay(signIn, request, reply))
    auth.post('/auth/draft-keys', (request, reply) => answerDraftKeys(signIn, request, reply))
  })
}
