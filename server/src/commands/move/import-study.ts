import { resolve } from 'node:path'
import { jsonOf, objectOf } from '@casebook/domain/exports/definitions/read-fields.ts'
import { proveScope, type Scope } from '../../access/scope.ts'
import { readsOf, type SiteData, seal } from '../../access/site-data.ts'
import { connect } from '../../database/connect.ts'
import type { Connection } from '../../database/connections/shared-connections.ts'
import { recordTables } from '../../exports/records/record-rows.sql.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { allowOccurrence } from '../../writes/occurrences.sql.ts'
import { gatherStatistics } from '../../writes/statistics.ts'
import { write } from '../../writes/write.ts'
import { type Command, CommandError, countOf } from '../command/command.ts'
import { openCommandStore, type WithDatabase, type WithStore, withDatabase } from '../command/command-database.ts'
import { readOptions, shellActor } from '../command/command-people.ts'
import { withConnection } from '../contents/tables.sql.ts'
import { type BundleFile, listChangedEntries, openBundle } from './bundle-file.ts'
import { attachHistory, copyFiles } from './moved-files.ts'
import {
  addHiddenStudy,
  addRows,
  countEqualRows,
  countRows,
  findStudyHere,
  hasSite,
  listSiteDevices,
  type Place,
  readTypeVersion,
  replaceWorn,
  type StoredTable,
  setTypeState,
  showStudy,
} from './study-rows.sql.ts'

const usage = 'import-study --site S --from FILE.zip'

/** Rows in one transaction. */
const atOnce = 500
/** Nobody waits for an answer, and a busy database is slow. */
const moveTimeouts = { statementSeconds: 600, lockSeconds: 60 }

export const importStudy: Command = {
  usage: usage.slice('import-study '.length),
  summary: 'moves a study here from the ZIP of its whole export; may be repeated after an interruption',
  async run(args, context: WithDatabase & WithStore) {
    const { site: siteid, from } = readOptions(args, ['site', 'from'], usage)
    if (!siteid || !from) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
    const bundle = await openBundle(resolve(process.env.INIT_CWD ?? process.cwd(), from))
    try {
      await refuseUnfit(bundle)
      const store = await openCommandStore(context)
      return await withDatabase(context, async ({ owner }) => {
        const { db, close } = connect(owner, {
          size: 2,
          timeouts: moveTimeouts,
          onError: (err) => context.log.warn({ err }, 'the database connection was lost'),
        })
        try {
          return await move({ db: seal(db), owner, store, bundle, siteid, say: context.say })
        } finally {
          await close()
        }
      })
    } finally {
      bundle.close()
    }
  },
}

async function refuseUnfit(bundle: BundleFile): Promise<void> {
  const paths = new Set(bundle.entries.map(({ path }) => path))
  if (!recordTables.every((table) => paths.has(entryOf(table))))
    throw new CommandError(
      'This export does not hold all of a study: make one of the whole study, with files, history and deleted subjects, by this release or a later one.',
    )
  const faults = await listChangedEntries(bundle)
  if (faults.length > 0) throw new CommandError(`Nothing was moved: ${faults.join('; ')}.`)
}

const entryOf = (table: (typeof recordTables)[number]) => `records/${table}.jsonl`

type Move = {
  db: SiteData
  owner: Connection
  store: ObjectStore
  bundle: BundleFile
  siteid: string
  say: (line: string) => void
}

async function move({ db, owner, store, bundle, siteid, say }: Move): Promise<boolean> {
  const scope = proveScope(shellActor('import-study'), 'all')
  const { studyid } = bundle
  await refuseTarget(db, scope, bundle, siteid)
  const place: Place = { siteid, studyid, devices: await ownDevices(db, scope, bundle, siteid) }
  const reason = `Moved from another installation, as of ${bundle.at}`

  const [study] = await firstLines(bundle, 'study')
  if (!study) throw new CommandError('The export has no study.')
  await write(db, scope, reason, (tx) => addHiddenStudy(tx, place, study))
  const files = await copyFiles(bundle, store)
  for (const table of storedTables) {
    if (table === 'study' || table === 'worn') continue
    if (table === 'form_type') await replayFormTypes(db, scope, place, bundle)
    for await (const lines of bundle.batches(entryOf(table), atOnce)) {
      const missing = withoutOwn(place, table, lines)
      if (missing.length > 0)
        await write(db, scope, reason, async (tx) => {
          for (const line of missing.filter(isFurther).slice(0, 1)) await allowOccurrence(tx, occurrenceOf(line))
          await addRows(tx, place, table, missing)
        })
    }
  }
  await withConnection(owner, (client) => replaceWorn(client, place, bundle.batches(entryOf('worn'), atOnce)))
  const kept = await attachHistory({ db, scope, store, bundle, place, reason })
  await gatherStatistics(db)

  const { faults, rows } = await compare(db, scope, bundle, place, kept)
  for (const fault of [...files.faults, ...faults]) say(fault)
  if (faults.length > 0) {
    say('The study is here, but hidden, because it is not what the export holds. Nothing was removed from the export.')
    return false
  }
  await write(db, scope, reason, (tx) => showStudy(tx, place))
  say(
    `Moved, and every row and file compared: ${countOf(rows, 'row')} of ${storedTables.length} tables, ${countOf(files.count, 'file')}. The history before is among the documents of the study.`,
  )
  return files.faults.length === 0
}

