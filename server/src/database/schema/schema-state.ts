import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { compareReleases, release } from '../../config/release.ts'
import { commandLine } from '../../mistakes/command-line.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import { runtimeRole } from '../connect.ts'

type RanMigration = { name: string; sha256: string; oldestRelease: string }

/** The applied migrations according to the database. Empty if there is no table of them yet. */
export async function readRanMigrations(client: pg.ClientBase): Promise<RanMigration[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migration') is not null as there`,
  )
  if (!found[0]?.there) return []
  const { rows } = await client.query<RanMigration>(
    `select name, sha256, oldest_release as "oldestRelease" from public.schema_migration order by name collate "C"`,
  )
  return rows
}

/**
 * The migrations in `files` that have not run yet. Unknown applied migrations belong to a newer release and are
 * accepted as long as they support this release. Throws a Mistake if an applied migration differs from its file, or if
 * the schema no longer supports this release.
 */
export function pendingMigrations(
  ran: readonly RanMigration[],
  files: readonly MigrationFile[],
  thisRelease = release,
): MigrationFile[] {
  const oldest = ran
    .map(({ oldestRelease }) => oldestRelease)
    .sort(compareReleases)
    .at(-1)
  if (oldest && compareReleases(oldest, thisRelease) > 0) {
    throw new Mistake(
      'schema',
      `The database's schema needs Casebook ${oldest} or later, and this is ${thisRelease}: start a later release, or restore the backup made before the upgrade.`,
    )
  }
  const byName = new Map(ran.map((migration) => [migration.name, migration]))
  const changed = files.find(({ name, sha256 }) => byName.has(name) && byName.get(name)?.sha256 !== sha256)
  if (changed) {
    throw new Mistake(
      'schema',
      `Migration ${changed.name} differs from the one that ran on this database: put back the file of the release, as it was published.`,
    )
  }
  return files.filter(({ name }) => !byName.has(name))
}

type Rights = { user: string; ownsTables: boolean; hasRole: boolean; isMember: boolean }

/** The rights of the current role: whether it may change the schema, or at least act as the runtime role. */
export async function readRights(client: pg.ClientBase): Promise<Rights> {
  const { rows } = await client.query<Rights>(
    `select current_user::text as "user", to_regrole($1) is not null as "hasRole",
      coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('public.site')),
        has_schema_privilege(current_user, 'public', 'create')) as "ownsTables",
      coalesce(pg_has_role(current_user, to_regrole($1), 'member'), false) as "isMember"`,
    [runtimeRole],
  )
  const [rights] = rows
  if (!rights) throw new Error('The database did not say what its role may do.')
  return rights
}

/** Why the current role, although it owns the tables, can't give the servers' role to `runtimeUser`. */
export async function whyNotGrantable(client: pg.ClientBase, runtimeUser: string): Promise<string | undefined> {
  const { rows } = await client.query<Record<'isThere' | 'isKnown' | 'isGiven' | 'mayMake' | 'mayGive', boolean>>(
    `select to_regrole($1) is not null as "isThere",
      exists (select from pg_roles where rolname = $2) as "isKnown",
      coalesce((select pg_has_role(oid, to_regrole($1), 'member') from pg_roles where rolname = $2), false) as "isGiven",
      rolsuper or rolcreaterole as "mayMake",
      rolsuper or (rolcreaterole and current_setting('server_version_num')::int < 160000)
        or coalesce(pg_has_role(current_user, to_regrole($1), 'member with admin option'), false) as "mayGive"
    from pg_roles where rolname = current_user`,
    [runtimeRole, runtimeUser],
  )
  const [role] = rows
  // A role that is not there cannot sign in either, which says more.
  if (!role?.isKnown || role.isGiven) return undefined
  if (!role.isThere)
    return role.mayMake
      ? undefined
      : `may not make the role ${runtimeRole}: "alter role … createrole" lets it, or an administrator makes the role`
  return role.mayGive ? undefined : `may not grant ${runtimeRole} to ${runtimeUser}: an administrator grants it`
}

const howToMigrate = `run "${commandLine('migrate')}" with DATABASE_OWNER_URL`

/**
 * Reads the schema's state with the runtime role's rights. Throws a Mistake that names the command to run if migrations
 * are missing.
 */
export async function requireSchema(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<void> {
  const { user, hasRole, isMember } = await readRights(client)
  if (!hasRole) {
    throw new Mistake(
      'schema',
      `The database has no tables of Casebook yet, and ${user} may not make them: ${howToMigrate}.`,
    )
  }
  if (!isMember) {
    throw new Mistake(
      'schema',
      `The role ${user} of DATABASE_URL may not act as ${runtimeRole}: ${howToMigrate} beside this DATABASE_URL, or grant ${runtimeRole} to ${user}.`,
    )
  }
  const [first, ...more] = pendingMigrations(await readRanMigrations(client), files)
  if (!first) return
  const missing = more.length === 0 ? first.name : `${first.name} and ${more.length} more`
  throw new Mistake('schema', `The database's schema is behind this release (${missing} did not run): ${howToMigrate}.`)
}

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
