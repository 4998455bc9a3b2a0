// biome-ignore-all lint/a11y/noRedundantRoles: rows with another display lose their table semantics without the roles
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, DataRow, isActions } from './DataRow.tsx'
import classes from './DataTable.module.css'
import picks from './picking/Picking.module.css'
import { expectedRowPixels, SpacerRow } from './SpacerRow.tsx'
import cards from './TableCards.module.css'
import { useRowKeys } from './use-row-keys.ts'

export type { Column }

/** The sort column, and the handler for a press on another column's header. */
export type Sorting = { key: string; isDescending: boolean; onSort: (key: string) => void }

/** Which rows are chosen, to be acted on together. */
export type Picking<Row> = {
  picked: ReadonlySet<string>
  onPick: (keys: readonly string[], isOn: boolean) => void
  /** The name of the box that chooses a row. */
  label: (row: Row) => string
}

const WindowedRows = lazy(async () => ({ default: (await import('./WindowedRows.tsx')).WindowedRows }))

/** Tables up to this length are rendered completely, so that the browser's find works in them. */
const drawnWhole = 100

/** The table of a DataList. `shownKey` is the key of a row to scroll to; `changed` rows are highlighted. */
export function DataTable<Row>({
  label,
  rows,
  rowKey,
  columns,
  chosenKey,
  shownKey,
  addedKey,
  changed,
  sorting,
  isOpenedByRow,
  isCard,
  picking,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  chosenKey: string | undefined
  shownKey: string | undefined
  addedKey: string | undefined
  changed: ReadonlySet<string>
  sorting: Sorting | undefined
  isOpenedByRow: boolean | undefined
  isCard: boolean | undefined
  picking?: Picking<Row> | undefined
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  useOpeningByRow(body, isOpenedByRow === true)
  function pick(places: readonly number[], isOn?: boolean) {
    const keys = places.flatMap((place) => rows.slice(place, place + 1).map(rowKey))
    const [first] = keys
    if (picking && first !== undefined) picking.onPick(keys, isOn ?? !picking.picked.has(first))
  }
  useRowKeys(body, picking && pick)
  const isWhole = rows.length <= drawnWhole
  const shownIndex = shownKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === shownKey)

  useEffect(() => {
    if (isWhole && shownIndex >= 0) body.current?.rows[shownIndex]?.scrollIntoView({ block: 'nearest' })
  }, [isWhole, shownIndex])

  const hasAdded = addedKey !== undefined && rows.some((row) => rowKey(row) === addedKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once the row is there, not when it moves
  useEffect(() => {
    if (!isWhole || !hasAdded) return
    const index = rows.findIndex((row) => rowKey(row) === addedKey)
    body.current?.rows[index]?.querySelector<HTMLElement>('td:first-child a')?.focus()
  }, [isWhole, hasAdded, addedKey])

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
        pickLabel={picking?.label(row)}
        isPicked={picking?.picked.has(key) ?? false}
        onPick={picking && ((place, isOn) => pick([place], isOn))}
      />
    )
  }

  const start = rows.slice(0, drawnWhole).map((_, index) => renderRow(index))
  // As tall as the content that replaces it, so that the scroll position is kept while loading.
  const untilWindowed = (
    <>
      {start}
      <SpacerRow pixels={(rows.length - start.length) * expectedRowPixels} />
    </>
  )
  return (
    <table
      className={`${classes.table} ${cards.cards}`}
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      data-card={isCard || undefined}
      data-opens={isOpenedByRow || undefined}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {columns.map((column, place) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              data-align={column.align}
              data-spare={column.isSpare || undefined}
              data-actions={isActions(column) || undefined}
              aria-sort={sortOf(column, sorting)}
            >
              {picking && place === 0 && <PickAll rows={rows} rowKey={rowKey} picking={picking} />}
              <Header column={column} sorting={sorting} />
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

/** Chooses all rows that are shown, or none. */
function PickAll<Row>({
  rows,
  rowKey,
  picking: { picked, onPick },
}: {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  picking: Picking<Row>
}) {
  const t = useTranslations('components')
  const keys = rows.map(rowKey)
  const count = keys.filter((key) => picked.has(key)).length
  return (
    <label className={picks.around} data-words={t('chooseAll')}>
      <input
        type="checkbox"
        className={picks.pick}
        aria-label={t('chooseAll')}
        checked={count > 0 && count === keys.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < keys.length
        }}
        onChange={(event) => onPick(keys, event.currentTarget.checked)}
      />
    </label>
  )
}

function sortOf<Row>(column: Column<Row>, sorting: Sorting | undefined): 'ascending' | 'descending' | undefined {
  if (column.isSorted) return 'ascending'
  if (!column.isSortable || sorting?.key !== column.key) return undefined
  return sorting.isDescending ? 'descending' : 'ascending'
}

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const sort = sortOf(column, sorting)
  const mark = sort && <span aria-hidden> {sort === 'ascending' ? '▴' : '▾'}</span>
  if (column.isHeaderHidden) return <span className={classes.hidden}>{column.header}</span>
  if (!column.isSortable || !sorting) {
    return (
      <>
        {column.header}
        {mark}
      </>
    )
  }
  return (
    <button type="button" className={classes.sort} onClick={() => sorting.onSort(column.key)}>
      {column.header}
      {mark}
    </button>
  )
}

/** Elements in a row that react to clicks themselves. */
const acting = 'a, button, input, select, textarea, label, [role="alertdialog"], [role="menu"]'

/** A press anywhere in a row follows the link in its first cell, with the modifier keys that open a new tab. */
function useOpeningByRow(body: RefObject<HTMLTableSectionElement | null>, isOpened: boolean) {
  useEffect(() => {
    const element = body.current
    if (!element || !isOpened) return
    function onClick(event: MouseEvent) {
      if (!(event.target instanceof Element) || event.target.closest(acting)) return
      // Selecting text to copy it is not a press.
      if (getSelection()?.type === 'Range') return
      const { ctrlKey, metaKey, shiftKey } = event
      event.target
        .closest('tr')
        ?.querySelector('td:first-child a')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  }, [body, isOpened])
}
