import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
  listFiles,
  type Manifest,
  type Measured,
  manifestName,
  measurePart,
  measuring,
  objectListName,
  objectPath,
  readManifest,
  readObjectList,
  tablePath,
} from '../contents/backup-folder.ts'
import { eachAtOnce } from '../contents/each-at-once.ts'
import { type Client, copyOut, inSnapshot, listTables, type Table, withConnection } from '../contents/tables.sql.ts'

const liveOption = '--live'
const recordOption = '--record'

export const verify: Command = {
  usage: `DIR [${liveOption}] [${recordOption}]`,
  summary: `says whether a backup is whole; with ${liveOption} also whether database and store hold exactly that; with ${recordOption} the outcome is kept in the database for the metrics`,
  async run(args, context: WithDatabase & WithStore) {
    const folder = readFolder(
      args.filter((arg) => arg !== liveOption && arg !== recordOption),
      `verify ${verify.usage}`,
    )
    const work = () => verifyBackup(folder, context, args.includes(liveOption))
    return args.includes(recordOption) ? recorded(context, 'verify', work) : work()
  },
}

async function verifyBackup(folder: string, context: WithDatabase & WithStore, isLive: boolean): Promise<boolean> {
  const { manifest, faults, strays } = await checkBackup(folder)
  if (isLive && faults.length === 0) {
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
  const all = [...faults, ...strays]
  for (const fault of all) context.say(fault)
  context.say(all.length === 0 ? describe(manifest) : `${countOf(all.length, 'fault')}.`)
  return all.length === 0
}

function describe({ madeAt, release = '0.1.0', tables, history, objects }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `Whole: ${rows} rows of ${tables.length} tables, ${history.entries} history entries, ${objects.count} files, as of ${madeAt}, made by Casebook ${release}.`
}

type CheckedBackup = {
  manifest: Manifest
  /** Missing or changed: the backup can't be restored. */
  faults: string[]
  /** Files that the backup does not list. They don't prevent a restore, but someone added them. */
  strays: string[]
}

/** Reads every byte of a backup. Throws CommandError for a folder that is not a complete backup. */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const manifest = await readManifest(folder)
  const faults: string[] = []
  const known = new Set([manifestName, objectListName, ...manifest.tables.map(({ name }) => tablePath(name))])
  for (const table of manifest.tables) {
    faults.push(...(await checkPart(folder, tablePath(table.name), table)))
  }
  const listFaults = await checkPart(folder, objectListName, manifest.objects)
  faults.push(...listFaults)
  if (listFaults.length > 0) return { manifest, faults, strays: [] }
  await eachAtOnce(4, await readObjectList(folder), async ({ objectName, sha256 }) => {
    known.add(objectPath(objectName))
    faults.push(...(await checkPart(folder, objectPath(objectName), { sha256 })))
  })
  const strays = (await listFiles(folder)).filter((path) => !known.has(path))
  return { manifest, faults, strays: strays.map((path) => `${path} is not part of the backup: it was added later`) }
}

async function checkPart(folder: string, path: string, expected: Pick<Measured, 'sha256'>): Promise<string[]> {
  const found = await measurePart(folder, path)
  if (!found) return [`${path} is missing`]
  return found.sha256 === expected.sha256 ? [] : [`${path} was changed since the backup was made`]
}

/** Whether the tables hold exactly the rows of the backup, byte for byte. */
export async function compareTables(
  client: Client,
  manifest: Pick<Manifest, 'tables'>,
  tables: readonly Table[],
): Promise<string[]> {
  const faults: string[] = []
  for (const part of manifest.tables) {
    const table = tables.find(({ name }) => name === part.name)
    if (!table) {
      faults.push(`table ${part.name} is missing`)
      continue
    }
    const { rows, count } = copyOut(client, { ...table, columns: part.columns })
    const { sha256 } = await measure(rows)
    // The same bytes are the same rows. Earlier releases could record 0 as their number.
    if (sha256 === part.sha256) continue
    const counted = await count()
    const differs = counted === part.rows ? 'other values in its rows' : `${counted} rows instead of ${part.rows}`
    faults.push(`table ${part.name} has ${differs}`)
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
