// biome-ignore-all lint/a11y/noRedundantRoles: see DataTable.tsx
import { type ReactNode, useMemo } from 'react'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** A column of buttons: as narrow as they are, at the row's end. */
  isActions?: boolean
  /** The same, and its header is for screen readers only. */
  isHeaderHidden?: boolean
  /** Marks the column by which the list is sorted. */
  isSorted?: boolean
}

export function isActions<Row>(column: Column<Row>): boolean {
  return column.isActions === true || column.isHeaderHidden === true
}

type DataRowProps<Row> = {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  isChosen: boolean
  isChanged: boolean
  measure: ((element: HTMLTableRowElement | null) => void) | undefined
}

/**
 * One row. Its cells are drawn anew only when the row changed: scrolling a long list draws the rows that come, not those
 * that stay.
 */
export function DataRow<Row>({ row, index, columns, isChosen, isChanged, measure }: DataRowProps<Row>) {
  const cells = useMemo(
    () =>
      columns.map((column, position) => (
        <td
          key={column.key}
          role="cell"
          data-label={position > 0 && !isActions(column) ? column.header : undefined}
          data-align={column.align}
          data-actions={isActions(column) || undefined}
        >
          {column.cell(row)}
        </td>
      )),
    [columns, row],
  )
  return (
    <tr
      role="row"
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-chosen={isChosen || undefined}
      aria-current={isChosen || undefined}
      data-changed={isChanged || undefined}
    >
      {cells}
    </tr>
  )
}
