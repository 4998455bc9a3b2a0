import Fastify from 'fastify'
import { readConfig } from '../../../src/config/config.ts'
import { connect } from '../../../src/database/connect.ts'
import { makeEmailCodes } from '../../../src/identity/email-codes/email-codes.ts'
import { makeSessions } from '../../../src/identity/sessions/sessions.ts'
import { openIdentity } from '../../../src/identity/sign-in/identity.ts'
import { makeMailer } from '../../../src/mail/mailer.ts'
import { Browser } from '../browser.ts'
import { freshDatabase } from '../database.ts'

export const testSecret = 'a secret for tests, thirty-two characters and more'

/** A server that only signs people in, on its own database. `env` is the deployment's environment. */
export async function startIdentity(env: Record<string, string> = {}, url?: string) {
  const runtimeUrl = url ?? (await freshDatabase()).runtime.url
  const { db, shortReads, pool, close } = connect(
    { connectionString: runtimeUrl },
    { size: 5, onError: () => undefined },
  )
  const app = Fastify({ logger: { level: env.LOG_LEVEL ?? 'silent' }, trustProxy: false })
  const config = readConfig({ PORT: '0', ...env })
  const secret = testSecret
  const mailer = makeMailer({ db, secret, from: config.mailFrom, smtpUrl: config.smtpUrl, log: app.log })
  const sessions = makeSessions(db, shortReads, config)
  const emailCodes = makeEmailCodes({ secret, mailer })
  const identity = await openIdentity(app, { config, db, sessions, secret, log: app.log })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  await identity.listening(origin)

  return {
    app,
    db,
    pool,
    mailer,
    origin,
    runtimeUrl,
    sessions,
    emailCodes,
    /** Signs a demo person in, in a browser of their own. */
    async signIn(name: string, browser = new Browser(), base = origin) {
      const answer = await browser.visit(`${base}/auth/sign-in?login_hint=${name}`, {
        until: (to) => to.pathname === '/',
      })
      return { browser, answer }
    },
    async session(
      browser: Browser,
      base = origin,
    ): Promise<Record<string, unknown> & { user: Record<string, unknown> }> {
      return JSON.parse((await browser.fetch(`${base}/auth/session`)).body)
    },
    async stop() {
      await mailer.stop()
      await app.close()
      await close()
    },
  }
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>
