import { isBelievableRate } from '../../limits.ts'
import type { Header } from './header.ts'

export type Empatica = {
  readonly rows: number
  readonly start: number
  /** Null: the first column contains seconds since the start. */
  readonly rate: number | null
  readonly channels: readonly { readonly name: string; readonly unit: string | null }[]
}

const signals: Readonly<Record<string, Empatica['channels'][number]>> = {
  bvp: { name: 'BVP', unit: null },
  eda: { name: 'EDA', unit: 'µS' },
  hr: { name: 'HR', unit: 'bpm' },
  temp: { name: 'TEMP', unit: '°C' },
}
const axes = ['x', 'y', 'z'].map((axis) => ({ name: `ACC ${axis}`, unit: '1/64 g' }))

/**
 * The format: a line with the start in epoch seconds, a line with the rate, both repeated for each column, then values.
 * Inter-beat intervals have a line with the start and the name instead. The signal is known only from the file name and
 * the rate.
 */
export function readEmpatica(lines: readonly string[], filename: string): Empatica | null {
  const cells = lines.slice(0, 3).map((line) => line.split(',').map((cell) => cell.trim()))
  const [first = [], second = [], third = []] = cells
  const start = Number(first[0])
  if (!(start > 1e8 && start < 5e9)) return null
  if (first.length === 2 && first[1] === 'IBI' && second.length === 2)
    return { rows: 1, start, rate: null, channels: [{ name: 'IBI', unit: 's' }] }
  const rate = Number(second[0])
  const isRepeated = [first, second].every((row) => row.every((cell) => cell !== '' && Number(cell) === Number(row[0])))
  if (!isRepeated || first.length !== second.length || !isBelievableRate(rate) || rate > 10_000) return null
  // A column of epoch seconds has such a number in every line.
  if (lines.length > 2 && (third.length !== first.length || Math.abs(Number(third[0])) > 1e8)) return null
  return {
    rows: 2,
    start,
    rate,
    channels: first.length === 3 ? axes : first.map((_, index) => signalOf(filename, rate, index)),
  }
}

function signalOf(filename: string, rate: number, index: number): Empatica['channels'][number] {
  const name = Object.keys(signals).find((key) => new RegExp(`(^|[^a-z])${key}([^a-z]|$)`, 'i').test(filename))
  const byRate = rate === 64 ? 'bvp' : rate === 1 ? 'hr' : ''
  return signals[name ?? byRate] ?? { name: `${index + 1}`, unit: null }
}

export function empaticaHeader({ rows, rate, channels }: Empatica): Header {
  const time = rate === null ? [null] : []
  const names = [...time, ...channels.map(({ name }) => name)]
  return {
    rows,
    width: names.length,
    preamble: [],
    names,
    units: [...time, ...channels.map(({ unit }) => unit)],
    sensors: names.map(() => null),
    hasUnitsRow: false,
    hasSensorRow: false,
    naming: [],
  }
}
