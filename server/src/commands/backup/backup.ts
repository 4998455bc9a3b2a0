import { release } from '../../config/release.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { type Command, countOf, readFolder } from '../command/command.ts'
import {
  openCommandStore,
  recorded,
  type WithDatabase,
  type WithStore,
  withDatabase,
} from '../command/command-database.ts'
import {
  type ListedObject,
  type Manifest,
  makeBackupFolder,
  objectList,
  objectListName,
  objectPath,
  type TablePart,
  tablePath,
  writeManifest,
  writePart,
} from '../contents/backup-folder.ts'
import { eachAtOnce } from '../contents/each-at-once.ts'
import { checkHistory } from '../contents/history.sql.ts'
import {
  type Client,
  copyOut,
  inSnapshot,
  listFileRows,
  listMigrations,
  listTables,
  readServerVersion,
  withConnection,
} from '../contents/tables.sql.ts'

export const backup: Command = {
  usage: 'DIR',
  summary: 'copies database and files, as they are at one moment, while the server runs',
  async run(args, context: WithDatabase & WithStore) {
    const folder = readFolder(args, 'backup DIR')
    const store = await openCommandStore(context)
    await makeBackupFolder(folder)
    return recorded(context, 'backup', () =>
      withDatabase(context, ({ owner }) =>
        withConnection(owner, (client) =>
          inSnapshot(client, async () => {
            const manifest = await copyAll(client, store, folder)
            await writeManifest(folder, manifest)
            return report(manifest, context.say)
          }),
        ),
      ),
    )
  },
}

async function copyAll(client: Client, store: ObjectStore, folder: string): Promise<Manifest> {
  // The first statement fixes the snapshot that everything is read from.
  const migrations = await listMigrations(client)
  const madeAt = new Date().toISOString()
  const postgres = await readServerVersion(client)
  const tables: TablePart[] = []
  for (const table of await listTables(client)) {
    const { rows, count } = copyOut(client, table)
    const measured = await writePart(folder, tablePath(table.name), rows)
    tables.push({ name: table.name, columns: table.columns, rows: await count(), ...measured })
  }
  const { entries, last, faults } = await checkHistory(client)
  const objects = await copyObjects(client, store, folder)
  return {
    format: 'casebook-backup 1',
    madeAt,
    release,
    postgres,
    migrations,
    tables,
    history: { entries, last, faults: faults.length },
    objects,
  }
}

/** Objects are never replaced, so they still match the rows of the snapshot. */
async function copyObjects(client: Client, store: ObjectStore, folder: string): Promise<Manifest['objects']> {
  const found = new Map<string, ListedObject & { bytes: number }>()
  const missing: string[] = []
  const rows = await listFileRows(client)
  await eachAtOnce(4, rows, async ({ object_name, status }) => {
    if (!(await store.head(object_name))) {
      if (status === 'UPLOADED') missing.push(object_name)
      return
    }
    const measured = await writePart(folder, objectPath(object_name), await store.read(object_name))
    found.set(object_name, { objectName: object_name, ...measured })
  })
  const copied = rows.flatMap(({ object_name }) => found.get(object_name) ?? [])
  const list = await writePart(folder, objectListName, objectList(copied))
  const totalBytes = copied.reduce((sum, { bytes }) => sum + bytes, 0)
  return { ...list, count: copied.length, totalBytes, missing: missing.sort() }
}

function report({ tables, objects, history }: Manifest, say: (line: string) => void): boolean {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`${rows} rows of ${tables.length} tables, ${objects.count} files with ${objects.totalBytes} bytes.`)
  for (const objectName of objects.missing) say(`Missing in the store: ${objectName}`)
  if (history.faults > 0) say(`The history has ${countOf(history.faults, 'fault')}: see verify-history.`)
  const isComplete = objects.missing.length === 0 && history.faults === 0
  say(isComplete ? 'The backup is complete.' : 'The backup is written, with the faults named above.')
  return isComplete
}
