import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { preparingClient } from './prepared-statements.ts'

type Settings = { size: number; onError: (error: Error) => void }
type Lane = { client: pg.Client; ready: Promise<PostgresPoolClient>; waiting: number }

/**
 * A few connections shared by all callers, for single short statements: those of many callers go out in one write and
 * are answered in order. Not for transactions of several statements, and not for slow statements, which would delay the
 * others.
 */
export function shareConnections(connection: Connection, { size, onError }: Settings): PostgresPool {
  const lanes: (Lane | undefined)[] = Array.from({ length: size }, () => undefined)
  let ended = false

  function open(place: number): Lane {
    const client = new pg.Client({ ...connection, pipeline: true })
    const forget = () => {
      if (lanes[place] === lane) lanes[place] = undefined
    }
    client.on('error', (error) => {
      forget()
      if (!ended) onError(error)
    })
    client.on('end', forget)
    const lane: Lane = { client, waiting: 0, ready: client.connect().then(() => sharedClient(lane)) }
    lane.ready.catch(forget)
    lanes[place] = lane
    return lane
  }

  /** The one with the fewest waiting callers. An unconnected place counts as idle. */
  function choose(): Lane {
    let best = 0
    for (let place = 1; place < size; place++) {
      if ((lanes[place]?.waiting ?? 0) < (lanes[best]?.waiting ?? 0)) best = place
    }
    return lanes[best] ?? open(best)
  }

  return {
    async connect() {
      if (ended) throw new Error('The database connections are closed.')
      return choose().ready
    },
    async end() {
      ended = true
      await Promise.all(lanes.map((lane) => lane?.client.end().catch(() => undefined)))
    },
    options: { max: size },
  }
}

function sharedClient(lane: Lane): PostgresPoolClient {
  return preparingClient(lane.client, async (send) => {
    lane.waiting++
    try {
      return await send()
    } finally {
      lane.waiting--
    }
  })
}

/** How to reach a database: a URL, or host (or socket folder), user and so on. */
export type Connection = pg.ClientConfig
