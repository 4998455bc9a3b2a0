import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** A running server on its own data folder, or on one that an earlier server left. */
export interface Casebook {
  address: string
  dataDir: string
  /** Stops it as a person would, and waits. The data folder is kept. */
  stop(): Promise<void>
  /** kill -9: everything acknowledged must exist after the next start. */
  kill(): Promise<void>
}

/** Starts a server on a free port and waits until it is ready. Throws with its last output if it fails. */
export async function startCasebook({
  dataDir,
  env = {},
}: {
  dataDir: string
  env?: Record<string, string>
}): Promise<Casebook> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = once(child, 'exit')
  const said: string[] = []
  const address = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line)
        const found = /Casebook is ready: (http\S+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
    over.then(() => reject(new Error(`Casebook did not start:\n${said.slice(-20).join('\n')}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await over
  }
  return { address: await address, dataDir, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** An empty data folder and a function that removes it. */
export async function emptyDataDir() {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-e2e-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) }
}
