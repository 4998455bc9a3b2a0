import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account that PostgreSQL runs as. Undefined means our own user. */
export type Account = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root. Root therefore uses the cluster's owner or, for a new cluster, the system's
 * PostgreSQL account, else `nobody`.
 */
export function accountFor(clusterDir: string): Account {
  if (process.getuid?.() !== 0) return undefined
  return ownerOf(clusterDir) ?? ownerOfClosedParent(clusterDir) ?? namedAccount()
}

/** Whether the account may read and execute this path, including every folder above it. */
export function mayReach(path: string, account: Account): boolean {
  if (!account) return true
  for (let at = path; ; at = dirname(at)) {
    const { mode, uid, gid } = statSync(at)
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
    if (((mode >> shift) & 1) === 0) return false
    if (at === dirname(at)) return true
  }
}

function ownerOf(path: string): Account {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

/**
 * Without Linux's /proc the path itself must be accessible, and only its owner can enter a closed home (see
 * `workingFolderOf` in program.ts).
 */
function ownerOfClosedParent(path: string): Account {
  if (process.platform === 'linux') return undefined
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false })
    if (stat && stat.uid !== 0 && (stat.mode & 1) === 0) return { uid: stat.uid, gid: stat.gid }
  }
  return undefined
}

function namedAccount(): Account {
  for (const name of ['postgres', '_postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' })))
      if (uid && gid !== undefined) return { uid, gid }
    } catch {
      // No such account on this machine; try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and this system has no user "nobody": start as an ordinary user.')
}
