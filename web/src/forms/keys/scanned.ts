/** What of a pressed key tells a scanner from a person. `at` in milliseconds. */
export type KeyStroke = { key: string; at: number; isRepeated: boolean }

/** A scanner sends its keys 1 to 30 ms apart. A fast typist needs 60 ms and more, a held key repeats every 30. */
const mostBetween = 35
/** So many in a row are no coincidence: two keys rolled under one hand can come as fast. */
const leastInRow = 4

/**
 * A barcode scanner types like a keyboard and ends with Enter, which is not a person's. The function that this returns
 * is told of each key that goes down in a field, and says whether the key is the Enter of a scanner.
 */
export function newScanWatch(): (stroke: KeyStroke) => boolean {
  let inRow = 0
  let last = Number.NEGATIVE_INFINITY
  return ({ key, at, isRepeated }) => {
    // Scanners hold Shift for capital letters.
    if (key === 'Shift') return false
    const isFast = at - last <= mostBetween
    last = at
    const isScan = key === 'Enter' && isFast && inRow >= leastInRow
    if (key.length !== 1 || isRepeated) inRow = 0
    else inRow = isFast ? inRow + 1 : 1
    return isScan
  }
}
