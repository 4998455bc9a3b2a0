import { bidsFiles } from '../bids/bids.ts'
import { chunked } from '../chunks.ts'
import type { Table } from '../columns/column.ts'
import { misfitsOf } from '../columns/form-table.ts'
import { Profiles } from '../columns/profile.ts'
import { exportedFiles, hasSnapshot } from '../columns/record-tables.ts'
import { type Tables, tablesOf } from '../columns/tables.ts'
import { csvOf } from '../csv/write-csv.ts'
import { dataPackage } from '../data-package/data-package.ts'
import { datasetJson } from '../dataset-json/dataset-json.ts'
import { dictionaryJson, dictionaryTable } from '../dictionary/dictionary-table.ts'
import type { FileFaults } from '../files/file-fault.ts'
import { namedSubjects, snapshotPath } from '../files/paths.ts'
import { loadPy } from '../loaders/load-py.ts'
import { loadR } from '../loaders/load-r.ts'
import { odmXml } from '../odm/odm.ts'
import { parquetOf } from '../parquet/parquet.ts'
import type { OpenStored } from '../recordings/exported-recordings.ts'
import { RecordingNotes } from '../recordings/recording-notes.ts'
import { type CrateFile, crateName, roCrate } from '../ro-crate/ro-crate.ts'
import type { ExportRows } from '../rows.ts'
import { segmentFiles } from '../segments/segments.ts'
import { plainData } from '../syntax/plain-data.ts'
import { sasProgram } from '../syntax/sas.ts'
import { spssSyntax } from '../syntax/spss.ts'
import { stataDoFile } from '../syntax/stata.ts'
import { labelled } from '../workbook/labelled.ts'
import { fitsWorkbook, workbook } from '../workbook/workbook.ts'
import { readmeText } from './readme.ts'

/** An entry made from the rows. The same rows give the same bytes. Text must be encoded as UTF-8. */
export type MadeEntry = {
  kind: 'made'
  path: string
  /** Its source, for the manifest. */
  from: string
  /** The id of the table that it contains. */
  tableId?: string
  write(): AsyncIterable<string | Uint8Array>
  /** What it says as text, if its bytes are compressed. */
  texts?(): AsyncIterable<string>
  /** What was wrong with the file that it was made from, once it is written. */
  fault?(): string | undefined
}

/** An uploaded file to copy from the object store. `sha256` is the one recorded at upload, or null. */
export type FileEntry = {
  kind: 'file'
  path: string
  from: string
  persistedObjectName: string
  size: number
  sha256: string | null
  /** Seconds to move the start of the file, if what identifies people is taken out of it. */
  shift?: number
}

export type ExportEntry = MadeEntry | FileEntry

/**
 * The entries of a bundle in order, except manifest.json, which comes last (`manifestText`). The list is a stream,
 * because it has an entry for each file and snapshot. The same rows give the same list, so a bundle can be continued
 * after its last finished entry. `faults` is filled while the files are written. problems.csv comes after them and
 * lists the faults. `written` is filled with each entry, too, for the one that describes the others. `open` reads uploaded
 * files, for what is made from recordings. `others` makes what this room knows nothing of.
 */
export async function* exportEntries(
  rows: ExportRows,
  faults: FileFaults = new Map(),
  written: readonly CrateFile[] = [],
  open?: OpenStored,
  others: (rows: ExportRows) => Iterable<MadeEntry> = () => [],
): AsyncGenerator<ExportEntry> {
  const notes = new RecordingNotes()
  const tables = tablesOf(rows, faults, notes, await misfitsOf(rows))
  const profiles = new Profiles()
  yield* tableEntries(rows, tables)
  yield* snapshotEntries(rows)
  if (rows.heading.files) yield* fileEntries(rows)
  if (rows.heading.bids) {
    for await (const { path, from, write, fault } of bidsFiles(rows, tables, notes, open))
      yield { ...made(path, from, write), ...(fault && { fault }) }
  }
  if (rows.heading.segments) {
    for await (const { path, from, write, ...more } of segmentFiles(rows, rows.heading.segments.seed, notes, open))
      yield { ...made(path, from, write), ...more }
  }
  yield* others(rows)
  for (const { table, lines } of rows.records ?? [])
    yield made(`records/${table}.jsonl`, 'export', async function* () {
      for await (const line of lines()) yield `${line}\n`
    })
  yield madeCsv(tables.problems)
  yield made('odm.xml', 'export', () => odmXml(rows, tables, profiles))
  for (const table of [...tables.records, ...tables.forms]) {
    const write = async function* () {
      yield* datasetJson(table, await profiles.of(table), rows.heading)
    }
    yield { ...made(`dataset-json/${table.name}.json`, table.from, write), tableId: table.tableId }
  }
  if (rows.heading.parquet) {
    for (const table of [...tables.records, ...(rows.heading.history ? [tables.history] : []), ...tables.forms])
      yield parquetEntry(table, profiles)
  }
  for (const table of [...tables.records, ...tables.forms]) yield* syntaxEntries(table, profiles)
  yield* workbookEntry(rows, tables, profiles)
  yield made('load.R', 'release', () => chunked([loadR]))
  yield made('load.py', 'release', () => chunked([loadPy]))
  const described = describedTables(rows, tables)
  yield made('datapackage.json', 'export', () => dataPackage(rows, described, profiles))
  yield made(crateName, 'export', () => roCrate(rows, described, () => written))
}

