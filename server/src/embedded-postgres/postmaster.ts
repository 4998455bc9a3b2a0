import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseStartError, isAlive, until } from './program.ts'

/** The content of `postmaster.pid` in the cluster. PostgreSQL writes it at start and removes it at a clean shutdown. */
export interface PostmasterFile {
  pid: number
  port: number
  socketDir: string
  isReady: boolean
}

/** A setting that stores the id of the process that started the postmaster. */
export const starterSetting = 'casebook.started_by'

/** Undefined if there is none, or if PostgreSQL has not finished writing it. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port, socketDir, , , status] = text.split('\n')
  if (!pid || !port || !socketDir) return undefined
  return { pid: Number(pid), port: Number(port), socketDir, isReady: status?.trim() === 'ready' }
}

/**
 * The process that serves the cluster, if one is alive. `starter` is the Casebook that started it, or undefined if that
 * one is gone. A process id alone proves nothing, because ids are reused: the process must also work in this folder.
 * When its starter ends, the kernel assigns a new parent at once, which identifies an orphan.
 */
export async function findPostmaster(
  cluster: string,
): Promise<{ pid: number; starter: number | undefined } | undefined> {
  const pid = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n', 1)[0])
  if (!pid) return undefined
  const { parent, command } = await (process.platform === 'linux' ? lookInProc(pid, cluster) : lookWithPs(pid, cluster))
  const startedBy = new RegExp(`${starterSetting}=(\\d+)`).exec(command)?.[1]
  if (!startedBy) return undefined
  return { pid, starter: Number(startedBy) === parent ? parent : undefined }
}

type Process = { parent: number; command: string }
const nobody: Process = { parent: 0, command: '' }

async function lookInProc(pid: number, cluster: string): Promise<Process> {
  try {
    const [folder, expected] = await Promise.all([readlink(`/proc/${pid}/cwd`), realpath(cluster)])
    if (folder !== expected) return nobody
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    // The program name is in parentheses and may itself contain blanks and parentheses.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { parent, command }
  } catch {
    return nobody
  }
}

async function lookWithPs(pid: number, cluster: string): Promise<Process> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes(` -D ${cluster} `) ? { parent: Number.parseInt(stdout, 10), command: stdout } : nobody
}

/**
 * Stops a postmaster that outlived a killed Casebook (see spawnGuard): first cleanly, then like a power cut, which
 * loses nothing that was acknowledged. Throws if the Casebook that started it is still alive.
 */
export async function freeCluster(cluster: string) {
  const found = await findPostmaster(cluster)
  if (!found) return dropForeignLock(cluster)
  if (found.starter) {
    throw new DatabaseStartError(
      `Casebook already runs on ${cluster} (process ${found.starter}): stop that one first, or give this one another DATA_DIR.`,
    )
  }
  const isGone = async () => (await findPostmaster(cluster))?.pid !== found.pid
  for (const [signal, timeoutMs] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 1500],
    ['SIGKILL', 3000],
  ] as const) {
    if (!(await isGone()) && isAlive(found.pid)) process.kill(found.pid, signal)
    if (await until(isGone, timeoutMs)) return dropForeignLock(cluster)
  }
  throw new DatabaseStartError(
    `Process ${found.pid}, left by an earlier start, still holds ${cluster} and can't be stopped.`,
  )
}

/**
 * After a restart of the machine or container, another process may have the id in `postmaster.pid`, or a zombie of the
 * killed one. PostgreSQL would mistake either for a live postmaster. (It still refuses to start if the cluster's shared
 * memory is in use.)
 */
async function dropForeignLock(cluster: string) {
  const file = await readPostmasterFile(cluster)
  if (file && isAlive(file.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true })
}
