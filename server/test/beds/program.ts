import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ofTheMachine } from './run-once.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Casebook as a separate process with the embedded database and store, as `npm start` runs it. */
export async function startProgram(dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], {
    env: { ...ofTheMachine, PORT: '0', DATA_DIR: dataDir, EXAMPLE_DATA: 'false', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await readAddress(child)
  return {
    origin,
    pid: Number(child.pid),
    /** Kills the server and all PostgreSQL processes at once, with SIGKILL. */
    async kill() {
      const postmaster = Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
      const exited = new Promise((resolve) => child.once('exit', resolve))
      for (const pid of [Number(child.pid), postmaster, ...childrenOf(postmaster)]) kill(pid)
      await exited
    },
    /** Kills only the server, with SIGKILL. */
    async killServer() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      kill(Number(child.pid))
      await exited
    },
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.setEncoding('utf8')
    child.stdout?.on('data', (text: string) => {
      said += text
      const address = /ready: (http:\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`Casebook ended with ${code}, having said: ${said}`)))
  })
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had already ended.
  }
}
