/** A duration in whole hours, minutes and seconds. */
export function lengthParts(seconds: number): { hours: number; minutes: number; seconds: number } {
  const whole = Math.round(seconds)
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 }
}
