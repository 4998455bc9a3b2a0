import type { Layout } from '../../recording.ts'
import { cellKind } from './cell-kind.ts'
import { splitLine } from './split-line.ts'

export type Delimiter = NonNullable<Layout['delimiter']>
export type Dialect = { readonly delimiter: Delimiter; readonly decimal: '.' | ',' }

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|', ' ']
const sepLine = /^"?sep=(.)"?\s*$/i

/** Number of lines examined; more do not improve the result. */
const examinedLines = 60
/** Cells examined per line. */
const examinedCells = 64

/** The notation of cells and numbers, from the last lines of the file's head, which contain data. */
export function detectDialect(lines: readonly string[], given: Layout): Dialect {
  const named = sepLine.exec(lines[0] ?? '')?.[1]
  const said = delimiters.filter((delimiter) => delimiter === (given.delimiter ?? named))
  const sample = lines.filter((line) => line.trim() !== '').slice(-examinedLines)
  let best: Dialect = { delimiter: said[0] ?? ',', decimal: given.decimal ?? '.' }
  let bestScore = -1
  for (const delimiter of said.length > 0 ? said : delimiters) {
    for (const decimal of given.decimal ? [given.decimal] : (['.', ','] as const)) {
      if (decimal === delimiter && !given.decimal && !sample.some((line) => line.includes('"'))) continue
      const score = scoreOf(sample, { delimiter, decimal })
      if (score > bestScore + 1e-9) {
        best = { delimiter, decimal }
        bestScore = score
      }
    }
  }
  return best
}

export function isSepLine(line: string): boolean {
  return sepLine.test(line)
}

/**
 * The share of lines with the most common number of cells, times the share of cells that are data. More than one cell
 * scores higher.
 */
function scoreOf(lines: readonly string[], { delimiter, decimal }: Dialect): number {
  const widths = new Map<number, number>()
  let cells = 0
  let data = 0
  for (const line of lines) {
    const split = splitLine(line, delimiter)
    widths.set(split.length, (widths.get(split.length) ?? 0) + 1)
    for (const cell of split.slice(0, examinedCells)) {
      const kind = cellKind(cell, decimal)
      if (kind === 'missing') continue
      cells++
      if (kind !== 'text') data++
    }
  }
  if (cells === 0) return 0
  const [width, count] = [...widths].reduce((most, next) => (next[1] > most[1] ? next : most), [1, 0])
  return (count / lines.length) * (data / cells) + (width > 1 ? 0.25 : 0)
}
