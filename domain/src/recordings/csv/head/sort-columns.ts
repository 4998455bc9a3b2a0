import type { Column } from './columns.ts'

export type Sorted = {
  readonly signals: readonly Column[]
  readonly texts: readonly number[]
  readonly empties: readonly number[]
}

/**
 * Divides columns into signals, texts and empty ones, by these lines and by lines from elsewhere in the file. A column
 * that is empty here and filled there is a signal.
 */
export function sortColumns(columns: readonly Column[], elsewhere: readonly (readonly string[])[]): Sorted {
  const isEmpty = ({ kind, index }: Column) => kind === 'missing' && !elsewhere.some((row) => row[index])
  const isText = ({ kind }: Column) => kind !== 'missing' && kind !== 'number'
  return {
    signals: columns.filter((column) => !isEmpty(column) && !isText(column)),
    texts: columns.filter(isText).map(({ index }) => index),
    empties: columns.filter(isEmpty).map(({ index }) => index),
  }
}

/** Whether most rows leave the column empty, because its sensor is slower than the others. */
export function isSparse(filled: number, lines: number): boolean {
  return filled * 2 < lines
}
