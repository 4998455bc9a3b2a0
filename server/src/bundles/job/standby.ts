import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Config } from '../../config/config.ts'
import { connect, type Database } from '../../database/connect.ts'
import { withLibpqMeaning } from '../../database/open.ts'
import { compareTo, type Place, placeQuery } from '../../database/standby/place.ts'
import { type Ask, timelineProof } from '../../database/standby/timeline-proof.ts'
import { unscoped } from '../../database/unscoped.ts'

/** How long to wait for a standby that is behind. After that the export is retried later. */
const waitLimitMs = 5 * 60_000
const lookEveryMs = 200

/** Long enough to sort a whole site. An export's statements hold no locks that others wait for. */
export const exportTimeouts = { statementSeconds: 600, lockSeconds: 10 }

/** Returns where exports are read: the database itself, or the configured standby. */
export function openSource(people: Database, { databaseReadUrl }: Pick<Config, 'databaseReadUrl'>) {
  return async (signal: AbortSignal) =>
    databaseReadUrl
      ? openStandby(people, databaseReadUrl, signal)
      : { source: people, at: undefined, close: async () => undefined }
}

/**
 * Connects to a standby that shows everything committed on the primary at the time of the call, after a failover as soon as it
 * follows. Also returns that time.
 */
async function openStandby(primary: Database, url: string, signal: AbortSignal) {
  const { at, ...place } = await one<Place & { at: Date }>(
    askOf(primary),
    `select place.*, clock_timestamp() as at from (${placeQuery}) as place`,
  )
  const { db: source, close } = connect(
    { connectionString: withLibpqMeaning(url) },
    { size: 1, timeouts: exportTimeouts, onError: () => undefined },
  )
  // A mark that can't be written now is written at the next look.
  const proof = timelineProof(askOf(primary), () => undefined)
  try {
    for (const until = Date.now() + waitLimitMs; ; await wait(lookEveryMs)) {
      const state = compareTo(place, proof.known(await one<Place>(askOf(source), placeQuery)))
      if (state === 'reached') return { source, at, close }
      if (state === 'before a failover') await proof.look(place, askOf(source))
      signal.throwIfAborted()
      if (Date.now() > until)
        throw new Error('The standby of DATABASE_READ_URL is too far behind, or of another database.')
    }
  } catch (error) {
    await close()
    throw error
  }
}

const askOf =
  (db: Database): Ask =>
  async <Row>(query: string, parameters: readonly unknown[]) =>
    (await unscoped(db).executeQuery<Row>(CompiledQuery.raw(query, [...parameters]))).rows

async function one<Row>(ask: Ask, query: string): Promise<Row> {
  const [row] = await ask<Row>(query, [])
  if (!row) throw new Error('the database did not say where it stands')
  return row
}
