import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isConnectionLost } from '../connections/lost-connection.ts'
import { compareTo, type Place, placeQuery } from './place.ts'
import { type Ask, timelineProof } from './timeline-proof.ts'

export type Source = 'standby' | 'primary'

type Pools = {
  primary: PostgresPool
  /** For short queries of the primary's position. */
  short: PostgresPool
  standby: PostgresPool
  onRead: (source: Source) => void
  onError: (error: Error) => void
}

/** How long a list waits for the standby to catch up before it is read from the primary. */
const catchUpMs = 100
const lookAgainMs = 3
/** How long the standby is not used after it was late or failed. */
const restAfterLateMs = 1_000
const restAfterErrorMs = 5_000

/** A standby cancels reads that conflict with replay. */
const isCancelledByReplay = (error: unknown) =>
  error instanceof Error && 'code' in error && ['40001', '40P01'].includes(String(error.code))

/**
 * A pool for single reads. A read uses the standby if it has everything that was committed before the read, so that people see
 * what they saved, through any server or session, and what they were just notified of. If the standby is late, unavailable or a
 * copy of another database, the primary is read.
 */
export function standbyFirst({ primary, short, standby, onRead, onError }: Pools): PostgresPool {
  let restsUntil = 0
  let asking: Promise<Place> | undefined
  const proof = timelineProof(
    (query, parameters) => using(short, (client) => askOf(client)(query, parameters)),
    onError,
  )

  /** Calls in the same turn of the event loop share one query, which is sent after all of them. */
  function readPlace(): Promise<Place> {
    asking ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        asking = undefined
        using(short, askPlace).then(resolve, reject)
      })
    })
    return asking
  }

  async function isCaughtUp(client: PostgresPoolClient, place: Place): Promise<boolean> {
    for (const end = performance.now() + catchUpMs; performance.now() < end; await wait(lookAgainMs)) {
      const state = compareTo(place, proof.known(await askPlace(client)))
      if (state === 'reached') return true
      if (state === 'elsewhere') break
      if (state === 'before a failover') await proof.look(place, askOf(client))
    }
    restsUntil = performance.now() + restAfterLateMs
    return false
  }

  /** The standby's result; undefined if the primary must be read. */
  async function fromStandby<Row>(text: string, parameters: readonly unknown[]) {
    if (performance.now() < restsUntil) return undefined
    const place = await readPlace()
    const client = await standby.connect().catch((error: Error) => onFailure(error))
    if (!client) return undefined
    let isUsable = true
    try {
      return (await isCaughtUp(client, place)) ? await client.query<Row>(text, parameters) : undefined
    } catch (error) {
      const isLost = isConnectionLost(error)
      isUsable = !isLost
      if (isLost || isCancelledByReplay(error)) return onFailure(error)
      throw error
    } finally {
      client.release(!isUsable)
    }
  }

  function onFailure(error: unknown): undefined {
    restsUntil = performance.now() + restAfterErrorMs
    onError(error instanceof Error ? error : new Error(String(error)))
  }

  async function read<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (/^\s*begin\b/i.test(text)) throw new Error('Lists are read by single statements, not in transactions.')
    const answer = await fromStandby<Row>(text, parameters)
    onRead(answer ? 'standby' : 'primary')
    return answer ?? using(primary, (client) => client.query<Row>(text, parameters))
  }

  return {
    connect: async () => ({ query: read as PostgresPoolClient['query'], release: () => undefined }),
    end: () => standby.end(),
    options: standby.options,
  }
}

const askOf =
  (client: PostgresPoolClient): Ask =>
  async <Row>(query: string, parameters: readonly unknown[]) =>
    (await client.query<Row>(query, parameters)).rows

async function askPlace(client: PostgresPoolClient): Promise<Place> {
  const { rows } = await client.query<Place>(placeQuery, [])
  const [place] = rows
  if (!place) throw new Error('the database did not say where it stands')
  return place
}

async function using<T>(pool: PostgresPool, work: (client: PostgresPoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
