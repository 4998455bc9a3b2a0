import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Database } from '../../database/connect.ts'
import { html, pageSecurityPolicy, renderPage } from '../../http/html.ts'
import { type DemoPerson, demoPeople } from './demo-people.ts'
import { providerKeys } from './provider-keys.ts'
import { tableAdapters } from './table-adapter.ts'

export type EmbeddedProvider = {
  readonly provider: Provider
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

export type ProviderParts = { issuer: string; appUrl?: string | undefined; secret: string; db: Database }

const hour = 3600

/**
 * An OpenID provider for local mode whose accounts are the demo people. Its keys are derived from the installation's
 * secret and its state is in the database, so that several servers act as one provider. `issuer` ends in the path it is
 * mounted at. `appUrl` is the app's public address, absent if any loopback address may be used.
 */
export function makeEmbeddedProvider({ issuer, appUrl, secret, db }: ProviderParts): EmbeddedProvider {
  const clientId = 'casebook'
  const { clientSecret, cookieKey, signingKey } = providerKeys(secret)
  // A native client's loopback addresses may use any port (RFC 8252, section 7.3).
  const homes = appUrl ? [appUrl] : ['http://localhost', 'http://127.0.0.1', 'http://[::1]']

  const configuration: Configuration = {
    adapter: tableAdapters(db),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        client_name: 'Casebook',
        application_type: appUrl ? 'web' : 'native',
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: homes.map((home) => `${home}/auth/callback`),
        post_logout_redirect_uris: homes.map((home) => `${home}/`),
      },
    ],
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'ES256', kid: 'embedded' }] },
    cookies: {
      keys: [cookieKey],
      names: { session: 'idp_session', interaction: 'idp_interaction', resume: 'idp_resume' },
    },
    claims: {
      openid: ['sub'],
      profile: [
        'name',
        'given_name',
        'family_name',
        'helseid://claims/hpr/hpr_number',
        'helseid://claims/identity/security_level',
      ],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: () => undefined, postLogoutSuccessSource },
    },
    interactions: {
      url: (_ctx, interaction) => `${new URL(issuer).pathname}/interaction/${interaction.uid}`,
      policy: signInPolicy(),
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email phone')
      await grant.save()
      return grant
    },
    findAccount: (_ctx, sub) => {
      const person = demoPersonNamed(sub)
      return person && { accountId: sub, claims: async () => claimsOf(person) }
    },
    // Two tabs may sign in at once: the second must not invalidate the first one's code.
    expiresWithSession: async () => false,
    renderError,
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      IdToken: hour,
      Interaction: hour,
      Session: 12 * hour,
      Grant: hour,
    },
  }
  const provider = new Provider(issuer, configuration)
  provider.use(skipSignOutConfirmation)
  return { provider, issuer, clientId, clientSecret }
}

export function demoPersonNamed(name: unknown): DemoPerson | undefined {
  return demoPeople.find((person) => person.name === name)
}

function claimsOf(person: DemoPerson) {
  return {
    sub: person.name,
    name: `${person.given_name} ${person.family_name}`,
    given_name: person.given_name,
    family_name: person.family_name,
    email: person.email,
    email_verified: person.email_verified,
    phone_number: person.phone_number,
    phone_number_verified: true,
    'helseid://claims/identity/security_level': '4',
    ...(person.hpr_number && { 'helseid://claims/hpr/hpr_number': person.hpr_number }),
  }
}

function signInPolicy() {
  const { Check } = interactionPolicy
  const policy = interactionPolicy.base()
  // The app belongs to the provider, so no consent is needed.
  policy.remove('consent')
  policy.get('login')?.checks.add(
    new Check('hint_names_another', 'another person is asked for', (ctx) => {
      const { params, session, result } = ctx.oidc
      const asked = demoPersonNamed(params?.login_hint)
      return asked && !result?.login && session?.accountId !== asked.name
        ? Check.REQUEST_PROMPT
        : Check.NO_NEED_TO_PROMPT
    }),
  )
  return policy
}

/** Ends the provider's session without its confirmation page, at sign-out and when another person signs in. */
async function skipSignOutConfirmation(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next()
  const { route, session, provider } = ctx.oidc ?? {}
  const state: unknown = session?.state
  if (!session || !provider || (route !== 'end_session' && route !== 'resume') || ctx.status !== 200) return
  if (typeof state !== 'object' || state === null || !('secret' in state)) return
  await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null)
  const wanted = 'postLogoutRedirectUri' in state ? state.postLogoutRedirectUri : undefined
  const target = new URL(typeof wanted === 'string' ? wanted : '/', provider.issuer)
  if ('state' in state && typeof state.state === 'string') target.searchParams.set('state', state.state)
  ctx.status = 303
  ctx.redirect(target.href)
}

function postLogoutSuccessSource(ctx: KoaContextWithOIDC) {
  ctx.set('content-security-policy', pageSecurityPolicy)
  ctx.body = renderPage('Signed out', html`<p>You are signed out. <a href="/">Back to Casebook</a></p>`)
}

function renderError(ctx: KoaContextWithOIDC, out: { error: string; error_description?: string | undefined }) {
  ctx.type = 'html'
  ctx.set('content-security-policy', pageSecurityPolicy)
  ctx.body = renderPage(
    'Sign-in failed',
    html`<p>${out.error_description ?? out.error}</p><p><a href="/">Back to Casebook</a></p>`,
  )
}