function parquetEntry(table: Table, profiles: Profiles): MadeEntry {
  const write = async function* () {
    yield* parquetOf(table, await profiles.of(table))
  }
  const entry = made(`${table.name}.parquet`, table.from, write)
  return { ...entry, tableId: table.tableId, texts: () => csvOf(table) }
}

/** The syntax with which SAS, SPSS and Stata read a table, and the data that they read. */
function* syntaxEntries(table: Table, profiles: Profiles): Generator<ExportEntry> {
  const programs = { sas: sasProgram, sps: spssSyntax, do: stataDoFile }
  const entry = (ending: string, write: MadeEntry['write']) => {
    return { ...made(`syntax/${table.tableId}.${ending}`, table.from, write), tableId: table.tableId }
  }
  yield entry('dat', () => plainData(table))
  for (const [ending, program] of Object.entries(programs)) {
    yield entry(ending, async function* () {
      yield program(table, await profiles.of(table))
    })
  }
}

/** The dictionary and the forms as one spreadsheet, if they fit. */
async function* workbookEntry(rows: ExportRows, all: Tables, profiles: Profiles): AsyncGenerator<ExportEntry> {
  const sheets = [dictionaryTable(describedTables(rows, all), rows.studies), ...all.forms.map(labelled)]
  if (await fitsWorkbook(sheets, profiles))
    yield made('study.xlsx', 'export', () =>
      workbook(sheets, { isSearchable: rows.heading.deidentified !== undefined }),
    )
}

function* tableEntries(rows: ExportRows, tables: Tables) {
  const described = describedTables(rows, tables)
  yield made('README.txt', 'export', () => chunked(readmeText(rows, tables)))
  yield made('dictionary.csv', 'export', () => csvOf(dictionaryTable(described, rows.studies)))
  yield made('dictionary.json', 'export', () => chunked(dictionaryJson(described, rows.studies)))
  for (const table of described) if (table !== tables.problems) yield madeCsv(table)
}

/** The tables that become CSV files, in order. */
function describedTables({ heading }: ExportRows, { records, forms, history, problems }: Tables): Table[] {
  return [...records, ...(heading.history ? [history] : []), problems, ...forms]
}

async function* snapshotEntries(rows: ExportRows): AsyncGenerator<ExportEntry> {
  for await (const { subject, folder } of namedSubjects(rows)) {
    const { snapshot, subjectid, version } = subject
    if (!hasSnapshot(subject) || snapshot === null) continue
    yield made(snapshotPath(folder), `subject ${subjectid} version ${version}`, () => chunked([snapshot]))
  }
}

async function* fileEntries(rows: ExportRows): AsyncGenerator<ExportEntry> {
  for await (const { table, row, id, path } of exportedFiles(rows)) {
    if (path === null || row.size === null) continue
    const { stored, size, sha256 } = row
    const persistedObjectName = stored?.objectName ?? row.persistedObjectName
    yield {
      ...{ kind: 'file', path, from: `${table} ${id}`, persistedObjectName, size, sha256 },
      ...(stored && { shift: stored.shift }),
    }
  }
}

function madeCsv(table: Table): MadeEntry {
  return { ...made(`${table.name}.csv`, table.from, () => csvOf(table)), tableId: table.tableId }
}

function made(path: string, from: string, write: MadeEntry['write']): MadeEntry {
  return { kind: 'made', path, from, write }
}
