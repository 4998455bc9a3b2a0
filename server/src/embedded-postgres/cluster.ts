import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DatabaseStartError, isAlive, runProgram, workingFolderOf } from './program.ts'

export const superuser = 'postgres'
export const ownerRole = 'casebook'
export const runtimeLogin = 'casebook_runtime'
export const databaseName = 'casebook'

const firstStatements = `
CREATE ROLE ${ownerRole} LOGIN;

CREATE ROLE ${runtimeLogin} LOGIN;

GRANT ${runtimeLogin} TO ${ownerRole} WITH ADMIN OPTION;

CREATE DATABASE ${databaseName} OWNER ${ownerRole};

REVOKE ALL ON DATABASE ${databaseName} FROM PUBLIC;

GRANT CONNECT ON DATABASE ${databaseName} TO ${runtimeLogin};

`

type ClusterSettings = { binaries: Binaries; account: Account; durable: boolean }

/**
 * Makes sure that the cluster exists and can be opened by these programs. A new cluster is created under a temporary
 * name and renamed only when it is complete, including roles and database.
 */
export async function prepareCluster(cluster: string, making: ClusterSettings) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch((error) => {
    if (error.code === 'EACCES') throw belongsToAnother(cluster)
    return undefined
  })
  if (version === undefined) return makeCluster(cluster, making)
  if (version.trim() !== making.binaries.major) {
    throw new DatabaseStartError(
      `${cluster} was made by PostgreSQL ${version.trim()}, and this Casebook brings PostgreSQL ${making.binaries.major}, ` +
        `which can't open it: make a backup with the Casebook that made it and restore it into an empty DATA_DIR.`,
    )
  }
  const { uid } = await stat(cluster)
  if (uid !== (making.account?.uid ?? process.getuid?.())) throw belongsToAnother(cluster)
}

function belongsToAnother(cluster: string) {
  return new DatabaseStartError(
    `${cluster} belongs to another user: start Casebook as the user who started it first, or give it another DATA_DIR.`,
  )
}

async function makeCluster(cluster: string, { binaries, account, durable }: ClusterSettings) {
  await mkdir(dirname(cluster), { recursive: true, mode: 0o700 })
  await removeUnfinished(cluster)
  const folder = `${cluster}.new-${process.pid}`
  await mkdir(folder, { mode: 0o700 })
  try {
    if (account) await chown(folder, account.uid, account.gid)
    const inside = workingFolderOf(folder)
    const sync = durable ? [] : ['--no-sync']
    await runProgram(join(binaries.bin, 'initdb'), ['-D', inside, ...choices, ...sync], { folder, account })
    const alone = ['--single', '-j', '-D', inside, '-c', `fsync=${durable ? 'on' : 'off'}`, superuser]
    await runProgram(join(binaries.bin, 'postgres'), alone, { folder, account, input: firstStatements })
    await rename(folder, cluster)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  if (durable) await syncFolder(dirname(cluster))
}

/**
 * Text is sorted by code point, the same on every machine and in every version. The socket's folder controls who may
 * connect.
 */
const choices = [
  ...['-U', superuser, '-E', 'UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ...['--data-checksums', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
]

/** Left behind when a start was killed while creating the cluster. In a container, each start has the same process id. */
async function removeUnfinished(cluster: string) {
  for (const name of await readdir(dirname(cluster))) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    const isLeft = pid && (Number(pid) === process.pid || !isAlive(Number(pid)))
    if (isLeft) await rm(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

async function syncFolder(path: string) {
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}
