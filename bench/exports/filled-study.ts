import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { startEmbeddedPostgres } from '../../server/src/embedded-postgres/launcher.ts'
import { startProgram } from '../../server/test/beds/program.ts'
import { fillStudy } from './fill-study.ts'

export const say = (message: string) => console.error(message)

/**
 * A PostgreSQL of its own with a study of this size and its files, in a new data directory. `start` starts a server on it,
 * and `end` takes both away.
 */
export async function startFilled(name: string, size: Parameters<typeof fillStudy>[1]) {
  const dataDir = await mkdtemp(join(tmpdir(), `casebook-bench-${name}-`))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: { debug: () => undefined, info: () => undefined, warn: say, error: say },
  })
  await migrate({ connectionString: postgres.owner.url }, postgres.runtime.user)
  const url = new URL(postgres.superuser.url)
  url.pathname = `/${postgres.owner.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await fillStudy(client, size)
  const folder = join(dataDir, 'objects', 'bench')
  await mkdir(folder, { recursive: true })
  const bytes = randomBytes(size.fileBytes)
  for (let file = 1; file <= size.files; file += 1) await writeFile(join(folder, `file${file}`), bytes)
  say('filled')
  const start = () =>
    startProgram(dataDir, {
      DATABASE_URL: postgres.runtime.url,
      DATABASE_OWNER_URL: postgres.owner.url,
      CALLS_PER_MINUTE: '0',
    })
  const end = async () => {
    await client.end().catch(() => undefined)
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, client, start, end }
}
