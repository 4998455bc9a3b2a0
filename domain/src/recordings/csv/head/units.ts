import type { TimeUnit } from '../../recording.ts'

const unit =
  /^(m?[sgvatnjwl]|[uµμnk]?[svgat]|m?bar|[kmh]?pa|k?hz|min|h|mmhg|k?ohms?|[uµμ]?siemens|bpm|rpm|lux|lx|dba?|cm|mm|km|deg|rad|gauss|counts?|raw|%|°[cf]?|no_units|local_flux|[a-z]+\s+celsius|celsius|°?\s*c|n\/?a|m\/\(?s\^?2\)?|mm?\/s[²2]?|m\/s\^?[²2]|deg(rees)?\/s(ec)?|dps|°\/s|rad\/s|deg\s+[cf]|1\/64 ?g|n?m|kg|unitless|a\.?u\.?)$/i

export function isUnit(text: string): boolean {
  return text.length <= 24 && unit.test(text)
}

/** A unit within the name of a column: `Time [s]`, `acc_x (m/s^2)`. `name` is the rest. */
export function unitWithin(text: string): { name: string; unit: string | null } {
  const match = /^(.{1,200}?)[\s_]*[[(]([^\])]{1,24}\)?)[\])]$/.exec(text)
  if (!match?.[1] || !match[2] || !(isUnit(match[2]) || timeUnitOf(match[2]))) return { name: text, unit: null }
  return { name: match[1].trim(), unit: match[2] }
}

const timeUnits: Readonly<Record<string, TimeUnit>> = {
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  sekunder: 's',
  ms: 'ms',
  msec: 'ms',
  millis: 'ms',
  milliseconds: 'ms',
  millisekunder: 'ms',
  us: 'us',
  µs: 'us',
  μs: 'us',
  usec: 'us',
  microseconds: 'us',
  ns: 'ns',
  nanoseconds: 'ns',
}

export function timeUnitOf(text: string): TimeUnit | null {
  const key = text.trim().toLowerCase()
  return Object.hasOwn(timeUnits, key) ? (timeUnits[key] ?? null) : null
}

/** A unit as the last word of a name: `time_ms`, `elapsed seconds`. */
export function timeUnitAtEnd(name: string): TimeUnit | null {
  return timeUnitOf(name.split(/[\s_.-]+/).at(-1) ?? '')
}

export const secondsPer: Readonly<Record<TimeUnit, number>> = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 }
