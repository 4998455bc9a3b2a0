import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../beds.ts'
import { put } from './proxies.ts'

const packaging = fileURLToPath(new URL('../../../packaging/', import.meta.url))

type Rule = { name: string; health: string; lastError?: string }
type Alert = { labels: Record<string, string>; state: 'pending' | 'firing' }

/** A running Prometheus, configured by the documented example. Only the targets are replaced, and it looks every second. */
export type Prometheus = {
  rules: () => Promise<Rule[]>
  /** The names of the alerts in a state, each with its part or disk if it has one. */
  alerts: (state: Alert['state']) => Promise<string[]>
  /** The number of samples that an expression has now. Throws if Prometheus refuses it. */
  count: (expression: string) => Promise<number>
  metricNames: () => Promise<Set<string>>
  stop: () => Promise<void>
}

export async function startPrometheus(home: string, targets: readonly string[]): Promise<Prometheus> {
  const folder = join(home, 'prometheus')
  await mkdir(folder)
  await cp(join(packaging, 'prometheus', 'alerts.yml'), join(folder, 'alerts.yml'))
  const example = await readFile(join(packaging, 'prometheus', 'prometheus.yml'), 'utf8')
  const config = put(example, [
    [`['10.0.0.11:9464', '10.0.0.12:9464']`, JSON.stringify(targets)],
    ['interval: 15s', 'interval: 1s'],
  ])
  await writeFile(join(folder, 'prometheus.yml'), config)
  const port = await freePorts(1)
  const log = openSync(join(folder, 'log'), 'a')
  const child = spawn(
    '/usr/bin/prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', log, log] },
  )
  const visit = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  for (let round = 0; !(await visit('/-/ready').catch(() => undefined))?.ok; round++) {
    if (round > 200 || child.exitCode !== null)
      throw new Error(`Prometheus did not start:\n${await readFile(join(folder, 'log'), 'utf8')}`)
    await wait(100)
  }
  const ask = async (path: string) => {
    const { status, data, error } = await (await visit(`/api/v1/${path}`)).json()
    if (status !== 'success') throw new Error(`${path}: ${error}`)
    return data
  }
  return {
    async rules() {
      const { groups }: { groups: { rules: Rule[] }[] } = await ask('rules')
      return groups.flatMap(({ rules }) => rules)
    },
    async alerts(state) {
      const { alerts }: { alerts: Alert[] } = await ask('alerts')
      return alerts
        .filter((alert) => alert.state === state)
        .map(({ labels }) => [labels.alertname, labels.dependency].filter(Boolean).join(' '))
        .sort()
    },
    count: async (expression) => (await ask(`query?query=${encodeURIComponent(expression)}`)).result.length,
    metricNames: async () => new Set(await ask('label/__name__/values')),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** The expressions of the dashboard's panels, as Grafana sends them. A panel that only shows what is above 0 is asked for all. */
export async function expressionsOfDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(join(packaging, 'grafana', 'casebook.json'), 'utf8'))
  return panels
    .flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr))
    .map((expr: string) => expr.replaceAll('$__rate_interval', '1m').replace(/ > 0$/, ''))
}

/** The alerts and the names of metrics in the rules. */
export async function readRules(): Promise<{ alerts: string[]; metrics: string[] }> {
  const text = await readFile(join(packaging, 'prometheus', 'alerts.yml'), 'utf8')
  const alerts = [...text.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const expressions = [...text.matchAll(/expr: (.*)/g)].map(([, expression = '']) => expression).join(' ')
  return { alerts, metrics: expressions.match(/\b(up|(casebook|nodejs|process)_\w+)\b/g) ?? [] }
}
