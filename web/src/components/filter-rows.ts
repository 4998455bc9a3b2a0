/** The rows whose text holds every word of the filter, ignoring case. An empty filter, or no text to look in, keeps all. */
export function filterRows<Row>(
  rows: readonly Row[],
  filter: string,
  textOf: ((row: Row) => string) | undefined,
): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 || !textOf) return rows
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
