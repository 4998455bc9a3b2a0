import { chunked } from '../chunks.ts'
import type { Table } from '../columns/column.ts'
import type { ExportRows } from '../rows.ts'

/** The name of the file, which describes itself and the others. */
export const crateName = 'ro-crate-metadata.json'

/** A file of the bundle: its path, bytes and SHA-256, and the table that it contains. */
export type CrateFile = { path: string; size: number; sha256: string; table_id?: string }

/**
 * `ro-crate-metadata.json`: the bundle as an RO-Crate 1.1, with its site, studies and software, every file that was written
 * before it, and the columns of the CSV files.
 */
export function roCrate(
  rows: ExportRows,
  tables: readonly Table[],
  files: () => Iterable<CrateFile>,
): AsyncGenerator<string> {
  return chunked(pieces(rows, tables, files))
}

function* pieces(rows: ExportRows, tables: readonly Table[], files: () => Iterable<CrateFile>): Generator<string> {
  const all = [...files()]
  const byPath = new Map(tables.map((table) => [`${table.name}.csv`, table]))
  yield `{"@context": ${JSON.stringify(['https://w3id.org/ro/crate/1.1/context', ownTerms])},\n"@graph": [`
  let separator = '\n'
  for (const entity of entities(rows, all, byPath)) {
    yield separator + JSON.stringify(entity)
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** What the context of RO-Crate 1.1 lacks: without it, the term would mean nothing. */
const ownTerms = { sha256: 'http://schema.org/sha256' }

function* entities(rows: ExportRows, files: readonly CrateFile[], tables: ReadonlyMap<string, Table>) {
  const { heading, sites, studies } = rows
  const { at, release, siteid, studyid } = heading
  const site = sites.find((own) => own.siteid === siteid)
  const [study] = studyid === undefined ? [] : studies
  yield {
    '@id': crateName,
    '@type': 'CreativeWork',
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
    about: { '@id': './' },
  }
  yield {
    '@id': './',
    '@type': 'Dataset',
    name: study?.name ?? site?.name ?? siteid,
    description: `Export of ${studyid ? 'a study' : 'a site'}, as its records were at ${at}.`,
    datePublished: at,
    license: { '@id': '#license' },
    author: { '@id': '#site' },
    publisher: { '@id': '#site' },
    ...listed('about', studies, ({ studyid: own }) => studyRef(own)),
    ...listed('hasPart', files, ({ path }) => idOf(path)),
  }
  yield {
    '@id': '#license',
    '@type': 'CreativeWork',
    name: 'No license',
    description:
      'The data are confidential. Nobody is permitted to use them but by an agreement with the organization.',
  }
  yield { '@id': '#site', '@type': 'Organization', name: site?.name ?? siteid, identifier: siteid }
  for (const own of studies) {
    const { name, identifier, status } = own
    const known = identifier === null ? own.studyid : [own.studyid, identifier]
    yield { '@id': studyRef(own.studyid), '@type': 'ResearchProject', name, identifier: known, status }
  }
  yield { '@id': '#casebook', '@type': 'SoftwareApplication', name: 'Casebook', softwareVersion: release }
  yield {
    '@id': '#export',
    '@type': 'CreateAction',
    name: 'Export',
    endTime: at,
    instrument: { '@id': '#casebook' },
    result: { '@id': './' },
  }
  for (const file of files) {
    const table = tables.get(file.path)
    yield {
      '@id': idOf(file.path),
      '@type': 'File',
      name: table?.label ?? file.path,
      contentSize: String(file.size),
      sha256: file.sha256,
      encodingFormat: formatOf(file.path),
      ...(file.table_id && { identifier: file.table_id }),
      ...(table && listed('variableMeasured', table.columns, ({ columnId }) => columnRef(table, columnId))),
    }
  }
  for (const { path } of files) {
    const table = tables.get(path)
    if (!table) continue
    for (const { columnId, name, label, unit } of table.columns) {
      const known = { name, alternateName: columnId, description: label, ...(unit !== null && { unitText: unit }) }
      yield { '@id': columnRef(table, columnId), '@type': 'PropertyValue', ...known }
    }
  }
}

/** A property that refers to others. JSON-LD in compacted form has no list of one, and RO-Crate no empty one. */
function listed<Item>(property: string, items: readonly Item[], idOf: (item: Item) => string) {
  const references = items.map((item) => ({ '@id': idOf(item) }))
  return references.length === 0 ? {} : { [property]: references.length === 1 ? references[0] : references }
}

const formats: Record<string, string> = {
  csv: 'text/csv',
  dat: 'text/csv',
  gz: 'application/gzip',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
  // Programs are texts.
  ...Object.fromEntries(['do', 'md', 'py', 'r', 'sas', 'sps', 'txt'].map((ending) => [ending, 'text/plain'])),
}

function formatOf(path: string): string {
  return formats[/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
}

/** A path in the bundle as a relative IRI, which keeps letters outside of ASCII. */
function idOf(path: string): string {
  return path.replace(/[^/\p{L}\p{M}\p{N}]+/gu, encodeURIComponent)
}

const studyRef = (studyid: string) => `#study-${encodeURIComponent(studyid)}`
const columnRef = ({ tableId }: Table, columnId: string) => `#column-${tableId}-${columnId}`
