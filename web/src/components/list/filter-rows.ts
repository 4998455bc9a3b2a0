/**
 * The rows whose text contains every word of the filter, ignoring case. Returns all if the filter is empty or there is
 * no text to search.
 */
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
