import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function startWorkers(count: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-workers-'))
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      WEB_CONCURRENCY: String(count),
      DATA_DIR: dataDir,
      OIDC_ISSUER: 'http://127.0.0.1:9/',
      OIDC_CLIENT_ID: 'casebook',
      OIDC_CLIENT_SECRET: 'never used',
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
    const metrics = await (await fetch(find(/"address":"(http[^"]+\/metrics)"/) ?? '')).text()
    expect(metrics).toMatch(/casebook_requests_total\{operation="GET \/ready",code="200"\} 20/)

    process.kill(victim, 'SIGKILL')
    for (let round = 0; round < 100 && (workers().length < 2 || workers().includes(victim)); round++) await wait(100)
    expect(workers()).toHaveLength(2)
    expect(workers()).toContain(other)
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    expect(await stop()).toBe(0)
  },
  60_000,
)

test('the embedded provider lives in one process, so that several need another', () => {
  expect(() => readConfig({ WEB_CONCURRENCY: '2' })).toThrow('OIDC_ISSUER is missing')
})
