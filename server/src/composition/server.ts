import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify'
import { proveScope, systemActor } from '../access/scope.ts'
import { seal } from '../access/site-data.ts'
import { startExports } from '../bundles/job/start-exports.ts'
import type { Config } from '../config/config.ts'
import { inheritedSocket } from '../config/inherited-socket.ts'
import { connect } from '../database/connect.ts'
import { openDatabase } from '../database/open.ts'
import { makeHistoryRoom, roomEverySeconds } from '../database/schema/history-room.ts'
import { prepareSchema } from '../database/schema/prepare-schema.ts'
import { registerGraphQL } from '../execution/graphql-route.ts'
import { registerFeed } from '../exports/feed/feed-route.ts'
import type { Services } from '../graphql/context.ts'
import { turnsOfPool } from '../graphql/turns.ts'
import { registerExplorer } from '../http/explorer.ts'
import { takePolicyReports } from '../http/policy-reports.ts'
import { makeClientAddress } from '../http/public-origin.ts'
import { addSecurityHeaders, securityHeaders } from '../http/security-headers.ts'
import { cutStalledReaders } from '../http/stalled-readers.ts'
import { registerWebApp } from '../http/web/web-app.ts'
import { makeCallers } from '../identity/callers.ts'
import { makeEmailCodes } from '../identity/email-codes/email-codes.ts'
import { sweepProviderState } from '../identity/embedded-provider/table-adapter.ts'
import { makeSessions } from '../identity/sessions/sessions.ts'
import { openIdentity } from '../identity/sign-in/identity.ts'
import { startImporting } from '../importing/start-importing.ts'
import { startForgetting, startKeeping } from '../keeping/start-keeping.ts'
import { createFeed } from '../live/feed.ts'
import { createLive } from '../live/live.ts'
import { aliveEverySeconds } from '../live/presence.ts'
import { noticesOfBatch, noticesOfWearers, removedPlaces } from '../live/topics.ts'
import { listWearers } from '../live/wearers.ts'
import { mountMailbox } from '../mail/mailbox-page.ts'
import { makeMailer } from '../mail/mailer.ts'
import { startMeasuring } from '../measuring/start-measuring.ts'
import { observeCalls } from '../operations/logging/logging.ts'
import { beginCounting, countListRead } from '../operations/metrics/counters.ts'
import { startMetrics } from '../operations/metrics/serve.ts'
import { every } from '../operations/processes/every.ts'
import { makePeers } from '../operations/processes/peers.ts'
import { registerReadiness } from '../operations/readiness.ts'
import { startTracing } from '../operations/tracing/tracing.ts'
import { mainThreadOf } from '../rate-limits/main-thread.ts'
import { makeCallLimiter, sweepRateLimits } from '../rate-limits/rate-limits.ts'
import type { HistoryEvent } from '../records/notices.ts'
import type { RecordKind } from '../records/records.ts'
import { installationPurpose, makeKeyedHash, readSecretKey } from '../secrets/seal.ts'
import { openSockets } from '../subscriptions/sockets.ts'
import { noteArriving } from '../uploads/note-arriving.ts'
import { startSweep } from '../uploads/sweep.ts'
import { removeForgottenPeople } from '../users/administration.sql.ts'
import { registerCalendar } from '../visits/calendar/feed-route.ts'
import { sweepIdempotencyKeys } from '../writes/idempotency.ts'
import { answerError, answerErrors, answerUnparsed } from './error-answers.ts'
import { loadExample } from './example/example.ts'
import { openPresence } from './open-presence.ts'
import { openStore } from './open-store.ts'
import { partsOf } from './parts.ts'
import { makeSchema, rootFieldsOf } from './schema.ts'

type RunningServer = {
  /** The address that it listens on, such as `http://127.0.0.1:4000`. */
  address: string
  services: Services
  stop: () => Promise<void>
}

