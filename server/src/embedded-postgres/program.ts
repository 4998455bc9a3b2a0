import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './account.ts'

/** Thrown if the embedded database can't be started. The message says why and what to do. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

/**
 * How a program refers to its own working folder. On Linux, a process started in a folder can use it through /proc
 * without access to the folders above it. A cluster can therefore lie in a home that only root may enter and still be
 * served by another user. Elsewhere the path itself is used.
 */
export function workingFolderOf(folder: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : folder
}

/**
 * Keeps the memory of a long answer for the next one: releasing and allocating it each time costs a third of the
 * answer. Read by glibc only, in bytes.
 */
const allocation = { MALLOC_TOP_PAD_: '4194304', MALLOC_MMAP_THRESHOLD_: '8388608', MALLOC_TRIM_THRESHOLD_: '16777216' }

/** Starts one of PostgreSQL's programs in `folder`, isolated from the terminal's Ctrl+C and from our environment. */
export function spawnProgram(
  path: string,
  args: string[],
  { folder, account }: { folder: string; account: Account },
): ChildProcess {
  return spawn(path, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...allocation },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...account,
  })
}

/** Waits until its input ends, asks PostgreSQL to shut down, and then removes the socket's folder. */
const guardScript = `
read -r nothing
kill -INT "$1"
for turn in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" || break; sleep 1; done
rmdir "$2"`

/**
 * A small process that stops PostgreSQL as soon as this process is gone for any reason: the pipe that it reads then
 * closes. It must be killed if PostgreSQL ends first.
 */
export function spawnGuard(pid: number, { socketDir, account }: { socketDir: string; account: Account }): ChildProcess {
  const args = ['-c', guardScript, 'sh', String(pid), socketDir]
  return spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'], ...account })
}

/** Calls `each` with every line that the program prints. */
export function readLines(child: ChildProcess, each: (line: string) => void) {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', each)
}

/**
 * Runs a program to completion with `input` as its standard input. Throws DatabaseStartError with its last output if it
 * fails.
 */
export async function runProgram(
  path: string,
  args: string[],
  options: { folder: string; account: Account; input?: string },
) {
  const child = spawnProgram(path, args, options)
  const said: string[] = []
  readLines(child, (line) => said.push(line))
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(options.input ?? '')
  const code = await ended(child)
  // The stand-alone server exits with 0 even if a statement failed.
  if (code !== 0 || said.some((line) => /\b(ERROR|FATAL|PANIC): /.test(line))) throw explain(said, options.folder)
}

/** The exit code or signal of a program. Rejects if it could not be started. */
export function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode ?? child.signalCode ?? 0)
    child.once('error', (error) => reject(new DatabaseStartError(`PostgreSQL could not be started: ${error.message}`)))
    child.once('close', (code, signal) => resolve(code ?? signal ?? 0))
  })
}

/** Explains PostgreSQL's last output to the person who started Casebook. */
export function explain(said: readonly string[], folder: string): DatabaseStartError {
  const text = said.join('\n')
  if (/No space left on device|Disk quota exceeded/.test(text)) {
    return new DatabaseStartError(`The disk that holds ${folder} is full: free some space and start again.`)
  }
  if (/lock file "postmaster.pid" already exists/.test(text)) {
    return new DatabaseStartError(`Another Casebook has just started on ${folder}: two can't share one DATA_DIR.`)
  }
  const worst = said.filter((line) => /\b(FATAL|PANIC|ERROR|error|HINT|DETAIL):/.test(line))
  const words = (worst.length > 0 ? worst : said).slice(-6).join('\n') || 'It said nothing.'
  return new DatabaseStartError(`PostgreSQL did not start on ${folder}. Its own words:\n${words}`)
}

/** Polls every few milliseconds until the condition is true or the time is up. Returns whether it became true. */
export async function until(claim: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(20))
    if (await claim()) return true
  return claim()
}

/** Whether any process has this id, including unrelated ones. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
