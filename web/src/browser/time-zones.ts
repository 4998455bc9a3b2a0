/** The time zone in which activity times are typed and shown; the server writes it into the page. */
export function studyZone(): string {
  const configured = document.querySelector('meta[name="study-timezone"]')?.getAttribute('content') ?? ''
  return /^[A-Za-z]/.test(configured) ? configured : 'Europe/Oslo'
}

/** All time zones that the browser supports, after the given ones. */
export function zonesWith(...first: readonly string[]): string[] {
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])]
}
