import type { Provenance } from '../rows.ts'
import { type Cell, type Column, column } from './column.ts'
import type { IsoTimes } from './iso-time.ts'

/** Who added and last changed the record of a row, and when. */
export function provenanceColumns(zone: string): Column[] {
  return [
    column({ name: 'created_at', label: 'When it was added', type: 'datetime', unit: zone }),
    column({ name: 'created_by', label: 'Name of who added it' }),
    column({ name: 'changed_at', label: 'When it was last changed', type: 'datetime', unit: zone }),
    column({ name: 'changed_by', label: 'Name of who last changed it' }),
  ]
}

/** The names of these columns. */
export const provenanceNames: readonly string[] = provenanceColumns('UTC').map(({ name }) => name)

/** The cells of `provenanceColumns`. */
export function provenanceCells(row: Provenance, times: IsoTimes): Cell[] {
  const shown = (at: string | null | undefined) => (at ? times.format(Date.parse(at) / 1000) : null)
  return [shown(row.created_at), row.created_by || null, shown(row.changed_at), row.changed_by || null]
}
