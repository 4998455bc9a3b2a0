import { isBelievableRate } from '../limits.ts'

/** The contents of info.txt. Times are epoch seconds of the recorder's local time. */
export type Gt3xInfo = {
  readonly serialnumber: string | null
  readonly device: string | null
  /** Hz */
  readonly rate: number | null
  readonly start: number | null
  /** Of the last sample. */
  readonly end: number | null
  /** UTC offset of the clock in minutes. */
  readonly utcOffset: number | null
  /** Units per g. */
  readonly scale: number
}

/** .NET counts 100 ns since the year 1. */
const ticksPerSecond = 1e7
const secondsFromYearOne = 62_135_596_800

/** Lines of `Key: value`. The subject's name, which may be there, too, is not read. */
export function readInfo(text: string): Gt3xInfo {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/, 200)) {
    const colon = line.indexOf(':')
    if (colon > 0) values.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  const serialnumber = values.get('Serial Number') ?? null
  const rate = Number(values.get('Sample Rate'))
  const scale = Number(values.get('Acceleration Scale'))
  return {
    serialnumber: serialnumber?.slice(0, 40) ?? null,
    device: values.get('Device Type')?.slice(0, 40) ?? null,
    rate: isBelievableRate(rate) ? rate : null,
    start: readTicks(values.get('Start Date')),
    end: readTicks(values.get('Last Sample Time')),
    utcOffset: readOffset(values.get('TimeZone')),
    scale: scale > 0 && scale <= 65_536 ? scale : scaleOf(serialnumber ?? ''),
  }
}

/** The first devices have 341 units per g, later ones 256. */
function scaleOf(serialnumber: string): number {
  return /^(NEO|CLE|MRA)/.test(serialnumber) ? 341 : 256
}

function readTicks(text: string | undefined): number | null {
  const seconds = Number(text) / ticksPerSecond - secondsFromYearOne
  // From 1990 to 2100; 0 means no time.
  return seconds > 631_152_000 && seconds < 4_102_444_800 ? seconds : null
}

function readOffset(text: string | undefined): number | null {
  const parts = /^([+-]?)(\d\d):(\d\d)/.exec(text ?? '')
  if (!parts) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return minutes > 14 * 60 ? null : parts[1] === '-' ? -minutes : minutes
}
