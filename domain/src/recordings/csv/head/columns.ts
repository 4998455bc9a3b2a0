import { parseNumber } from '../bytes/number-reader.ts'
import { type CellKind, cellKind } from './cell-kind.ts'

/** Findings about one column in the sampled lines. */
export type Column = {
  readonly index: number
  readonly name: string
  readonly unit: string | null
  readonly sensor: string | null
  /** Sampled lines, and how many of them have content in this column. */
  readonly lines: number
  readonly filled: number
  /** The type of most cells with content. Missing if there are none. */
  readonly kind: CellKind
  /** Of the numeric cells, in order. */
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
  readonly isIncreasing: boolean
}

/** Number of texts kept per column. */
const keptTexts = 200

export function sampleColumns(
  data: readonly (readonly string[])[],
  header: {
    width: number
    names: readonly (string | null)[]
    units: readonly (string | null)[]
    sensors: readonly (string | null)[]
  },
  decimal: string,
): Column[] {
  return Array.from({ length: header.width }, (_, index) => {
    const counts = new Map<CellKind, number>()
    const numbers: number[] = []
    const texts: string[] = []
    let filled = 0
    for (const row of data) {
      const cell = row[index] ?? ''
      const kind = cellKind(cell, decimal)
      if (kind === 'missing') continue
      filled++
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (kind === 'number') numbers.push(parseNumber(cell, decimal))
      else if (texts.length < keptTexts) texts.push(cell)
    }
    const [kind] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['missing' as CellKind, 0])
    return {
      index,
      name: header.names[index] ?? '',
      unit: header.units[index] ?? null,
      sensor: header.sensors[index] ?? null,
      lines: data.length,
      filled,
      kind,
      numbers,
      texts,
      isIncreasing: isIncreasing(numbers),
    }
  })
}

/** Never decreasing, except for a few cells: a bad line must not hide the time. */
function isIncreasing(numbers: readonly number[]): boolean {
  let falls = 0
  for (let i = 1; i < numbers.length; i++) if ((numbers[i] ?? 0) < (numbers[i - 1] ?? 0)) falls++
  const rises = (numbers.at(-1) ?? 0) > (numbers[0] ?? 0)
  return numbers.length === 1 || (rises && falls * 20 <= numbers.length)
}
