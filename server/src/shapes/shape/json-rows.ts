import { JsonText } from '../../database/json-text.ts'
import type { Selection } from './selection.ts'

/**
 * Objects of a shaped type that the server made itself, as JSON text with each value under the caller's alias. For ten
 * thousand objects, GraphQL's executor would take longer than everything else.
 */
export function jsonOfRows<Name extends string>(
  type: string,
  rows: readonly { readonly [field in Name]: string | number }[],
  selection: Selection,
): JsonText {
  const asked = [...selection].map(([key, { field }]) => ({ before: `${JSON.stringify(key)}:`, field }))
  const objects = rows.map((row: Readonly<Record<string, string | number>>) => {
    const values = asked.map(({ before, field }) => before + JSON.stringify(field === '__typename' ? type : row[field]))
    return `{${values.join(',')}}`
  })
  return new JsonText(`[${objects.join(',')}]`)
}
