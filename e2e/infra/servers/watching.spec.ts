import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { freePorts, shell } from '../beds.ts'
import { openPair, type Pair } from './pair.ts'
import { expressionsOfDashboard, type Prometheus, readRules, startPrometheus } from './prometheus.ts'

test.describe.configure({ mode: 'serial' })

const prometheus = fileURLToPath(new URL('../../../packaging/prometheus/', import.meta.url))

let pair: Pair
let metrics: number
let disk: string | undefined
let watcher: Prometheus

test.beforeAll(async () => {
  test.setTimeout(120_000)
  metrics = await freePorts(1)
  pair = await openPair()
  const folder = join(pair.home, 'small-disk')
  await mkdir(folder)
  await shell('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=700', 'tmpfs', folder])
  disk = folder
  // A single server, because servers of one database must share their files.
  const [first, second] = pair.instances
  await second.drain()
  await first.drain()
  await first.start({ METRICS_PORT: String(metrics), DATA_DIR: disk })
  watcher = await startPrometheus(pair.home, [`127.0.0.1:${metrics}`])
})
test.afterAll(async () => {
  await watcher?.stop()
  await pair?.instances[0].kill()
  if (disk) await shell('umount', [disk])
  await pair?.close()
})

test('Prometheus accepts the metrics, the rules and the example', async () => {
  await pair.ask('{ listSites { name } }')
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  expect(text).toContain('casebook_build_info')
  expect(text).toContain('casebook_requests_total{operation="listSites",code="200"} 1')
  const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ])
    await shell('sh', ['-c', 'cd "$1" && shift && promtool "$@"', 'sh', prometheus, ...args])
})

test('a running Prometheus evaluates every rule, has every metric of rules and dashboard, and no alert fires', async () => {
  const { alerts, metrics: used } = await readRules()
  const named = async () => (await watcher.rules()).filter(({ health }) => health === 'ok').map(({ name }) => name)
  await expect.poll(named, { timeout: 60_000 }).toEqual(alerts)
  expect((await watcher.rules()).filter(({ lastError }) => lastError)).toEqual([])
  expect(used.length).toBeGreaterThan(20)
  const missing = async () => {
    const there = await watcher.metricNames()
    return used.filter((name) => !there.has(name))
  }
  await expect.poll(missing, { timeout: 60_000 }).toEqual([])
  const expressions = await expressionsOfDashboard()
  expect(expressions.length).toBeGreaterThan(20)
  for (const expression of expressions)
    await expect.poll(() => watcher.count(expression), { message: expression, timeout: 60_000 }).toBeGreaterThan(0)
  expect(await watcher.alerts('firing')).toEqual([])
  // Nothing was ever backed up or verified here.
  const never = ['CasebookBackupNotVerified', 'CasebookBackupTooOld', 'CasebookHistoryNotVerified']
  expect(await watcher.alerts('pending')).toEqual(never)
})

test('on a full disk the server reports it and is not ready, records still work, its alert fires, and it recovers with free space', async () => {
  test.setTimeout(240_000)
  const ready = async () => {
    const answer = await fetch(`http://127.0.0.1:${pair.ports[0]}/ready`)
    return { ...(await answer.json()), code: answer.status }
  }
  expect((await ready()).code).toBe(200)
  const filler = join(String(disk), 'filler')
  await writeFile(filler, Buffer.alloc(390 * 1024 * 1024))
  await expect.poll(async () => (await ready()).missing).toEqual(['disk'])
  expect(await ready()).toMatchObject({
    code: 503,
    parts: { database: 'ok', disk: expect.stringMatching(/^full: /) },
  })
  await pair.ask('mutation { addDevice(siteid: "oslo", deviceid: "FULL") { deviceid } }')
  const shown = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  await expect.poll(shown).toContain('casebook_dependency_up{dependency="disk"} 0')
  expect(await watcher.alerts('firing')).toEqual([])
  await expect.poll(() => watcher.alerts('firing'), { timeout: 120_000 }).toEqual(['CasebookDependencyDown disk'])
  expect(await watcher.alerts('pending')).toContain('CasebookDiskLow')
  await rm(filler)
  await expect.poll(async () => (await ready()).code).toBe(200)
  await expect.poll(() => watcher.alerts('firing')).toEqual([])
})

test('an alert fires a minute after the last server has stopped, until it is back', async () => {
  test.setTimeout(240_000)
  await pair.instances[0].drain()
  await expect.poll(() => watcher.alerts('pending')).toContain('CasebookDown')
  expect(await watcher.alerts('firing')).toEqual([])
  await expect.poll(() => watcher.alerts('firing'), { timeout: 120_000 }).toEqual(['CasebookDown'])
  expect(await watcher.alerts('pending')).toContain('CasebookServerDown')
  await pair.instances[0].start()
  await expect.poll(() => watcher.alerts('firing')).toEqual([])
})
