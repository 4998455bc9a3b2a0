import { problem } from '@casebook/domain/shared/problems.ts'
import { waitText } from '@casebook/domain/shared/wait.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { publicOriginOf } from '../../http/public-origin.ts'
import { countTowardsLimit } from '../../rate-limits/rate-limits.ts'
import { clearRefusal, keepRefusal, refusal, whyFailed } from './refusal.ts'
import { safeReturnTo } from './return-to.ts'
import type { SignIn } from './sign-in.ts'
import { keepTransaction } from './transaction.ts'
import { wrongAddress } from './wrong-address.ts'

/** GET /auth/sign-in?returnTo=/path&login_hint=NAME: sends the browser to the provider. */
export async function startSignIn(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)

  const query = new URL(request.raw.url ?? '/', origin).searchParams
  const wait = await countTowardsLimit(signIn.db, `sign-in:${request.ip}`, {
    most: signIn.signInsPerMinute,
    seconds: 60,
  })
  if (wait !== undefined) {
    const params = { seconds: wait, wait: waitText(wait, 'en') }
    keepRefusal(reply, signIn.refusals, refusal(null, problem('sign-in.too-many', { params })), origin)
    return reply.header('retry-after', wait).redirect(`${origin}/`, 303)
  }

  const transaction = {
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    returnTo: safeReturnTo(query.get('returnTo')),
    redirectUri: `${origin}/auth/callback`,
  }
  try {
    const { scopes, prompt, acrValues } = await signIn.settings()
    const hint = query.get('login_hint')?.slice(0, 200)
    const location = await signIn.client.authorizationUrl({
      response_type: 'code',
      redirect_uri: transaction.redirectUri,
      scope: scopes,
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
      code_challenge_method: 'S256',
      ...(prompt && { prompt }),
      ...(acrValues && { acr_values: acrValues }),
      ...(hint && { login_hint: hint }),
    })
    clearRefusal(reply, origin)
    keepTransaction(reply, signIn.transactions, transaction, origin, request.headers.cookie)
    return reply.redirect(location.href, 303)
  } catch (error) {
    signIn.log.warn({ err: error }, 'a sign-in could not be started')
    keepRefusal(reply, signIn.refusals, refusal(null, whyFailed(error)), origin)
    return reply.redirect(`${origin}/`, 303)
  }
}
