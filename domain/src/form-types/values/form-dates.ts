const secondsPerDay = 86_400
const noon = secondsPerDay / 2
const isoDay = /^\d{4}-\d{2}-\d{2}$/
const wholeNumber = /^(0|-?[1-9]\d{0,14})$/
/** 0001-01-01 and 9999-12-31, at noon. */
const earliest = -62_135_553_600
const latest = 253_402_257_600

/**
 * A Date field's value for a calendar day (`2026-10-20`): the epoch seconds of 12:00 UTC on it, which is the same day
 * in Oslo and in UTC. Undefined if it is not a day.
 */
export function dateValueOf(day: string): string | undefined {
  if (!isoDay.test(day)) return undefined
  const seconds = Date.parse(`${day}T12:00:00Z`) / 1000
  const value = String(seconds)
  // Some engines parse 30 February as 2 March, so converting back must give the same day.
  return dayOfDateValue(value) === day ? value : undefined
}

/** The calendar day (`2026-10-20`) of a Date field's value; undefined for other values. */
export function dayOfDateValue(value: string): string | undefined {
  const seconds = secondsOfDateValue(value)
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** The epoch seconds of a Date field's value; undefined unless they are 12:00 UTC of a day. */
export function secondsOfDateValue(value: string): number | undefined {
  if (!wholeNumber.test(value)) return undefined
  const seconds = Number(value)
  const isNoon = (seconds - noon) % secondsPerDay === 0
  return isNoon && seconds >= earliest && seconds <= latest ? seconds : undefined
}

/** The first second of the year 1 and the last of 9999. */
const firstSecond = -62_135_596_800
const lastSecond = 253_402_300_799

/** The epoch seconds of a DateTime field's value; undefined for other texts. */
export function secondsOfDateTimeValue(value: string): number | undefined {
  if (!wholeNumber.test(value)) return undefined
  const seconds = Number(value)
  return seconds >= firstSecond && seconds <= lastSecond ? seconds : undefined
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.0+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** The DateTime value of a time in ISO 8601 with its UTC offset (`2026-10-20T09:50:00+02:00`); undefined for other texts. */
export function dateTimeValueOf(text: string): string | undefined {
  const [, day = ''] = isoTime.exec(text) ?? []
  // Engines parse 30 February as 2 March.
  if (dateValueOf(day) === undefined) return undefined
  const value = String(Date.parse(text.replace(' ', 'T')) / 1000)
  return secondsOfDateTimeValue(value) === undefined ? undefined : value
}
