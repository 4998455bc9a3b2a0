import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Connection, Database } from '../database/connect.ts'
import { doorbell } from './doorbell.ts'
import { type Gap, gapsAfter, withoutSeen } from './gaps.ts'

/** One committed change, without the values that it changed. */
export type HistoryEvent = {
  historyid: number
  kind: string
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
  /** Reference data only: the activity type it belongs to. */
  activitytypeid: string | null
}

type Listeners = {
  /** What was committed, each row once, in the order of the history; awaited before the next batch. */
  onEvents: (events: HistoryEvent[]) => Promise<void> | void
  /** A session ended (signed out, revoked); the payload is its id. */
  onSessionEnd: (sessionid: string) => void
  /** The listening connection was lost and is back: session ends may have been missed. */
  onReadAgain: () => Promise<void> | void
}

export const sessionChannel = 'casebook_session'

/** Rolled-back transactions leave numbers that never come; after this long nobody waits for one any more. */
const gapPatienceMs = 60_000
const lookEveryMs = 3_000
const mostAtOnce = 5_000
/** Beyond so many gaps the oldest are given up: they are of transactions that were rolled back. */
const mostGaps = 1_000
/** How far back to look at start for what is committed late. */
const lookBack = 1_000

/**
 * Reads the history as it grows. The history row is the notification, committed with the change itself; the doorbell only
 * says when to look, so a lost ring delays a notice by a few seconds and loses none.
 * Numbers are handed out before they are committed, so one may show up after a higher one: those not seen are asked for again.
 */
export function createFeed(
  { connection, db, log }: { connection: Connection; db: Database; log: FastifyBaseLogger },
  listeners: Listeners,
) {
  let client: pg.Client | undefined
  let position: number | undefined
  let gaps: Gap[] = []
  let looking: Promise<void> | undefined
  let lookAgain = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined

  async function readPosition() {
    const { rows } = await sql<{ last: number }>`select coalesce(max(historyid), 0) as last from history`.execute(db)
    return rows[0]?.last ?? 0
  }

  async function readBatch(after: number) {
    const froms = sql.val(gaps.map(({ from }) => from))
    const tos = sql.val(gaps.map(({ to }) => to))
    // Each part is limited by itself: only so does the database walk the index and stop, however long the history is.
    const { rows } = await sql<HistoryEvent>`
      select historyid, kind, action, siteid, studyid, subjectid, id,
        case when kind = 'reference_data' then coalesce(after, before) ->> 'activitytypeid' end as activitytypeid
      from (
        (select * from history where historyid > ${after} order by historyid limit ${mostAtOnce})
        union all
        select late.* from unnest(${froms}::bigint[], ${tos}::bigint[]) as gap (first, last)
          cross join lateral (select * from history where historyid between gap.first and gap.last
            order by historyid limit ${mostAtOnce}) as late
      ) as unseen
      order by historyid limit ${mostAtOnce}`.execute(db)
    return rows
  }

  function remember(rows: HistoryEvent[], after: number) {
    const now = Date.now()
    const numbers = rows.map(({ historyid }) => historyid)
    const next = numbers.filter((number) => number > after)
    gaps = [...withoutSeen(gaps, numbers), ...gapsAfter(after, next, now)]
      .filter(({ since }) => now - since <= gapPatienceMs)
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

  async function listen() {
    const next = new pg.Client({ ...connection, keepAlive: true })
    next.on('notification', ({ channel, payload }) => {
      if (channel === sessionChannel && payload) listeners.onSessionEnd(payload)
      else look()
    })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    await next.connect()
    await next.query(`listen ${doorbell}; listen ${sessionChannel}`)
    client = next
  }

  function lost(which: pg.Client) {
    if (stopped || client !== which) return
    client = undefined
    log.warn('lost the listening database connection')
    listenAgain(100)
  }

  function listenAgain(delayMs: number) {
    retry = setTimeout(async () => {
      try {
        await listen()
        log.info('the listening database connection is back')
        await goBackIfShorter()
        look()
        await listeners.onReadAgain()
      } catch {
        listenAgain(Math.min(delayMs * 2, 2_000))
      }
    }, delayMs)
  }

  /** A database that was restored or failed over may have less history than was seen. */
  async function goBackIfShorter() {
    const last = await readPosition()
    if (position === undefined || last >= position) return
    position = last
    gaps = []
  }

  return {
    /** Begins listening; resolves once changes from now on are seen. */
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
      await looking
    },
    /** Whether the listening connection stands. */
    isListening: () => client !== undefined,
  }
}
