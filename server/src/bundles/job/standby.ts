import { setTimeout as wait } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import type { Config } from '../../config/config.ts'
import { connect, type Database } from '../../database/connect.ts'
import { withLibpqMeaning } from '../../database/open.ts'
import { compareTo, type Place, placeQuery } from '../../database/standby/place.ts'
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

/** Connects to a standby that shows everything committed on the primary at the time of the call. Also returns that time. */
async function openStandby(primary: Database, url: string, signal: AbortSignal) {
  const { at, ...place } = await ask<Place & { at: Date }>(
    primary,
    `select place.*, clock_timestamp() as at from (${placeQuery}) as place`,
  )
  const { db: source, close } = connect(
    { connectionString: withLibpqMeaning(url) },
    { size: 1, timeouts: exportTimeouts, onError: () => undefined },
  )
  try {
    for (const until = Date.now() + waitLimitMs; ; await wait(lookEveryMs)) {
      if (compareTo(place, await ask<Place>(source, placeQuery)) === 'reached') return { source, at, close }
      signal.throwIfAborted()
      if (Date.now() > until)
        throw new Error('The standby of DATABASE_READ_URL is too far behind, or of another database.')
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function ask<Row>(db: Database, query: string): Promise<Row> {
  const { rows } = await unscoped(db).executeQuery<Row>(CompiledQuery.raw(query))
  const [row] = rows
  if (!row) throw new Error('the database did not say where it stands')
  return row
}
