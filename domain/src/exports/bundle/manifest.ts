import type { ExportHeading } from '../heading.ts'

export type ManifestEntry = {
  path: string
  /** Bytes. */
  size: number
  /** Of the bytes in the bundle, lowercase hex. */
  sha256: string
  /** The source of the entry. */
  from: string
  /** The id of the table that it contains, which never changes. */
  table_id?: string
  /** The size and the SHA-256 recorded at upload, if those in the bundle differ. */
  expected_size?: number
  expected_sha256?: string
}

/** The text of `manifest.json`, the last entry of a bundle, which lists all others in order. */
export function* manifestText(heading: ExportHeading, entries: Iterable<ManifestEntry>): Generator<string> {
  const { at, release, deletedSubjects, deidentified, ...scope } = heading
  const head = JSON.stringify({ at, release, scope, deleted_subjects: deletedSubjects, deidentified }, null, 1)
  yield `${head.slice(0, head.lastIndexOf('\n}'))},\n "entries": [`
  let first = true
  for (const { path, size, sha256, from, table_id, expected_size, expected_sha256 } of entries) {
    const shown = { path, size, sha256, from, table_id, expected_size, expected_sha256 }
    yield `${first ? '' : ','}\n  ${JSON.stringify(shown)}`
    first = false
  }
  yield '\n ]\n}\n'
}
