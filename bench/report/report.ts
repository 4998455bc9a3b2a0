import type { Measured, Turn } from './turns.ts'

/** One line of the printed table, all as text. */
export type Row = {
  name: string
  casebook: string
  other: string
  ratio: string
  cpuRatio: string
  cost: string
  client: string
  memory: string
}

/** A line for each number of connections and each server compared with Casebook. */
export function rowsOf(name: string, measured: readonly Measured[]): Row[] {
  return measured.flatMap(({ connections, casebook, others }) =>
    others.map((other): Row => {
      const ratios = casebook.map((turn, at) => turn.perSecond / (other.turns[at]?.perSecond ?? Number.NaN))
      const cpuRatios = casebook.map((turn, at) => cpuOf(other.turns[at]) / cpuOf(turn))
      const both = (of: (turns: readonly Turn[]) => string) => `${of(casebook)} | ${of(other.turns)}`
      return {
        name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
        casebook: rateOf(casebook),
        other: `${other.name}: ${rateOf(other.turns)}`,
        ratio: `${spread(ratios, 2)} ×`,
        cpuRatio: `${spread(cpuRatios, 2)} ×`,
        cost: both(costOf),
        client: both((turns) => median(turns, 'clientCpu').toFixed(3)),
        memory: both((turns) => median(turns, 'peakMemory').toFixed(0)),
      }
    }),
  )
}

function rateOf(turns: readonly Turn[]): string {
  const rates = turns.map(({ perSecond }) => perSecond)
  return `${spread(rates, 0)}/s; ${median(turns, 'p50').toFixed(1)}, ${median(turns, 'p99').toFixed(0)} ms`
}

function cpuOf(turn: Turn | undefined): number {
  return (turn?.serverCpu ?? Number.NaN) + (turn?.databaseCpu ?? Number.NaN)
}

function costOf(turns: readonly Turn[]): string {
  return `${median(turns, 'serverCpu').toFixed(2)} + ${median(turns, 'databaseCpu').toFixed(2)}`
}

function median(turns: readonly Turn[], of: keyof Turn): number {
  return middle(turns.map((turn) => turn[of] ?? Number.NaN))
}

export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The median, then the minimum and maximum. */
export function spread(values: readonly number[], digits: number): string {
  const text = (value: number) => value.toFixed(digits)
  return `${text(middle(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`
}

const heading: Row = {
  name: 'case',
  casebook: 'Casebook, calls per second; p50, p99',
  other: 'the other',
  ratio: 'ratio',
  cpuRatio: 'ratio of CPU per call',
  cost: 'CPU ms per call, server + database: Casebook | the other',
  client: 'CPU ms of the load generator',
  memory: 'peak MB: Casebook | the other',
}

/** Measurements of Casebook only, or compared with something other than PostGraphile. */
export type Finding = { name: string; measured: string; goal: string }

export function findingsOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ name, measured, goal }) => `| ${name} | ${measured} | ${goal} |`)
  return ['| | measured | goal |', '|---|---|---|', ...lines].join('\n')
}

export function tableOf(rows: readonly Row[]): string {
  const line = (row: Row) =>
    `| ${Object.values(row)
      .map((cell) => cell.replaceAll('|', '/'))
      .join(' | ')} |`
  return [line(heading), '|---|---|---|---|---|---|---|---|', ...rows.map(line)].join('\n')
}
