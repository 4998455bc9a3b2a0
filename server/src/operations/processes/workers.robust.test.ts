import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

const outsideProvider = {
  OIDC_ISSUER: 'http://127.0.0.1:9/',
  OIDC_CLIENT_ID: 'casebook',
  OIDC_CLIENT_SECRET: 'never used',
}

async function startWorkers(count: number, provider: Record<string, string> = outsideProvider) {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-workers-'))
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      WEB_CONCURRENCY: String(count),
      DATA_DIR: dataDir,
      ...provider,
    },
  })
  const over = new Promise<number | null>((resolve) => child.once('exit', resolve))
  ending.push(async () => {
    child.kill('SIGTERM')
    await over
    await rm(dataDir, { recursive: true, force: true })
  })
  const said: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    over.then(() => reject(new Error(said.join('\n'))))
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line)
        const found = /Casebook is ready: (http\S+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
  })
  const find = (pattern: RegExp) => said.map((line) => pattern.exec(line)?.[1]).find(Boolean)
  const workers = () =>
    execFileSync('ps', ['-o', 'pid=,command=', '--ppid', String(child.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(main))
      .map((line) => Number.parseInt(line, 10))
  return { address, find, workers, stop: () => child.kill('SIGTERM') && over }
}

test.runIf(process.platform === 'linux')(
  'several processes serve one port over one embedded database; one that dies is replaced; all stop in order',
  async () => {
    const { address, find, workers, stop } = await startWorkers(2)
    const [victim = 0, other] = workers()
    expect(other).toBeTypeOf('number')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${address}/ready`, { headers: { connection: 'close' } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const readMetrics = () => fetch(find(/"address":"(http[^"]+\/metrics)"/) ?? '')
    const metrics = await (await readMetrics()).text()
    expect(metrics).toMatch(/casebook_requests_total\{operation="GET \/ready",code="200"\} 20/)

    process.kill(victim, 'SIGKILL')
    for (let round = 0; round < 100 && (workers().length < 2 || workers().includes(victim)); round++) await wait(100)
    expect(workers()).toHaveLength(2)
    expect(workers()).toContain(other)
    // The new process has not started yet, and the other one is measured.
    const meanwhile = await readMetrics()
    expect([meanwhile.status, await meanwhile.text()]).toEqual([200, expect.stringContaining('casebook_build_info')])
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    expect(await stop()).toBe(0)
  },
  60_000,
)

test.runIf(process.platform === 'linux')(
  'several processes are one embedded provider: people sign in whichever answers',
  async () => {
    const { address } = await startWorkers(2, {})
    for (let round = 0; round < 6; round += 1) {
      const browser = new Browser({ connection: 'close' })
      await browser.visit(`${address}/auth/sign-in?login_hint=nurse`, { until: (url) => url.pathname === '/' })
      const { state } = JSON.parse((await browser.fetch(`${address}/auth/session`)).body)
      expect(state).toBe('user')
    }
  },
  60_000,
)
