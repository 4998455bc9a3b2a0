import Fastify from 'fastify'
import { readConfig } from '../src/config.ts'
import { connect } from '../src/database/connect.ts'
import { makeMailer } from '../src/platform/mail/mailer.ts'
import { makeSessions } from '../src/platform/sessions/sessions.ts'
import { openIdentity } from '../src/platform/sign-in/identity.ts'
import { makeEmailCodes } from '../src/users/email-codes.ts'
import { Browser } from './browser.ts'
import { freshDatabase } from './database.ts'

const secret = 'a secret for tests, thirty-two characters and more'

/** A server that does nothing but sign people in, over a database of its own. `env` is the deployment's environment. */
export async function startIdentity(env: Record<string, string> = {}, url?: string) {
  const runtimeUrl = url ?? (await freshDatabase()).runtime.url
  const { db, shortReads, pool, close } = connect(
    { connectionString: runtimeUrl },
    { size: 5, onError: () => undefined },
  )
  const app = Fastify({ logger: { level: env.LOG_LEVEL ?? 'silent' }, trustProxy: false })
  const config = readConfig({ PORT: '0', ...env })
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
