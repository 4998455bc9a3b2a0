type Column = {
  readonly index: number
  readonly name: string
  readonly unit: string | null
  readonly kind: string
  readonly isIncreasing: boolean
}

/**
 * Columns that are not read, in a file in which each sensor has a column of times before its own: other columns of the
 * same times, and, if the times differ, the sensors behind them. `time`: the column of the times that are read.
 */
export function columnsOfOtherTimes(
  columns: readonly Column[],
  time: number,
  data: readonly (readonly string[])[],
): { readonly repeated: readonly number[]; readonly others: readonly number[] } {
  const own = columns[time]
  const rivals = columns.filter((column) => own && column.index !== time && isRival(column, own))
  const starts = [time, ...rivals.map(({ index }) => index)].toSorted((a, b) => a - b)
  const isSame = (column: number) => data.filter((row) => row[column] !== row[time]).length * 20 <= data.length
  const groupOf = (start: number) => {
    const next = starts.find((each) => each > start) ?? columns.length
    return columns.slice(start === starts[0] ? 0 : start, next).map(({ index }) => index)
  }
  return {
    repeated: rivals.map(({ index }) => index).filter(isSame),
    others: rivals.flatMap(({ index }) => (isSame(index) ? [] : groupOf(index))),
  }
}

/** Of the same name, as in `X[s]` before each sensor, or both called a series of times. */
function isRival(column: Column, own: Column): boolean {
  if (column.kind !== 'number' || !column.isIncreasing) return false
  const series = /\btime series\b/i
  const isNamed = own.name !== '' && column.name === own.name && column.unit === own.unit
  return isNamed || (series.test(column.name) && series.test(own.name))
}
