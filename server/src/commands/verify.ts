import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { ObjectStore } from '../platform/object-store/object-store.ts'
import {
  type ListedObject,
  type Manifest,
  type Measured,
  measurePart,
  measuring,
  objectListName,
  objectPath,
  readManifest,
  readObjectList,
  tablePath,
} from './backup-folder.ts'
import { type Command, readFolder } from './command.ts'
import { withDatabase } from './command-database.ts'
import { openCommandStore } from './command-store.ts'
import { eachAtOnce } from './each-at-once.ts'
import { type Client, copyOut, inSnapshot, listTables, type Table, withConnection } from './tables.sql.ts'

const liveOption = '--live'

export const verify: Command = {
  usage: `DIR [${liveOption}]`,
  summary: `says whether a backup is whole; with ${liveOption} also whether database and store hold exactly that`,
  async run(args, context) {
    const folder = readFolder(
      args.filter((arg) => arg !== liveOption),
      `verify DIR [${liveOption}]`,
    )
    const { manifest, faults } = await checkBackup(folder)
    if (args.includes(liveOption) && faults.length === 0) {
      const store = await openCommandStore(context)
      faults.push(...(await compareStore(store, await readObjectList(folder))))
      await withDatabase(context, ({ owner }) =>
        withConnection(owner, (client) =>
          inSnapshot(client, async () => {
            faults.push(...(await compareTables(client, manifest, await listTables(client))))
          }),
        ),
      )
    }
    for (const fault of faults) context.say(fault)
    context.say(faults.length === 0 ? describe(manifest) : `${faults.length} faults.`)
    return faults.length === 0
  },
}

function describe({ madeAt, tables, history, objects }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `Whole: ${rows} rows of ${tables.length} tables, ${history.entries} history entries, ${objects.count} files, as of ${madeAt}.`
}

/** Reads every byte of a backup. Throws CommandError for a folder that is none or was interrupted. */
export async function checkBackup(folder: string): Promise<{ manifest: Manifest; faults: string[] }> {
  const manifest = await readManifest(folder)
  const faults: string[] = []
  for (const table of manifest.tables) {
    faults.push(...(await checkPart(folder, tablePath(table.name), table)))
  }
  const listFaults = await checkPart(folder, objectListName, manifest.objects)
  faults.push(...listFaults)
  if (listFaults.length === 0) {
    await eachAtOnce(4, await readObjectList(folder), async ({ objectName, sha256 }) => {
      faults.push(...(await checkPart(folder, objectPath(objectName), { sha256 })))
    })
  }
  return { manifest, faults }
}

async function checkPart(folder: string, path: string, expected: Pick<Measured, 'sha256'>): Promise<string[]> {
  const found = await measurePart(folder, path)
  if (!found) return [`${path} is missing`]
  return found.sha256 === expected.sha256 ? [] : [`${path} was changed since the backup was made`]
}

/** Whether the tables hold the rows of the backup, byte for byte and nothing more. */
export async function compareTables(client: Client, manifest: Manifest, tables: readonly Table[]): Promise<string[]> {
  const faults: string[] = []
  for (const part of manifest.tables) {
    const table = tables.find(({ name }) => name === part.name)
    if (!table) {
      faults.push(`table ${part.name} is missing`)
      continue
    }
    const rows = copyOut(client, { ...table, columns: part.columns })
    const { sha256 } = await measure(rows)
    if (rows.rowCount !== part.rows) faults.push(`table ${part.name} has ${rows.rowCount} rows instead of ${part.rows}`)
    else if (sha256 !== part.sha256) faults.push(`table ${part.name} has other values in its rows`)
  }
  return faults
}

async function compareStore(store: ObjectStore, objects: readonly ListedObject[]): Promise<string[]> {
  const faults: string[] = []
  await eachAtOnce(4, objects, async ({ objectName, sha256 }) => {
    if (!(await store.head(objectName))) faults.push(`file ${objectName} is missing in the store`)
    else if ((await measure(await store.read(objectName))).sha256 !== sha256)
      faults.push(`file ${objectName} has other bytes`)
  })
  return faults
}

export async function measure(source: Readable): Promise<Measured> {
  const { stream, measured } = measuring()
  await pipeline(source, stream, async (chunks) => {
    for await (const _ of chunks);
  })
  return measured()
}
