// biome-ignore-all lint/a11y/noRedundantRoles: see DataTable.tsx
import { type ReactNode, useMemo } from 'react'
import classes from './picking/Picking.module.css'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** A column of buttons: as narrow as they are, at the row's end. */
  isActions?: boolean
  /** The same, with a header for screen readers only. */
  isHeaderHidden?: boolean
  /** Marks the sort column of a list with a fixed order. */
  isSorted?: boolean
  /** The header is a button that sorts by this column; see `sorting` of the list. */
  isSortable?: boolean
  /** On a phone, in a list of cards: beside the first column, not below it. */
  isOnFirstLine?: boolean
  /** A day, a time or a count: it stays on one line. */
  isShort?: boolean
  /** On a phone the value needs no label. */
  isUnlabelled?: boolean
  /** Left out while a panel stands beside the list. */
  isSpare?: boolean
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
  /** The name of the box that chooses it, in a list of which rows can be chosen. */
  pickLabel: string | undefined
  isPicked: boolean
  onPick: ((index: number, isOn: boolean) => void) | undefined
}

/**
 * One row. Its cells are rendered again only when the row changed: scrolling a long list renders only the rows that
 * appear.
 */
export function DataRow<Row>({
  row,
  index,
  columns,
  isChosen,
  isChanged,
  measure,
  pickLabel,
  isPicked,
  onPick,
}: DataRowProps<Row>) {
  const contents = useMemo(() => columns.map((column) => column.cell(row)), [columns, row])
  return (
    <tr
      role="row"
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-chosen={isChosen || undefined}
      aria-current={isChosen || undefined}
      data-picked={isPicked || undefined}
      data-changed={isChanged || undefined}
    >
      {columns.map((column, position) => (
        <td
          key={column.key}
          role="cell"
          data-label={position > 0 && !isActions(column) && !column.isUnlabelled ? column.header : undefined}
          data-column={column.key}
          data-spare={column.isSpare || undefined}
          data-short={column.isShort || undefined}
          data-first-line={position === 0 || column.isOnFirstLine || isActions(column) || undefined}
          data-align={column.align}
          data-actions={isActions(column) || undefined}
        >
          {position === 0 && pickLabel !== undefined && (
            <label className={classes.around}>
              <input
                type="checkbox"
                className={classes.pick}
                aria-label={pickLabel}
                checked={isPicked}
                onChange={(event) => onPick?.(index, event.currentTarget.checked)}
              />
            </label>
          )}
          {contents[position]}
        </td>
      ))}
    </tr>
  )
}