const storedTables = recordTables.filter((table): table is StoredTable => table !== 'form_type_state')

async function refuseTarget(db: SiteData, scope: Scope, { studyid }: BundleFile, siteid: string): Promise<void> {
  const reader = readsOf(db, scope)
  if (!(await hasSite(reader, scope, siteid))) throw new CommandError(`There is no site ${siteid}: add it first.`)
  const here = await findStudyHere(reader, scope, studyid)
  if (!here || (here.siteid === siteid && here.isHidden && here.isByCommand)) return
  throw new CommandError(`This study is here already, at the site ${here.siteid}.`)
}

/** The devices that the site has itself, of which the study keeps using the site's. */
async function ownDevices(
  db: SiteData,
  scope: Scope,
  bundle: BundleFile,
  siteid: string,
): Promise<Map<string, string>> {
  const there = new Map((await listSiteDevices(readsOf(db, scope), scope, siteid)).map((one) => [one.deviceid, one]))
  const own = new Map<string, string>()
  const others: string[] = []
  for await (const lines of bundle.batches(entryOf('device'), atOnce)) {
    for (const { deviceuid, deviceid, hw_id, removed_at } of lines.map(deviceOf)) {
      const one = removed_at ? undefined : there.get(deviceid)
      if (!one || one.deviceuid === deviceuid) continue
      if (one.hw_id !== hw_id) others.push(deviceid)
      own.set(deviceuid, one.deviceuid)
    }
  }
  if (others.length > 0)
    throw new CommandError(
      `The site has other devices of these names, by their hardware ids: ${others.join(', ')}. Rename them, then repeat the command.`,
    )
  return own
}

function deviceOf(line: string) {
  const { deviceuid, deviceid, hw_id, removed_at } = objectOf(jsonOf(line)) ?? {}
  return { deviceuid: String(deviceuid), deviceid: String(deviceid), hw_id: hw_id ?? null, removed_at }
}

/** The rows that move: all but the devices in whose place the site has its own. */
function withoutOwn({ devices }: Place, table: StoredTable, lines: string[]): string[] {
  return table === 'device' ? lines.filter((line) => !devices.has(deviceOf(line).deviceuid)) : lines
}

function occurrenceOf(line: string) {
  const { visitid, occurrence } = objectOf(jsonOf(line)) ?? {}
  return { visitid: String(visitid ?? ''), occurrence: Number(occurrence ?? 1) }
}

/** Whether a row is recorded a second time, or in a visit. */
function isFurther(line: string): boolean {
  const { visitid, occurrence } = occurrenceOf(line)
  return visitid !== '' || occurrence > 1
}

async function firstLines(bundle: BundleFile, table: (typeof recordTables)[number]): Promise<string[]> {
  for await (const lines of bundle.batches(entryOf(table), atOnce)) return lines
  return []
}

/** Makes each form type what it was, version after version, because versions are known from the history. */
async function replayFormTypes(db: SiteData, scope: Scope, place: Place, bundle: BundleFile): Promise<void> {
  for await (const lines of bundle.batches(entryOf('form_type_state'), 20)) {
    for (const line of lines) {
      const { row, at, by } = objectOf(jsonOf(line)) ?? {}
      const state = objectOf(row) ?? {}
      const formtypeid = String(state.formtypeid)
      const stored = await readTypeVersion(readsOf(db, scope), scope, place, formtypeid)
      if (stored >= Number(state.version)) continue
      const text = JSON.stringify(row)
      await write(db, scope, `Moved from another installation: as of ${at}, by ${by}`, async (tx) => {
        if (stored === 0) await addRows(tx, place, 'form_type', [text])
        else await setTypeState(tx, place, formtypeid, text)
      })
    }
  }
}

/** Compares every row of the bundle with what is stored, and their numbers. `kept`: how many rows of each table are not in the bundle. */
async function compare(
  db: SiteData,
  scope: Scope,
  bundle: BundleFile,
  place: Place,
  kept: Readonly<Record<string, number>>,
) {
  const reader = readsOf(db, scope)
  const faults: string[] = []
  let rows = 0
  for (const table of storedTables) {
    let listed = 0
    let equal = 0
    for await (const lines of bundle.batches(entryOf(table), atOnce)) {
      const moved = withoutOwn(place, table, lines)
      listed += moved.length
      if (moved.length > 0) equal += await countEqualRows(reader, scope, place, table, moved)
    }
    if (equal < listed) faults.push(`table ${table}: ${listed - equal} of ${listed} rows are missing or differ`)
    const added = kept[table] ?? 0
    const stored = table === 'device' ? listed : await countRows(reader, scope, place, table)
    if (stored !== listed + added) faults.push(`table ${table} has ${stored - added} rows instead of ${listed}`)
    rows += equal
  }
  return { faults, rows }
}
