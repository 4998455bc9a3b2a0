const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/**
 * The start in the recorder's local time, in epoch seconds as if it were UTC; null if the header has no date. Two-digit
 * years mean 1985 to 2084. EDF+ writes the date with a four-digit year into the recording field ("Startdate 02-AUG-1951
 * …").
 */
export function readStart(date: string, time: string, recordingid: string): number | null {
  const clock = /^(\d\d)[.:](\d\d)[.:](\d\d)$/.exec(time)
  const day = readLongDate(recordingid) ?? readShortDate(date)
  if (!clock || !day) return null
  const [hours, minutes, seconds] = clock.slice(1).map(Number)
  if (hours === undefined || minutes === undefined || seconds === undefined) return null
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  return day + hours * 3600 + minutes * 60 + seconds
}

/** The UTC offset of the recorder's clock in minutes. Bittium writes it ("TZ=+0200"). */
export function readUtcOffset(recordingid: string): number | null {
  const zone = /(?:^|[_ ])TZ=([+-])(\d\d):?(\d\d)/.exec(recordingid)
  if (!zone) return null
  const minutes = Number(zone[2]) * 60 + Number(zone[3])
  return minutes > 14 * 60 ? null : zone[1] === '-' ? -minutes : minutes
}

function readLongDate(recordingid: string): number | null {
  const parts = /^Startdate (\d\d)-([A-Za-z]{3})-(\d{4})/.exec(recordingid)
  const month = months.indexOf(parts?.[2]?.toUpperCase() ?? '')
  return parts && month >= 0 ? epochOf(Number(parts[3]), month, Number(parts[1])) : null
}

function readShortDate(date: string): number | null {
  const parts = /^(\d\d)[.](\d\d)[.](\d\d)$/.exec(date)
  if (!parts) return null
  const year = Number(parts[3])
  return epochOf(year < 85 ? 2000 + year : 1900 + year, Number(parts[2]) - 1, Number(parts[1]))
}

function epochOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date.getTime() / 1000 : null
}
