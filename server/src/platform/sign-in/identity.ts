import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Config, ConfigError } from '../../config.ts'
import type { Database } from '../../database/connect.ts'
import { addDemoPeople } from '../idp/demo-people.ts'
import type { EmbeddedProvider } from '../idp/embedded-provider.ts'
import { embeddedPath, loadEmbeddedProvider } from '../idp/load.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { type ProviderSettings, standardClaims } from './provider-settings.ts'
import { readProviderSettings } from './read-provider-settings.ts'
import { registerSignIn } from './register.ts'

type Deps = { config: Config; db: Database; sessions: Sessions; secret: string; log: FastifyBaseLogger }

/**
 * Sign-in through the provider of the settings or, in local mode, the embedded one. `listening` is called with the address
 * that the server got: the embedded provider's issuer holds its port. Throws ConfigError for settings that are wrong.
 */
export async function openIdentity(app: FastifyInstance, { config, db, sessions, secret, log }: Deps) {
  const outside = readProviderSettings(config)
  const { promise: settings, resolve } = Promise.withResolvers<ProviderSettings>()
  registerSignIn(app, {
    db,
    sessions,
    secret,
    publicUrl: config.publicUrl,
    provider: () => settings,
    providerName: outside?.name ?? config.oidcProviderName,
    studyTimezone: config.studyTimezone,
    signInsPerMinute: readSignInsPerMinute(config),
    log,
  })

  if (outside) {
    resolve(outside)
    return { listening: async () => undefined }
  }

  const { make, mount } = await loadEmbeddedProvider(app)
  let embedded: EmbeddedProvider | undefined
  mount(() => embedded)
  return {
    async listening(address: string) {
      embedded = make(embeddedIssuer(address, config), config.publicUrl)
      await addDemoPeople(db, embedded.issuer)
      resolve({
        issuer: embedded.issuer,
        name: config.oidcProviderName,
        clientId: embedded.clientId,
        clientSecret: embedded.clientSecret,
        scopes: 'openid profile email phone',
        prompt: 'login',
        timeoutSeconds: 10,
        allowHttp: true,
        claims: standardClaims,
      })
    },
  }
}

/** Under the public address where that is set, else where the server itself listens; on all addresses, the loopback one. */
function embeddedIssuer(address: string, { publicUrl }: Config): string {
  if (publicUrl) return `${publicUrl}${embeddedPath}`
  const { hostname, port } = new URL(address)
  const name = ['0.0.0.0', '[::]', 'localhost'].includes(hostname) ? '127.0.0.1' : hostname
  return `http://${name}:${port}${embeddedPath}`
}

/** A hospital's people may all come from one address, and at the same minute. */
function readSignInsPerMinute({ env }: Config): number {
  const text = env.SIGN_INS_PER_MINUTE?.trim()
  if (!text) return 600
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) {
    throw new ConfigError([`SIGN_INS_PER_MINUTE must be a whole number from 1; it is "${text}".`])
  }
  return value
}
