/** A UTC offset in seconds, positive east of Greenwich: `+02:00`, or `−03:30`. ISO 8601 has a hyphen as `minus`. */
export function offsetText(seconds: number, minus = '−'): string {
  const minutes = Math.trunc(Math.abs(seconds) / 60)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${seconds < 0 ? minus : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`
}
