/** A duration as on a stopwatch: `4:07`, `1:02:03.5`, with hours only if there are any. */
export function elapsedText(seconds: number, digits = 0): string {
  const sign = seconds < 0 ? '−' : ''
  const scale = 10 ** digits
  const all = Math.round(Math.abs(seconds) * scale) / scale
  const whole = Math.floor(all + 1e-9)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const two = (number: number) => String(number).padStart(2, '0')
  const clock = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
  return `${sign}${clock}${digits === 0 ? '' : `.${fractionText(all - whole, digits)}`}`
}

/** The digits after the point. */
export function fractionText(fraction: number, digits: number): string {
  const scale = 10 ** digits
  return String(Math.min(scale - 1, Math.max(0, Math.round(fraction * scale)))).padStart(digits, '0')
}