/** Starts everything that the settings require. If something fails, stops what was started and throws. */
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
  await prepareSchema(database, (line) => log.warn(line))
  const tracing = await startTracing(config.env)
  if (tracing) started.push(tracing.stop)
  const {
    db: people,
    lists,
    shortReads,
    shortWrites,
    pool,
    probe,
    close,
  } = connect(database.runtime, {
    size: config.databasePoolSize,
    timeouts: config.databaseTimeouts,
    standby: database.standby && { connection: database.standby, onRead: countListRead },
    ...(tracing && { around: tracing.around }),
    onError: (err) => log.warn({ err }, 'a database connection was lost; the next call opens another'),
  })
  started.push(close)
  await makeHistoryRoom(people)
  const db = seal(people)

  const secret = await readSecretKey(config.secretKey, config.dataDir)
  const headers = securityHeaders({ https: config.publicUrl?.startsWith('https:') ?? false })
  const app = makeApp(config, log, headers)
  observeCalls(app, log)
  tracing?.observe(app)
  addSecurityHeaders(app, headers)
  started.push(cutStalledReaders(app.server))
  answerErrors(app)
  const { store, uploadOrigins } = await openStore(
    app,
    config,
    secret,
    (objectName) => void noteArriving(db, objectName),
  )
  const mailer = makeMailer({ db: people, secret, from: config.mailFrom, smtpUrl: config.smtpUrl, log })
  const live = createLive()
  const presence = openPresence(people, live)
  const services: Services = {
    config,
    db,
    lists: seal(lists),
    people,
    shortReads: seal(shortReads),
    shortPeopleReads: shortReads,
    shortWrites: seal(shortWrites),
    live,
    presence,
    store,
    mailer,
    emailCodes: makeEmailCodes({ secret, mailer }),
    turns: turnsOfPool(config.databasePoolSize, config.callsPerMinute),
    mainThread: mainThreadOf(config.callsPerMinute),
  }
  const sessions = makeSessions(people, shortReads, config)
  const limiter = makeCallLimiter(config.callsPerMinute)
  const callers = makeCallers({ db: people, sessions, publicUrl: config.publicUrl, limiter })
  const schema = makeSchema()

  const identity = await openIdentity(app, { config, db: people, sessions, secret, log })
  const explorer = config.oidc ? undefined : registerExplorer(app)
  registerGraphQL(app, { schema, services, callers, explorer })
  registerFeed(app, { services, callers })
  registerCalendar(app, { services, callers })
  const parts = await partsOf({ config, probe, store, mailer })
  const { drain } = registerReadiness(app, parts, makeKeyedHash(secret, installationPurpose))
  takePolicyReports(app, log)
  registerWebApp(app, { folder: config.webFolder, uploadOrigins, studyTimezone: config.studyTimezone })

  const clientAddress = makeClientAddress(config.trustProxy)
  const sockets = openSockets({ server: app.server, schema, services, callers, clientAddress, log })
  const peers = await makePeers(config, secret)
  const everything = proveScope(systemActor('live'), 'all')
  const feed = createFeed(
    { connection: database.runtime, db: people, log, onConnected: peers.hold },
    {
      async onEvents(events) {
        await sockets.recheckPeople(idsOf('person', events))
        await sockets.recheckTokens(idsOf('access_token', events))
        live.publish([...noticesOfBatch(events), ...noticesOfWearers(await listWearers(db, everything, events))])
        for (const place of removedPlaces(events)) live.finishBelow(place)
      },
      onSessionEnd: (sessionid) => sockets.closeSession(sessionid),
      onReaders: presence.receive,
      async onReadAgain() {
        await sockets.recheckEverybody()
        live.publishReadAgain()
        presence.begin()
      },
    },
  )
  await feed.start()
  started.push(() => feed.stop(), presence.stop)
  presence.begin()

  if (!config.oidc) mountMailbox(app, mailer)
  beginCounting(rootFieldsOf(schema))
  const levels = { pool, probe, sockets: sockets.size, subscriptions: live.size, parts, dataDir: config.dataDir }
  const metrics = await startMetrics(config, levels, log)
  if (metrics) started.push(metrics.stop)
  const address = await app.listen({ host: config.host, port: config.port, ...inheritedSocket(config.env) })
  await identity.listening(address)
  if (!config.oidc && config.exampleData) await loadExample({ db, store, config })
  mailer.start()
  started.push(
    () => mailer.stop(),
    startSweep({ db, store, log }),
    config.makeExports ? startExports({ db, store, config, runtime: database.runtime, secret, log }) : () => undefined,
    config.measureRecordings ? startMeasuring({ db, config, runtime: database.runtime, log }) : () => undefined,
    config.countAhead ? startKeeping({ db, zone: config.studyTimezone, log }) : startForgetting({ db, log }),
    config.importFiles ? startImporting({ db, store, config, runtime: database.runtime, log }) : () => undefined,
    every(roomEverySeconds, 'making room for the history', () => makeHistoryRoom(people), log),
    every(aliveEverySeconds, 'telling the other processes', async () => presence.stayAlive(), log),
    every(3600, 'the sweep of forgotten sign-ins', () => removeForgottenPeople(people), log),
    every(300, 'the sweep of sessions', () => sessions.sweep(), log),
    every(300, 'the sweep of limits', () => sweepRateLimits(people), log),
    every(300, 'the sweep of the embedded provider', () => sweepProviderState(people), log),
    every(3600, 'the sweep of idempotency keys', () => sweepIdempotencyKeys(people), log),
    () => drain(config.drainSeconds, () => sockets.close()),
  )
  return { address, services, stop }
}

function makeApp(config: Config, log: FastifyBaseLogger, headers: Record<string, string>) {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    trustProxy: config.trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Closes connections without traffic in either direction. WebSockets have their own pings.
    connectionTimeout: 120_000,
    // Requests that arrive on a kept-alive connection during shutdown are still served.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    // No hook runs for a request whose URL can't be parsed.
    clientErrorHandler: (error, socket) => answerUnparsed(error, socket, headers),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
  }
  return Fastify(options)
}

function idsOf(wanted: RecordKind, events: readonly HistoryEvent[]): Set<string> {
  return new Set(events.filter(({ kind }) => kind === wanted).map(({ id }) => id))
}
