import { randomUUID } from 'node:crypto'
import { type Place, placeQuery } from './place.ts'

/** How long a mark is kept in the database, and for how much of that it is looked for. */
const keptMinutes = 60
const usedMs = 30 * 60_000

/** Asks a database with a query and its parameters, for the rows. */
export type Ask = <Row>(query: string, parameters: readonly unknown[]) => Promise<Row[]>

/**
 * Proves which timeline a standby replays. Without further rights, a standby shows that only at its next restart point, which can be
 * minutes after a failover. But what was written on a timeline is only on servers that follow it: so a mark is written on
 * the primary, once for each timeline, and a standby that has it is known to follow, until it is started again.
 */
export function timelineProof(askPrimary: Ask, onError: (error: Error) => void) {
  let mark: { usedid: string; timeline: number; until: number } | undefined
  let isMarking = false
  let proven: Pick<Place, 'started' | 'timeline'> | undefined

  async function write() {
    isMarking = true
    const usedid = `timeline ${randomUUID()}`
    try {
      // In one statement, because a server may be another one for the next. The mark does not even wait for a synchronous standby:
      // one that is lost proves nothing.
      const [place] = await askPrimary<Place>(
        `with quickly as materialized (select set_config('synchronous_commit', 'local', true)),
        marked as (insert into used_once (usedid, expires_at)
          select $1, clock_timestamp() + interval '${keptMinutes} minutes' from quickly)
        select * from (${placeQuery}) as place`,
        [usedid],
      )
      if (place) mark = { usedid, timeline: place.timeline, until: performance.now() + usedMs }
    } finally {
      isMarking = false
    }
  }

  /** The standby's position, with the timeline that is known to be its own. */
  const known = (copy: Place): Place =>
    proven?.started === copy.started ? { ...copy, timeline: Math.max(copy.timeline, proven.timeline) } : copy

  /** Looks for the mark of the primary's timeline on the standby. Does not wait for one that must be written first. */
  async function look(place: Place, askStandby: Ask): Promise<void> {
    if (mark?.timeline !== place.timeline || mark.until < performance.now()) {
      if (!isMarking) void write().catch(onError)
      return
    }
    const { usedid, timeline } = mark
    const [found] = await askStandby<Pick<Place, 'started'>>(
      'select pg_postmaster_start_time()::text as started from used_once where usedid = $1',
      [usedid],
    )
    if (found) proven = { started: found.started, timeline }
  }

  return { known, look }
}
