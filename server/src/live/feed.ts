import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/connect.ts'
import type { Connection } from '../database/connections/shared-connections.ts'
import { unscoped } from '../database/unscoped.ts'
import { historyChannel, readAgain, readersChannel, sessionChannel } from '../database/wake-up.ts'
import type { HistoryEvent } from '../records/notices.ts'
import { type Gap, gapsAfter, withoutSeen } from './gaps.ts'

type Listeners = {
  /** Committed changes, each once, in the order of the history. Awaited before the next batch. */
  onEvents: (events: HistoryEvent[]) => Promise<void> | void
  /** A session ended (signed out or revoked). The payload is its id. */
  onSessionEnd: (sessionid: string) => void
  /** A process says who has a form open there. */
  onReaders: (message: string) => void
  /** The listening connection was lost and restored: ends of sessions may have been missed. */
  onReadAgain: () => Promise<void> | void
}

type Deps = {
  connection: Connection
  db: Database
  log: FastifyBaseLogger
  /** Called with each listening connection before it listens. */
  onConnected?: (client: pg.ClientBase) => Promise<void>
}

/** Rolled-back transactions leave numbers that never appear. After this time they are no longer waited for. */
const gapTimeoutMs = 60_000
const lookEveryMs = 3_000
const mostAtOnce = 5_000
/** Beyond this number of gaps, the oldest are dropped: they belong to rolled-back transactions. */
const mostGaps = 1_000
/** How far back to look at start for late commits. */
const lookBack = 1_000

/**
 * Reads new history rows. The history row is the notification, committed with the change itself. The wake-up only says
 * when to look, so a lost one delays a notification by a few seconds and loses none. Numbers are assigned before
 * commit, so a lower number may appear after a higher one: missing numbers are queried again.
 */
export function createFeed({ connection, db, log, onConnected }: Deps, listeners: Listeners) {
  let client: pg.Client | undefined
  let position: number | undefined
  let gaps: Gap[] = []
  let looking: Promise<void> | undefined
  let lookAgain = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let reopening: Promise<void> | undefined

  async function readPosition() {
    const { rows } = await sql<{ last: number }>`select coalesce(max(historyid), 0) as last from history`.execute(
      unscoped(db),
    )
    return rows[0]?.last ?? 0
  }

  async function readBatch(after: number) {
    const froms = sql.val(gaps.map(({ from }) => from))
    const tos = sql.val(gaps.map(({ to }) => to))
    // Each part has its own limit, because only then does PostgreSQL scan the index and stop, however long the history
    // is.
    const { rows } = await sql<HistoryEvent>`
      select historyid, kind, action, siteid, studyid, subjectid, id,
        case when kind = 'reference_data' then coalesce(after, before) ->> 'activitytypeid' end as activitytypeid,
        case when subjectid is not null then coalesce(after, before) ->> 'visitid' end as visitid,
        case when subjectid is not null then (coalesce(after, before) ->> 'occurrence')::int end as occurrence,
        case when kind = 'device' and action = 'UPDATED' then before ->> 'deviceid' end as old_id,
        case when kind = 'person' then (select jsonb_agg(jsonb_build_object('all_sites', side -> 'all_sites', 'sites', side -> 'sites',
            'state', side -> 'state'))
          from unnest(array[before, after]) as side where side is not null) end as belonging
      from (
        (select * from history where historyid > ${after} order by historyid limit ${mostAtOnce})
        union all
        select late.* from unnest(${froms}::bigint[], ${tos}::bigint[]) as gap (first, last)
          cross join lateral (select * from history where historyid between gap.first and gap.last
            order by historyid limit ${mostAtOnce}) as late
      ) as unseen
      order by historyid limit ${mostAtOnce}`.execute(unscoped(db))
    return rows
  }

  function remember(rows: HistoryEvent[], after: number) {
    const now = Date.now()
    const numbers = rows.map(({ historyid }) => historyid)
    const next = numbers.filter((number) => number > after)
    gaps = [...withoutSeen(gaps, numbers), ...gapsAfter(after, next, now)]
      .filter(({ since }) => now - since <= gapTimeoutMs)
      .slice(-mostGaps)
    position = next.at(-1) ?? after
  }

  async function lookOnce() {
    for (;;) {
      position ??= await readPosition()
      const rows = await readBatch(position)
      remember(rows, position)
      if (rows.length > 0) await listeners.onEvents(rows)
      if (rows.length < mostAtOnce) return
    }
  }

  function look() {
    if (stopped) return
    if (looking) {
      lookAgain = true
      return
    }
    looking = lookOnce()
      .catch((error) => log.warn({ err: error }, 'the history could not be read; trying again'))
      .then(() => {
        looking = undefined
        if (lookAgain) {
          lookAgain = false
          look()
        }
      })
  }

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({ ...connection, keepAlive: true, connectionTimeoutMillis: 5_000 })
    next.on('notification', ({ channel, payload }) => {
      if (channel === sessionChannel && payload) listeners.onSessionEnd(payload)
      else if (channel === readersChannel && payload) listeners.onReaders(payload)
      else look()
      if (channel === historyChannel && payload === readAgain)
        Promise.resolve(listeners.onReadAgain()).catch((error) =>
          log.warn({ err: error }, 'nobody was told to read again'),
        )
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    await next.connect()
    try {
      await onConnected?.(next)
      await next.query(`listen ${historyChannel}; listen ${sessionChannel}; listen ${readersChannel}`)
      if (stopped) throw new Error('The feed was stopped.')
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    return next
  }

  function lost(which: pg.Client) {
    if (stopped || client !== which) return
    client = undefined
    log.warn('lost the listening database connection')
    listenAgain(100)
  }

  function listenAgain(delayMs: number) {
    if (stopped) return
    retry = setTimeout(() => {
      reopening = reopen(Math.min(delayMs * 2, 2_000))
    }, delayMs)
  }

  /** If anything fails, it is done again from the start, with another connection. */
  async function reopen(nextDelayMs: number) {
    let opened: pg.Client | undefined
    try {
      opened = await listen()
      log.info('the listening database connection is back')
      await goBackIfShorter()
      look()
      await listeners.onReadAgain()
    } catch (error) {
      // Once it is lost again, `lost` has set the timer.
      if (opened && client !== opened) return
      if (opened) log.warn({ err: error }, 'could not read again what may have been missed; trying again')
      client = undefined
      await opened?.end().catch(() => undefined)
      listenAgain(nextDelayMs)
    }
  }

  /** A restored or failed-over database may have less history than was already read. */
  async function goBackIfShorter() {
    const last = await readPosition()
    if (position === undefined || last >= position) return
    position = last
    gaps = []
  }

  return {
    /** Starts listening. Resolves once all later changes will be seen. */
    async start() {
      position = await readPosition()
      if (position > 0) gaps = [{ from: Math.max(1, position - lookBack), to: position, since: Date.now() }]
      await listen()
      timer = setInterval(look, lookEveryMs)
      timer.unref()
      look()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
      await reopening
      await looking
    },
    /** Whether the listening connection is up. */
    isListening: () => client !== undefined,
  }
}
