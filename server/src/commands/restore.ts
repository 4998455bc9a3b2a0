import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { listKnownMigrations, migrate } from '../database/migrate.ts'
import type { ObjectStore } from '../platform/object-store/object-store.ts'
import { type Manifest, objectPath, readObjectList, tablePath } from './backup-folder.ts'
import { type Command, CommandError, readFolder } from './command.ts'
import { type CommandDatabase, withDatabase } from './command-database.ts'
import { openCommandStore } from './command-store.ts'
import { eachAtOnce } from './each-at-once.ts'
import {
  copyIn,
  findFilledTable,
  inTransaction,
  listMigrations,
  listTables,
  setSequences,
  withConnection,
  withoutTriggers,
} from './tables.sql.ts'
import { checkBackup, compareTables, measure } from './verify.ts'

export const restore: Command = {
  usage: 'DIR',
  summary: 'puts a backup into an empty database and an empty store; may be repeated after an interruption',
  async run(args, context) {
    const folder = readFolder(args, 'restore DIR')
    const { manifest, faults } = await checkBackup(folder)
    if (faults.length > 0) {
      for (const fault of faults) context.say(fault)
      throw new CommandError('This backup is not whole, and nothing was restored.')
    }
    await refuseNewer(manifest)
    await withDatabase(context, async (database) => {
      if (database.isServed) throw new CommandError('The server runs: stop it, then restore.')
      await refuseFilled(database)
      await restoreObjects(await openCommandStore(context), folder)
      await restoreTables(database, folder, manifest)
      // A backup of an earlier version becomes one of this version.
      await migrate(database.owner, database.runtimeUser)
      // Without statistics the database would read some lists in a way that suits a handful of rows.
      await withConnection(database.owner, (client) => client.query('analyze'))
    })
    context.say(`Restored, and every row and file compared: the state of ${manifest.madeAt}.`)
    return true
  },
}

async function refuseNewer({ migrations }: Manifest) {
  const known = await listKnownMigrations()
  if (migrations.some((name, place) => known[place] !== name)) {
    throw new CommandError('This backup was made by a newer Casebook: restore it with that one.')
  }
}

async function refuseFilled({ owner }: CommandDatabase) {
  const filled = await withConnection(owner, async (client) => {
    const migrations = await listMigrations(client)
    return migrations.length === 0 ? undefined : findFilledTable(client, await listTables(client))
  })
  if (filled) throw new CommandError(`The database is not empty (${filled} has rows): restore into an empty one.`)
}

async function restoreTables({ owner, runtimeUser }: CommandDatabase, folder: string, manifest: Manifest) {
  await migrate(owner, runtimeUser, manifest.migrations.at(-1))
  await withConnection(owner, (client) =>
    inTransaction(client, async () => {
      const migrations = await listMigrations(client)
      if (migrations.length !== manifest.migrations.length) {
        throw new CommandError(
          'The database is of a later version than the backup: restore into one without any tables.',
        )
      }
      const tables = await listTables(client)
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

/** A file that an interrupted restore has put in place already is left there. Throws where the store holds anything else. */
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
