/**
 * A waiting time in words: "1 second", "52 minutes", "2 hours". Rounded up. `locale` is a BCP 47 tag.
 * A file of its own: the browser needs it at once, and the catalogue of problems later.
 */
export function waitText(seconds: number, locale: string): string {
  const [unit, size] = seconds < 90 ? ['second', 1] : seconds < 5400 ? ['minute', 60] : ['hour', 3600]
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.max(1, Math.ceil(seconds / Number(size))))
}
