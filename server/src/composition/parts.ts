import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { isFull, readDiskRoom } from '../config/disk-room.ts'
import { pendingMigrations, readMigrationFiles, readRanMigrations } from '../database/schema/schema-state.ts'
import { examineProvider } from '../identity/provider/examine-provider.ts'
import { readProviderSettings } from '../identity/provider/read-provider-settings.ts'
import type { Mailer } from '../mail/mailer.ts'
import { Mistake } from '../mistakes/mistake.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { atMostEvery, type Part, PartFault } from '../operations/parts.ts'

type Settings = Parameters<typeof readProviderSettings>[0] & Pick<Config, 'dataDir' | 's3' | 'databaseUrl' | 'smtpUrl'>

type Deps = { config: Settings; probe: pg.Pool; store: Pick<ObjectStore, 'ready'>; mailer: Pick<Mailer, 'ready'> }

/** Provider and mail server are external, and may limit how often they are called. */
const outsideSeconds = 60

/** Every part that this server depends on, by its settings. */
export async function partsOf({ config, probe, store, mailer }: Deps): Promise<Part[]> {
  const { dataDir, s3, databaseUrl, smtpUrl } = config
  const files = await readMigrationFiles()
  const provider = readProviderSettings(config)
  const parts: Part[] = [
    { name: 'database', isNeeded: true, ask: () => probe.query('select 1') },
    { name: 'migrations', isNeeded: true, ask: () => askMigrations(probe, files) },
    { name: 'store', isNeeded: true, ask: () => store.ready() },
  ]
  // With an external database and store, nothing in DATA_DIR grows.
  if (!s3 || !databaseUrl) parts.push({ name: 'disk', isNeeded: true, ask: () => askDisk(dataDir) })
  if (provider) {
    const ask = atMostEvery(outsideSeconds, () => examineProvider(provider))
    parts.push({ name: 'provider', isNeeded: false, ask })
  }
  if (smtpUrl) parts.push({ name: 'mail', isNeeded: false, ask: atMostEvery(outsideSeconds, () => mailer.ready()) })
  return parts
}

/** Detects a database restored from an earlier backup, or migrated by a release that this one can't run beside. */
async function askMigrations(probe: pg.Pool, files: Awaited<ReturnType<typeof readMigrationFiles>>) {
  const client = await probe.connect()
  try {
    const [first] = pendingMigrations(await readRanMigrations(client), files)
    if (first) throw new PartFault(`${first.name} did not run`)
  } catch (error) {
    throw error instanceof Mistake ? new PartFault(error.message, { cause: error }) : error
  } finally {
    client.release()
  }
}

async function askDisk(dataDir: string) {
  const room = await readDiskRoom(dataDir)
  const mebibytes = (bytes: number) => Math.floor(bytes / 1024 ** 2)
  if (isFull(room))
    throw new PartFault(`full: ${mebibytes(room.freeBytes)} MiB free, ${mebibytes(room.reserveBytes)} needed`)
}
