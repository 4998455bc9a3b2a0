const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format takes longer than rendering a row. */
function format(locale: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone })
  formats.set(key, known)
  return known
}

const dayLength = 24 * 3600 * 1000

/** A time today as clock time, yesterday as "yesterday", earlier as a date, in the zone. */
export function changeTimeText(at: string, { locale, zone, now }: { locale: string; zone: string; now: Date }) {
  const moment = new Date(at)
  const dayOf = (date: Date) => format('en-CA', zone, { dateStyle: 'short' }).format(date)
  const day = dayOf(moment)
  const full = format(locale, zone, { dateStyle: 'long', timeStyle: 'short' }).format(moment)
  const clock = format(locale, zone, { hour: '2-digit', minute: '2-digit' }).format(moment)
  if (day === dayOf(now)) return { short: clock, full }
  if (day === dayOf(new Date(now.getTime() - dayLength))) {
    const yesterday = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day')
    return { short: yesterday, full }
  }
  return { short: format(locale, zone, { dateStyle: 'medium' }).format(moment), full }
}
