import { splitLine } from './dialect.ts'

/** Names and units that a program writes elsewhere than in a row above the data, and lines that say what it says in its own way. */
export type KnownNames = {
  readonly names: readonly string[]
  readonly units: readonly (string | null)[]
  readonly said: readonly string[]
}

/** The names in the header of a program that is known by its first lines; null for any other. */
export function knownNames(lines: readonly string[], delimiter: string): KnownNames | null {
  const [first = ''] = lines
  if (/^"?TOA5"?,/.test(first)) return ofCampbell(lines)
  if (/^Interval=\t/.test(first)) return ofLabChart(lines)
  if (/^# OpenSignals Text File/.test(first)) return ofOpenSignals(lines[1] ?? '')
  if (/^[\d.,]+ (?:[mµu]?sec|min)\/sample\s*$/.test(lines[1] ?? '')) return ofAcqKnowledge(lines, delimiter)
  return null
}

/** Loggers of Campbell: names and units in the second and third line, above how each was averaged. */
function ofCampbell([, names = '', units = '']: readonly string[]): KnownNames {
  return { names: splitLine(names, ','), units: splitLine(units, ','), said: [] }
}

const daysBefore1970 = 25_569

function ofLabChart(lines: readonly string[]): KnownNames {
  const said = (key: string) => {
    const line = lines.find((each) => each.startsWith(`${key}=\t`)) ?? ''
    return splitLine(line, '\t').slice(1)
  }
  const days = Number(said('ExcelDateTime')[0]?.replace(',', '.'))
  const units = said('UnitName').map((unit) => (unit === '*' ? null : unit))
  return { names: ['Time', ...said('ChannelTitle')], units: ['s', ...units], said: days > 0 ? [startAt(days)] : [] }
}

function startAt(days: number): string {
  const moment = new Date(Math.round((days - daysBefore1970) * 86_400_000))
  return Number.isNaN(moment.getTime()) ? '' : `Start: ${moment.toISOString().slice(0, 23).replace('T', ' ')}`
}

type Device = {
  readonly column?: readonly string[]
  readonly label?: readonly string[]
  readonly sensor?: readonly string[]
  readonly date?: string
  readonly time?: string
}

/** The header is JSON in a comment, by device. Of several devices, the columns follow each other. */
function ofOpenSignals(line: string): KnownNames | null {
  const devices = devicesIn(line.replace(/^#\s*/, ''))
  if (devices.length === 0) return null
  const names = devices.flatMap(({ column = [], label = [], sensor = [] }) =>
    column.map((name) => sensor[label.indexOf(name)] || name),
  )
  const { date = '', time = '' } = devices[0] ?? {}
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(date) ?? []
  const [, hour, minute, second] = /^(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)$/.exec(time) ?? []
  const two = (text = '') => (/^\d(\.|$)/.test(text) ? `0${text}` : text)
  const start = `Start: ${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
  return { names, units: [], said: year && hour ? [start] : [] }
}

function devicesIn(json: string): Device[] {
  try {
    const parsed: unknown = JSON.parse(json)
    const lists = (value: unknown) =>
      value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    const texts = (value: unknown) => value === undefined || typeof value === 'string'
    const isDevice = (value: unknown): value is Device => {
      if (typeof value !== 'object' || value === null) return false
      const { column, label, sensor, date, time } = value as Record<string, unknown>
      return [column, label, sensor].every(lists) && [date, time].every(texts)
    }
    const values: unknown[] = typeof parsed === 'object' && parsed !== null ? Object.values(parsed) : []
    return values.every(isDevice) ? values : []
  } catch {
    return []
  }
}

/** Names and units are lines below each other; the row above the data has the unit of the time, and `CH1`, `CH2`. */
function ofAcqKnowledge(lines: readonly string[], delimiter: string): KnownNames | null {
  const count = Number(/^(\d+) channels\s*$/.exec(lines[2] ?? '')?.[1])
  const pairs = lines.slice(3, 3 + 2 * count)
  const [time = '', ...channels] = splitLine(lines[3 + 2 * count] ?? '', delimiter).filter((cell) => cell !== '')
  if (!(count > 0) || channels.length !== count) return null
  const names = pairs.filter((_, index) => index % 2 === 0).map((name) => name.trim())
  const units = pairs.filter((_, index) => index % 2 === 1).map((unit) => unit.trim())
  return { names: ['Time', ...names], units: [time, ...units], said: [] }
}
