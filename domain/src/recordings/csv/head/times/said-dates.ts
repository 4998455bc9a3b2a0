const months = ['jan', 'feb', 'mar', 'apr', 'ma[iy]', 'jun', 'jul', 'aug', 'sep', 'o[ck]t', 'nov', 'de[cs]']
const named = months.join('|')
const yearFirst = /(?<!\d)((?:19|20)\d{2})([-/._]?)(\d{2})\2(\d{2})(?!\d)/g
const dayFirst = new RegExp(`(?<!\\d)(\\d{1,2})[ ./-]{0,2}(${named})[a-z]*[ .,/-]{0,2}(\\d{4})(?!\\d)`, 'gi')
const monthFirst = new RegExp(`(?<![a-z])(${named})[a-z]*[ .-]{0,2}(\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)`, 'gi')

/** Text beyond this is not searched. */
const longest = 10_000

/** The days that a text names so that nobody can take the month for the day: with the year first, or the month by its name. Days since 1970. */
export function daysSaidIn(text: string): number[] {
  const part = text.slice(0, longest)
  return [
    ...Array.from(part.matchAll(yearFirst), ([, year, , month, day]) => dayOf(year, Number(month), day)),
    ...Array.from(part.matchAll(dayFirst), ([, day, month, year]) => dayOf(year, monthOf(month), day)),
    ...Array.from(part.matchAll(monthFirst), ([, month, day, year]) => dayOf(year, monthOf(month), day)),
  ].filter((day) => !Number.isNaN(day))
}

function monthOf(name = ''): number {
  return months.findIndex((month) => new RegExp(`^${month}`, 'i').test(name)) + 1
}

function dayOf(year: string | undefined, month: number, day: string | undefined): number {
  const at = new Date(Date.UTC(Number(year), month - 1, Number(day)))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === Number(day)
  return isReal ? at.getTime() / 86_400_000 : Number.NaN
}
