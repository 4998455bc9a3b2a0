import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config/config.ts'
import { Mistake } from '../../mistakes/mistake.ts'

/** The first number of the advisory locks for what a server runs with. The second is a hash of it. */
const locks = { secret: 0x6361_7331, store: 0x6361_7332 } as const

const hashOf = (text: string) => createHash('sha256').update(text).digest().readInt32BE(0)

/** An id stored in the folder, the same for all servers that share it. */
async function readFolderId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'folder-id')
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, `${randomUUID()}\n`, { flag: 'wx', flush: true }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}

/**
 * Servers of one database must have the same secret and file store. Each holds a shared advisory lock for both while it
 * listens, so that a starting server detects others with different settings. `hold` then throws a Mistake, but only at
 * the first connection: a running server is not stopped by a later one.
 */
export async function makePeers({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, secret: string) {
  const store = s3 ? `s3 ${s3.bucket}` : `folder ${await readFolderId(dataDir)}`
  const mine = { secret: hashOf(`casebook peers ${secret}`), store: hashOf(store) }
  let isFirst = true

  async function differs(client: pg.ClientBase, what: keyof typeof locks): Promise<boolean> {
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = $1::bigint::oid
        and objid <> ($2::bigint & 4294967295)::oid
        and database = (select oid from pg_database where datname = current_database())) as found`,
      [locks[what], mine[what]],
    )
    return rows[0]?.found ?? false
  }

  return {
    async hold(client: pg.ClientBase): Promise<void> {
      await client.query(
        'select pg_advisory_lock_shared($1::int, $2::int), pg_advisory_lock_shared($3::int, $4::int)',
        [locks.secret, mine.secret, locks.store, mine.store],
      )
      if (!isFirst) return
      isFirst = false
      if (await differs(client, 'secret'))
        throw new Mistake(
          'settings',
          'Another server that runs on this database has another secret: give all servers the same SECRET_KEY.',
        )
      if (await differs(client, 'store'))
        throw new Mistake(
          'settings',
          'Another server that runs on this database keeps its files elsewhere: give all servers the same S3_ settings, or one DATA_DIR that they share.',
        )
    },
  }
}
