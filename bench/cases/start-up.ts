import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../beds/free-port.ts'
import { type Finding, spread } from '../report/report.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const rounds = 5

/** From `npm start` to the first ready answer, with everything already installed and built. */
export const startUp = {
  name: 'start-up',
  async run(): Promise<Finding[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'casebook-start-'))
    try {
      const first = await startOnce(dataDir)
      const later: number[] = []
      for (let round = 0; round < rounds; round++) later.push(await startOnce(dataDir))
      return [
        { name: 'npm start to ready, on an empty DATA_DIR', measured: `${first.toFixed(0)} ms`, goal: '' },
        {
          name: 'npm start to ready, the second time and after',
          measured: `${spread(later, 0)} ms`,
          goal: 'within 3,000 ms',
        },
      ]
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

/** In milliseconds. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  })
  const over = once(child, 'exit')
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error('npm start ended by itself')
      await wait(20)
    }
    return performance.now() - began
  } finally {
    // The whole process group: npm, its shell and their children.
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    await over
    while (await isReady(port)) await wait(50)
    await wait(1_000)
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
  return answer?.status === 200
}
