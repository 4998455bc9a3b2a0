// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows take another display, which strips tables of their meaning; the roles keep it
import { lazy, Suspense, useEffect, useRef } from 'react'
import { type Column, DataRow, isActions } from './DataRow.tsx'
import classes from './DataTable.module.css'
import { expectedRowPixels, SpacerRow } from './SpacerRow.tsx'

export type { Column }

const WindowedRows = lazy(async () => ({ default: (await import('./WindowedRows.tsx')).WindowedRows }))

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
    return (
      <DataRow
        key={key}
        row={row}
        index={index}
        columns={columns}
        isChosen={key === chosenKey}
        isChanged={changed.has(key)}
        measure={measure}
      />
    )
  }

  const start = rows.slice(0, drawnWhole).map((_, index) => renderRow(index))
  // As tall as what comes after it: who scrolls while it loads stays where they went.
  const untilWindowed = (
    <>
      {start}
      <SpacerRow pixels={(rows.length - start.length) * expectedRowPixels} />
    </>
  )
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
          <Suspense fallback={untilWindowed}>
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
