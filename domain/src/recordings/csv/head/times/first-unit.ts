import { median, stepsOf } from './spacing.ts'

/** What a file says beside times of two parts, such as `04:59`. */
export type SaidOfParts = {
  /** The name of the column with its unit. */
  readonly name: string
  /** In Hz; null if nothing says it. */
  readonly rate: number | null
  /** The start that the lines above the data name, in seconds; null if they name none. */
  readonly start: number | null
}

/** The unit of the first of two parts. `isSure`: something in the file decides it. If nothing does, a person must. */
export type FirstUnitFound = { readonly unit: 'h' | 'min'; readonly isSure: boolean }

const twoParts = /^(\d{1,3}):(\d{2})([.,]\d{1,12})?$/
const minutesName = /\bmm?:ss?\b|\bmin\w*[ :/]{1,2}se[ck]/i
const hoursName = /\b(?:hh?|tt?):mm\b|clock|klokke|klokka|uhrzeit|time of day|local/i
/** A recording that counts from its beginning is shown from one of its first seconds or minutes on. */
const latestBeginning = 5

/**
 * Whether times such as `04:59` are hours and minutes, or minutes and seconds: by fractions, by what the column is called,
 * by longer times that follow, by where they begin again, by how far they go, and by the rate and the start that are said.
 */
export function findFirstUnit(parts: readonly (readonly string[])[], said: SaidOfParts): FirstUnitFound {
  const texts = parts.flat().filter((text) => text !== '')
  const read = texts.flatMap((text) => partsOf(text) ?? [])
  const [first] = read
  if (!first) return { unit: 'h', isSure: true }
  const decided =
    byFractions(read) ??
    byName(said.name) ??
    byLongerTimes(texts) ??
    byBeginningAgain(parts) ??
    byExtent(read) ??
    byStart(first, said.start) ??
    byRate(parts[0] ?? [], said.rate)
  if (decided) return { unit: decided, isSure: true }
  const isBeyondDay = read.some(({ large }) => large > 23)
  return { unit: isBeyondDay || first.small <= latestBeginning ? 'min' : 'h', isSure: false }
}

type Unit = FirstUnitFound['unit']
type Parts = { readonly large: number; readonly small: number; readonly hasFraction: boolean }

function partsOf(text: string): Parts | undefined {
  const [whole, large, small, fraction] = twoParts.exec(text) ?? []
  return whole === undefined
    ? undefined
    : { large: Number(large), small: Number(small), hasFraction: Boolean(fraction) }
}

/** Nobody writes parts of a minute as decimals. A few cells may be damaged. */
function byFractions(read: readonly Parts[]): Unit | undefined {
  return read.filter(({ hasFraction }) => hasFraction).length * 20 > read.length ? 'min' : undefined
}

function byName(name: string): Unit | undefined {
  if (minutesName.test(name)) return 'min'
  return hoursName.test(name) ? 'h' : undefined
}

/** Minutes go on as hours: `59:59`, `1:00:00`. Mixed with longer times, the shorter ones omit seconds that are zero. */
function byLongerTimes(texts: readonly string[]): Unit | undefined {
  const long = texts.findIndex((text) => /^\d{1,3}:\d{2}:\d{2}/.test(text))
  if (long < 0) return undefined
  const isMixed = texts.slice(long).some((text) => partsOf(text))
  return !isMixed && /^0?1:00:/.test(texts[long] ?? '') ? 'min' : 'h'
}

/** Clocks begin again after 23, minutes after 59. */
function byBeginningAgain(parts: readonly (readonly string[])[]): Unit | undefined {
  for (const texts of parts) {
    const read = texts.flatMap((text) => partsOf(text) ?? [])
    for (const [index, { large }] of read.entries()) {
      const last = read[index - 1]?.large
      if (large === 0 && last === 23) return 'h'
      if (large === 0 && last === 59) return 'min'
    }
  }
  return undefined
}

/** No hour is the sixtieth of a recording that is written without seconds, and only a clock begins with a later one. */
function byExtent(read: readonly Parts[]): Unit | undefined {
  const most = read.reduce((largest, { large }) => Math.max(largest, large), 0)
  if (most > 59) return 'min'
  return most <= 23 && (read[0]?.large ?? 0) > 0 ? 'h' : undefined
}

/** A clock shows the start that is said. */
function byStart({ large, small }: Parts, start: number | null): Unit | undefined {
  if (start === null) return undefined
  return Math.abs(((((start / 60) % 1440) + 1440) % 1440) - (large * 60 + small)) <= 1 ? 'h' : undefined
}

/** The rate fits only one of them. */
function byRate(texts: readonly string[], rate: number | null): Unit | undefined {
  if (rate === null) return undefined
  const smalls = texts.flatMap((text) => partsOf(text) ?? []).map(({ large, small }) => large * 60 + small)
  const steps = stepsOf(smalls)
  const usual = median(steps)
  const step = usual > 0 ? usual : steps.reduce((sum, each) => sum + Math.max(0, each), 0) / steps.length
  const fits = (seconds: number) => Math.abs(rate * seconds - 1) < 0.2
  if (fits(step)) return 'min'
  return fits(step * 60) ? 'h' : undefined
}
