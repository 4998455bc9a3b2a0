import type { TimeUnit } from './recording.ts'

const words: Readonly<Record<string, TimeUnit>> = {
  s: 's',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  sekunder: 's',
  ms: 'ms',
  msec: 'ms',
  millis: 'ms',
  millisecond: 'ms',
  milliseconds: 'ms',
  millisekunder: 'ms',
  us: 'us',
  µs: 'us',
  μs: 'us',
  usec: 'us',
  µsec: 'us',
  μsec: 'us',
  microsecond: 'us',
  microseconds: 'us',
  ns: 'ns',
  nsec: 'ns',
  nanosecond: 'ns',
  nanoseconds: 'ns',
  min: 'min',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  minutter: 'min',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  timer: 'h',
}

/** The unit of a word, in English or Norwegian. Null for others, and for days. */
export function timeUnitOf(text: string): TimeUnit | null {
  const key = text.trim().toLowerCase()
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null
}

/** Seconds in each unit. */
export const secondsPer: Readonly<Record<TimeUnit, number>> = {
  d: 86_400,
  h: 3600,
  min: 60,
  s: 1,
  ms: 1e-3,
  us: 1e-6,
  '100ns': 1e-7,
  ns: 1e-9,
}
