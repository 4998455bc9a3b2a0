// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows take another display, which strips tables of their meaning; the roles keep it
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import classes from './DataTable.module.css'

const WindowedRows = lazy(async () => ({ default: (await import('./WindowedRows.tsx')).WindowedRows }))

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

function isActions<Row>(column: Column<Row>): boolean {
  return column.isActions === true || column.isHeaderHidden === true
}

/** Tables up to this long are drawn whole: the browser's own find works in them. */
const drawnWhole = 100

/** The table of a DataList. `shownKey` names a row to bring into view; `changed` rows fade from a mark. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  chosenKey,
  shownKey,
  changed,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  chosenKey: string | undefined
  shownKey: string | undefined
  changed: ReadonlySet<string>
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const isWhole = rows.length <= drawnWhole
  const shownIndex = shownKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === shownKey)

  useEffect(() => {
    if (isWhole && shownIndex >= 0) body.current?.rows[shownIndex]?.scrollIntoView({ block: 'nearest' })
  }, [isWhole, shownIndex])

  function renderRow(index: number, measure?: (element: HTMLTableRowElement | null) => void) {
    const row = rows[index]
    if (row === undefined) return null
    const key = rowKey(row)
    const isChosen = key === chosenKey
    return (
      <tr
        key={key}
        role="row"
        ref={measure}
        data-index={index}
        aria-rowindex={index + 2}
        data-chosen={isChosen || undefined}
        aria-current={isChosen || undefined}
        data-changed={changed.has(key) || undefined}
      >
        {columns.map((column, position) => (
          <td
            key={column.key}
            role="cell"
            data-label={position > 0 && !isActions(column) ? column.header : undefined}
            data-align={column.align}
            data-actions={isActions(column) || undefined}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
    )
  }

  const start = rows.slice(0, drawnWhole).map((_, index) => renderRow(index))
  return (
    <table className={classes.table} role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-align={column.align}
              data-actions={isActions(column) || undefined}
              aria-sort={column.isSorted ? 'ascending' : undefined}
            >
              {column.isHeaderHidden ? <span className={classes.hidden}>{column.header}</span> : column.header}
              {column.isSorted && <span aria-hidden> ▴</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {isWhole ? (
          start
        ) : (
          <Suspense fallback={start}>
            <WindowedRows
              count={rows.length}
              keyAt={(index) => {
                const row = rows[index]
                return row === undefined ? String(index) : rowKey(row)
              }}
              renderRow={renderRow}
              shownIndex={shownIndex < 0 ? undefined : shownIndex}
            />
          </Suspense>
        )}
      </tbody>
    </table>
  )
}
