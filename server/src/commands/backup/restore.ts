import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { release } from '../../config/release.ts'
import { migrate } from '../../database/schema/migrate.ts'
import { readMigrationFiles } from '../../database/schema/schema-state.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { type Command, CommandError, readFolder } from '../command/command.ts'
import {
  type CommandDatabase,
  openCommandStore,
  type WithDatabase,
  type WithStore,
  withDatabase,
} from '../command/command-database.ts'
import { type Manifest, objectPath, readObjectList, tablePath } from '../contents/backup-folder.ts'
import { eachAtOnce } from '../contents/each-at-once.ts'
import {
  copyIn,
  findFilledTable,
  inTransaction,
  listMigrations,
  listTables,
  makeRoomForHistory,
  setSequences,
  withConnection,
  withoutTriggers,
} from '../contents/tables.sql.ts'
import { checkBackup, compareTables, measure } from '../verify/verify.ts'

export const restore: Command = {
  usage: 'DIR',
  summary: 'puts a backup into an empty database and an empty store; may be repeated after an interruption',
  async run(args, context: WithDatabase & WithStore) {
    const folder = readFolder(args, 'restore DIR')
    const { manifest, faults, strays } = await checkBackup(folder)
    for (const stray of strays) context.say(`${stray}, and is left alone.`)
    if (faults.length > 0) {
      for (const fault of faults) context.say(fault)
      throw new CommandError('This backup is incomplete. Nothing was restored.')
    }
    await refuseNewer(manifest)
    await withDatabase(context, async (database) => {
      if (database.isServed) throw new CommandError('The server is running. Stop it, then restore.')
      await refuseFilled(database)
      await restoreObjects(await openCommandStore(context), folder)
      await restoreTables(database, folder, manifest)
      // A backup of an earlier version is migrated to this one.
      await migrate(database.owner, database.runtimeUser)
      // Without statistics, the planner would read some lists as if they had a handful of rows.
      await withConnection(database.owner, (client) => client.query('analyze'))
    })
    context.say(`Restored, and every row and file compared: the state of ${manifest.madeAt}.`)
    return true
  },
}

/** Existed for a while before 0.1.0 was final; 0001 contains its content. */
const retiredMigration = '0040-plain-ids'

function migrationsOf({ migrations }: Manifest): string[] {
  return migrations.filter((name) => name !== retiredMigration)
}

async function refuseNewer(manifest: Manifest) {
  const known = new Set((await readMigrationFiles()).map(({ name }) => name))
  if (migrationsOf(manifest).every((name) => known.has(name))) return
  throw new CommandError(
    `This backup was made by a later Casebook${manifest.release ? ` (${manifest.release})` : ''}, and this is ${release}: restore it with that one.`,
  )
}

async function refuseFilled({ owner }: CommandDatabase) {
  const filled = await withConnection(owner, async (client) => {
    const migrations = await listMigrations(client)
    return migrations.length === 0 ? undefined : findFilledTable(client, await listTables(client))
  })
  if (filled) throw new CommandError(`The database is not empty (${filled} has rows): restore into an empty one.`)
}

async function restoreTables({ owner, runtimeUser }: CommandDatabase, folder: string, manifest: Manifest) {
  const wanted = migrationsOf(manifest)
  await migrate(owner, runtimeUser, { upTo: wanted.at(-1) })
  await withConnection(owner, (client) =>
    inTransaction(client, async () => {
      const migrations = await listMigrations(client)
      if (migrations.length !== wanted.length) {
        throw new CommandError(
          'The database is of a later version than the backup: restore into one without any tables.',
        )
      }
      const tables = await listTables(client)
      await makeRoomForHistory(client, manifest.history.last)
      await withoutTriggers(client, tables, async () => {
        for (const { name } of tables) {
          const part = manifest.tables.find((candidate) => candidate.name === name)
          if (part) await pipeline(createReadStream(join(folder, tablePath(name))), copyIn(client, part))
        }
      })
      await setSequences(client)
      const differences = await compareTables(client, manifest, tables)
      if (differences.length > 0) throw new Error(`Nothing was restored: ${differences.join('; ')}`)
    }),
  )
}

/** A file that an interrupted restore already stored is kept. Throws if the store holds anything else. */
async function restoreObjects(store: ObjectStore, folder: string) {
  const objects = await readObjectList(folder)
  const expected = new Set(objects.map(({ objectName }) => objectName))
  for await (const { objectName } of store.list()) {
    if (!expected.has(objectName)) {
      throw new CommandError(
        `The store is not empty (${objectName} is of no concern to this backup): restore into an empty one.`,
      )
    }
  }
  await eachAtOnce(4, objects, async ({ objectName, sha256 }) => {
    const path = join(folder, objectPath(objectName))
    if (!(await store.head(objectName))) await store.write(objectName, createReadStream(path), (await stat(path)).size)
    const { sha256: stored } = await measure(await store.read(objectName))
    if (stored !== sha256)
      throw new CommandError(`The store holds other bytes under ${objectName}: restore into an empty one.`)
  })
}
