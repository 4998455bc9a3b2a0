import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export type MigrationFile = {
  name: string
  text: string
  /** Hash of the text with the repository's line endings, in lowercase hex. */
  sha256: string
  /** The oldest release whose servers can run on the schema after this migration. */
  oldestRelease: string
}

const folder = new URL('../migrations/', import.meta.url)

/** A line in a migration that the previous release's servers can't run with. */
const oldestReleaseLine = /^-- oldest-release: (\d+\.\d+\.\d+)$/m
const firstRelease = '0.1.0'

export function migrationOf(name: string, text: string): MigrationFile {
  const plain = text.replaceAll('\r\n', '\n')
  return {
    name,
    text: plain,
    sha256: createHash('sha256').update(plain).digest('hex'),
    oldestRelease: oldestReleaseLine.exec(plain)?.[1] ?? firstRelease,
  }
}

/** The migrations of this release, in order. */
export async function readMigrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => migrationOf(name.replace(/\.sql$/, ''), await readFile(new URL(name, folder), 'utf8'))),
  )
}
