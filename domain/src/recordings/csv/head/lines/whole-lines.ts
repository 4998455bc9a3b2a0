/** Lines over which a line break in quotes may spread one name. */
const mostParts = 8

/** The lines of a header, of which those that a line break in quotes divides are one. */
export function wholeLines(lines: readonly string[]): string[] {
  const whole: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const parts = lines.slice(at, at + mostParts)
    const count = isOpen(lines[at] ?? '') ? parts.findIndex((_, last) => !isOpen(parts.slice(0, last + 1).join(''))) : 0
    whole.push(parts.slice(0, Math.max(0, count) + 1).join(' '))
    at += Math.max(0, count)
  }
  return whole
}

/** Whether a quote is not closed. */
function isOpen(text: string): boolean {
  return text.split('"').length % 2 === 0
}

/** As many cells as the data have, if names contain the delimiter in parentheses: `Code (0=sitting, 1=standing)`. */
export function fittedCells(cells: readonly string[], width: number, delimiter: string): readonly string[] {
  if (cells.length <= width) return cells
  const joined: string[] = []
  for (const cell of cells) {
    const last = joined.at(-1)
    if (last !== undefined && depthOf(last) > 0) joined[joined.length - 1] = `${last}${delimiter} ${cell}`
    else joined.push(cell)
  }
  return joined.length === width ? joined : cells
}

function depthOf(text: string): number {
  return text.split('(').length - text.split(')').length
}
