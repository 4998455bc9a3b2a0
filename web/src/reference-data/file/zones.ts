/** All time zones that the browser supports, after the given ones. */
export function zonesWith(...first: readonly string[]): string[] {
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])]
}
