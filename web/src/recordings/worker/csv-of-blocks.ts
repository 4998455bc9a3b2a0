import type { Block, Channel } from '@casebook/domain/recordings/recording.ts'

/** For all channels together; such a file has about 100 MB. */
export const mostValues = 5_000_000
/** Seconds; samples closer than this share a row. */
const sameTime = 1e-6

type Column = { channel: number; times: number[]; values: number[] }

export class TooManyValues extends Error {}

/** Collects the samples of a range and writes them as a table: a row for each time, a column for each channel. */
export class CsvOfBlocks {
  readonly #columns: Column[]
  readonly #from: number
  readonly #to: number
  #count = 0

  constructor(channels: readonly number[], from: number, to: number) {
    this.#columns = channels.map((channel) => ({ channel, times: [], values: [] }))
    this.#from = from
    this.#to = to
  }

  add({ channel, at, step, times, values }: Block): void {
    const column = this.#columns.find((each) => each.channel === channel)
    if (!column) return
    for (let i = 0; i < values.length; i++) {
      const time = step === null ? (times?.[i] ?? at) : at + i * step
      if (time < this.#from || time >= this.#to) continue
      if (++this.#count > mostValues) throw new TooManyValues()
      column.times.push(time)
      column.values.push(values[i] ?? Number.NaN)
    }
  }

  /** `origin`: epoch seconds of the start of the recording, or null if unknown. A missing sample is an empty cell. */
  *parts(channels: readonly Channel[], origin: number | null): Generator<string> {
    const names = this.#columns.map(({ channel }) => cell(nameOf(channels[channel])))
    yield `${[...(origin === null ? [] : ['time']), 'seconds', ...names].join(',')}\r\n`
    const places = this.#columns.map(() => 0)
    let part: string[] = []
    for (;;) {
      const time = this.#columns.reduce(
        (least, { times }, index) => Math.min(least, times[places[index] ?? 0] ?? Number.POSITIVE_INFINITY),
        Number.POSITIVE_INFINITY,
      )
      if (time === Number.POSITIVE_INFINITY) break
      const cells = this.#columns.map(({ times, values }, index) => {
        const place = places[index] ?? 0
        if (!((times[place] ?? Number.POSITIVE_INFINITY) - time < sameTime)) return ''
        places[index] = place + 1
        const value = values[place] ?? Number.NaN
        return Number.isNaN(value) ? '' : String(value)
      })
      const clock = origin === null ? [] : [isoTime(origin + time)]
      part.push([...clock, String(Math.round(time * 1e6) / 1e6), ...cells].join(','))
      if (part.length === 10_000) {
        yield `${part.join('\r\n')}\r\n`
        part = []
      }
    }
    if (part.length > 0) yield `${part.join('\r\n')}\r\n`
  }
}

/** UTC with microseconds. */
function isoTime(seconds: number): string {
  const micros = Math.round((seconds - Math.floor(seconds)) * 1e6)
  const whole = Math.floor(seconds) + Math.floor(micros / 1e6)
  if (!(Math.abs(whole) < 8.64e12)) return ''
  return `${new Date(whole * 1000).toISOString().slice(0, -5)}.${String(micros % 1e6).padStart(6, '0')}Z`
}

function nameOf(channel: Channel | undefined): string {
  if (!channel) return ''
  const name = channel.sensor ? `${channel.sensor} ${channel.name}` : channel.name
  return channel.unit === null ? name : `${name} (${channel.unit})`
}

/** Quoted if CSV requires it. A text that a spreadsheet would treat as a formula begins with an apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
