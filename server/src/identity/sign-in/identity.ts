import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../database/connect.ts'
import { explain } from '../../operations/explain.ts'
import { addDemoPeople } from '../embedded-provider/demo-people.ts'
import { embeddedPath } from '../embedded-provider/embedded-path.ts'
import type { EmbeddedProvider } from '../embedded-provider/embedded-provider.ts'
import { loadEmbeddedProvider } from '../embedded-provider/load.ts'
import { checkClientKey, examineProvider } from '../provider/examine-provider.ts'
import { type ProviderSettings, standardClaims } from '../provider/provider-settings.ts'
import { readProviderSettings } from '../provider/read-provider-settings.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { registerSignIn } from './register.ts'

type Settings = Parameters<typeof readProviderSettings>[0] &
  Pick<Config, 'publicUrl' | 'studyTimezone' | 'identifiedExportsByGroup' | 'signInsPerMinute'>
type Deps = { config: Settings; db: Database; sessions: Sessions; secret: string; log: FastifyBaseLogger }

/**
 * Sign-in through the configured provider or, in local mode, the embedded one. `listening` is called with the server's
 * address, because the embedded provider's issuer contains its port. Throws ConfigError if settings are wrong.
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
    identifiedExportsByGroup: config.identifiedExportsByGroup,
    signInsPerMinute: config.signInsPerMinute,
    log,
  })

  if (outside) {
    await checkClientKey(outside)
    resolve(outside)
    return {
      // An unavailable provider doesn't affect people who are signed in, so the server logs it and waits.
      async listening() {
        examineProvider(outside).catch((error: unknown) => log.warn(explain(error).lines.join(' ')))
      },
    }
  }

  const { make, mount } = await loadEmbeddedProvider(app)
  let embedded: EmbeddedProvider | undefined
  mount(() => embedded)
  return {
    async listening(address: string) {
      embedded = make({ issuer: embeddedIssuer(address, config), appUrl: config.publicUrl, secret, db })
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

/** The public address if set, else the server's own. A server on all addresses uses the loopback one. */
function embeddedIssuer(address: string, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  if (publicUrl) return `${publicUrl}${embeddedPath}`
  const { hostname, port } = new URL(address)
  const name = ['0.0.0.0', '[::]', 'localhost'].includes(hostname) ? '127.0.0.1' : hostname
  return `http://${name}:${port}${embeddedPath}`
}
