/** 24:00 to 24:59:59 are valid, too. */
export const timePattern = /^([01]?[0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9])?$/

/** The seconds since midnight of a Time value. */
export function secondsOfTimeValue(value: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = value.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** Seconds since midnight as `09:05:00`. */
export function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

export function isClock(seconds: number): boolean {
  return seconds >= 0 && seconds < 25 * 3600
}
