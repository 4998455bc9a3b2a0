import { caseKey } from '@casebook/domain/shared/names/names.ts'

/**
 * The rows whose text contains every word of the filter, as people see it: case, the encoding of accents and invisible
 * characters are ignored. Returns all if the filter is empty or there is
 * no text to search.
 */
export function filterRows<Row>(
  rows: readonly Row[],
  filter: string,
  textOf: ((row: Row) => string) | undefined,
): readonly Row[] {
  const words = caseKey(filter).split(' ').filter(Boolean)
  if (words.length === 0 || !textOf) return rows
  return rows.filter((row) => {
    const text = caseKey(textOf(row))
    return words.every((word) => text.includes(word))
  })
}
