import type { Table } from './column.ts'

/** Facts about a table that require reading all of it. */
export type Profile = {
  records: number
  /** UTF-16 code units of all values. */
  characters: number
  /** For each column, the length of the longest value in UTF-16 code units. */
  widths: readonly number[]
  /** For each column, whether it contains a clock time of 24:00 or later, which most formats do not support. */
  isBeyondDay: readonly boolean[]
}

/** Reads each table once, at the first request. */
export class Profiles {
  readonly #profiles = new Map<Table, Promise<Profile>>()

  of(table: Table): Promise<Profile> {
    const known = this.#profiles.get(table)
    if (known) return known
    const made = profileOf(table)
    this.#profiles.set(table, made)
    return made
  }
}

async function profileOf({ columns, rows }: Table): Promise<Profile> {
  const widths = columns.map(() => 0)
  const isBeyondDay = columns.map(() => false)
  let records = 0
  let characters = 0
  for await (const row of rows()) {
    records += 1
    for (const [place, cell] of row.entries()) {
      if (cell === null) continue
      characters += cell.length
      if (cell.length > (widths[place] ?? 0)) widths[place] = cell.length
      if (columns[place]?.type === 'time' && cell >= '24') isBeyondDay[place] = true
    }
  }
  return { records, characters, widths, isBeyondDay }
}
