import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import Fastify, { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { loadExample } from './database/example.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { patiently } from './database/patience.ts'
import { makeCallers } from './platform/callers.ts'
import type { Services } from './platform/context.ts'
import { every } from './platform/every.ts'
import { createFeed, type HistoryEvent } from './platform/feed.ts'
import { registerGraphQL } from './platform/graphql-route.ts'
import { sweepNames } from './platform/idempotency.ts'
import { makeCallLimiter } from './platform/limits/call-limiter.ts'
import { sweepHits } from './platform/limits/hits.ts'
import { createLive } from './platform/live.ts'
import { observeCalls } from './platform/logging-calls.ts'
import { mountMailbox } from './platform/mail/mailbox-page.ts'
import { makeMailer } from './platform/mail/mailer.ts'
import { startMetrics } from './platform/metrics.ts'
import { openStore } from './platform/object-store/open-store.ts'
import { registerReadiness } from './platform/readiness.ts'
import { makeSchema } from './platform/schema.ts'
import { readSecretKey } from './platform/secret-key.ts'
import { addSecurityHeaders } from './platform/security-headers.ts'
import { makeSessions } from './platform/sessions/sessions.ts'
import { openIdentity } from './platform/sign-in/identity.ts'
import { openSockets } from './platform/sockets.ts'
import { noticesOfBatch } from './platform/topics.ts'
import { startTracing } from './platform/tracing.ts'
import { registerWebApp } from './platform/web-app.ts'
import { startSweep } from './reference-data/sweep.ts'
import { removeForgottenPeople } from './users/administration.sql.ts'
import { makeEmailCodes } from './users/email-codes.ts'

const webFolder = fileURLToPath(new URL('../../web/dist/', import.meta.url))

export type RunningServer = {
  /** Where it listens, `http://127.0.0.1:4000`. */
  address: string
  services: Services
  stop: () => Promise<void>
}

/** Starts everything the settings ask for. Throws what keeps it from starting; what had been started is stopped then. */
export async function startServer(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  const started: (() => unknown)[] = []
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end()
  }
  try {
    return await start(config, log, started, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(config: Config, log: FastifyBaseLogger, started: (() => unknown)[], stop: () => Promise<void>) {
  const database = await openDatabase(config, log)
  started.push(database.stop)
  await patiently(() => migrate(database.owner, database.runtimeUser))
  const tracing = await startTracing(config.env)
  if (tracing) started.push(tracing.stop)
  const { db, shortReads, shortWrites, pool, close } = connect(database.runtime, {
    size: config.databasePoolSize,
    timeouts: config.databaseTimeouts,
    ...(tracing && { around: tracing.around }),
    onError: (err) => log.warn({ err }, 'a database connection broke; the next call opens another'),
  })
  started.push(close)

  const secret = await readSecretKey(config.secretKey, config.dataDir)
  const app = makeApp(config, log)
  observeCalls(app, log)
  tracing?.observe(app)
  addSecurityHeaders(app, { https: config.publicUrl?.startsWith('https:') ?? false })
  const { store, uploadOrigins } = await openStore(app, config, secret)
  const mailer = makeMailer({ db, secret, from: config.mailFrom, smtpUrl: config.smtpUrl, log })
  const live = createLive()
  const services: Services = {
    config,
    db,
    shortReads,
    shortWrites,
    live,
    store,
    mailer,
    emailCodes: makeEmailCodes({ secret, mailer }),
  }
  const sessions = makeSessions(db, shortReads, config)
  const limiter = makeCallLimiter(config.callsPerMinute)
  const callers = makeCallers({ db, sessions, publicUrl: config.publicUrl, limiter })
  const schema = makeSchema()

  const identity = await openIdentity(app, { config, db, sessions, secret, log })
  registerGraphQL(app, { schema, services, callers })
  const { drain } = registerReadiness(app, { askDatabase: () => pool.query('select 1'), askStore: () => store.ready() })
  registerWebApp(app, { folder: webFolder, uploadOrigins, studyTimezone: config.studyTimezone })

  const sockets = openSockets({ server: app.server, schema, services, callers, log })
  const feed = createFeed(
    { connection: database.runtime, db, log },
    {
      async onEvents(events) {
        await sockets.recheckPeople(peopleOf(events))
        live.publish(noticesOfBatch(events))
      },
      onSessionEnd: (sessionid) => sockets.closeSession(sessionid),
      async onReadAgain() {
        await sockets.recheckEverybody()
        live.publishReadAgain()
      },
    },
  )
  await feed.start()
  started.push(() => feed.stop())

  if (!config.oidc) mountMailbox(app, mailer)
  const metrics = await startMetrics(config, { pool, sockets: sockets.size, subscriptions: live.size }, log)
  if (metrics) started.push(metrics.stop)
  const address = await app.listen({ host: config.host, port: config.port })
  await identity.listening(address)
  if (!config.oidc && config.exampleData) await loadExample({ db, store, config })
  mailer.start()
  started.push(
    () => mailer.stop(),
    startSweep({ db, store, log }),
    every(3600, 'the sweep of forgotten sign-ins', () => removeForgottenPeople(db), log),
    every(300, 'the sweep of sessions', () => sessions.sweep(), log),
    every(300, 'the sweep of limits', () => sweepHits(db), log),
    every(3600, 'the sweep of idempotency keys', () => sweepNames(db), log),
    () => drain(config.drainSeconds, () => sockets.close()),
  )
  return { address, services, stop }
}

function makeApp(config: Config, log: FastifyBaseLogger) {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    trustProxy: config.trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // What arrives on a kept connection while we stop is answered all the same.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
  }
  return Fastify(options)
}

function peopleOf(events: readonly HistoryEvent[]): Set<string> {
  return new Set(events.filter(({ kind }) => kind === 'person').map(({ id }) => id))
}
