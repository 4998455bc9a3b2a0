import type { Measured, Turn } from './turns.ts'

/** One line of the printed table, all as text. */
export type Row = {
  name: string
  casebook: string
  baseline: string
  ratio: string
  cpuRatio: string
  cost: string
  memory: string
}

export function rowsOf(name: string, measured: readonly Measured[]): Row[] {
  return measured.map(({ connections, casebook, postgraphile }) => {
    const ratios = casebook.map((turn, at) => turn.perSecond / (postgraphile[at]?.perSecond ?? Number.NaN))
    return {
      name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`,
      casebook: rateOf(casebook),
      baseline: rateOf(postgraphile),
      ratio: `${spread(ratios, 2)} ×`,
      cpuRatio: `${spread(
        casebook.map((turn, at) => cpuOf(postgraphile[at]) / cpuOf(turn)),
        2,
      )} ×`,
      cost: `${costOf(casebook)} | ${costOf(postgraphile)}`,
      memory: `${median(casebook, 'peakMemory').toFixed(0)} | ${median(postgraphile, 'peakMemory').toFixed(0)}`,
    }
  })
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

/** The middle value, then the least and the greatest. */
export function spread(values: readonly number[], digits: number): string {
  const text = (value: number) => value.toFixed(digits)
  return `${text(middle(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`
}

const heading: Row = {
  name: 'case',
  casebook: 'Casebook, calls a second; p50, p99',
  baseline: 'PostGraphile',
  ratio: 'ratio',
  cpuRatio: 'ratio of CPU a call',
  cost: 'CPU ms a call, server + database: Casebook | PostGraphile',
  memory: 'peak MB: Casebook | PostGraphile',
}

/** What is measured of Casebook alone, or beside something other than PostGraphile. */
export type Finding = { name: string; measured: string; goal: string }

export function findingsOf(findings: readonly Finding[]): string {
  const lines = findings.map(({ name, measured, goal }) => `| ${name} | ${measured} | ${goal} |`)
  return ['| | measured | to reach |', '|---|---|---|', ...lines].join('\n')
}

export function tableOf(rows: readonly Row[]): string {
  const line = (row: Row) =>
    `| ${Object.values(row)
      .map((cell) => cell.replaceAll('|', '/'))
      .join(' | ')} |`
  return [line(heading), '|---|---|---|---|---|---|---|', ...rows.map(line)].join('\n')
}
