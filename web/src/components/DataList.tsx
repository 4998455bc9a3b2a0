// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows take another display, which strips tables of their meaning; the roles keep it
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './DataList.module.css'
import { filterRows } from './filter-rows.ts'
import { ReadingBar } from './ReadingBar.tsx'
import { useChangedKeys } from './use-changed-keys.ts'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** The header is for screen readers only (a column of buttons). */
  isHeaderHidden?: boolean
  /** Marks the column by which the list is sorted. */
  isSorted?: boolean
  width?: string
}

/** Lists up to this long are drawn whole: the browser's own find works in them. */
const drawnWhole = 100

/**
 * A list as a real table: sorted by `compare`, filtered as one types (when there are ten rows or more), with a sticky
 * header, drawn only as far as in view, never blank during a re-read; rows that came or changed are marked for two
 * seconds. Under 700 px each row becomes a small card with the column's name beside each value.
 */
export function DataList<Row>({
  label,
  rows,
  rowKey,
  columns,
  compare,
  filterText,
  isReading,
  empty,
  emptyNext,
  chosenKey,
  count,
}: {
  /** The table's name for screen readers. */
  label: string
  /** undefined until the first answer. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  compare: (one: Row, other: Row) => number
  /** The text in which the filter looks; without it there is no filter. */
  filterText?: (row: Row) => string
  isReading: boolean
  /** The sentence of an empty list, and under it the next step as a link. */
  empty: string
  emptyNext?: ReactNode
  /** The row that the route or an open panel is about. */
  chosenKey?: string | undefined
  /** '42 subjects', beside the filter. */
  count?: (total: number) => string
}) {
  const t = useTranslations('components')
  const [filter, setFilter] = useState('')
  const countid = useId()
  const sorted = useMemo(() => rows && [...rows].sort(compare), [rows, compare])
  const shown = useMemo(
    () => (sorted && filterText ? filterRows(sorted, filter, filterText) : sorted),
    [sorted, filter, filterText],
  )
  const changed = useChangedKeys(rows, rowKey)
  const hasFilter = filterText !== undefined && (filter !== '' || (sorted?.length ?? 0) >= 10)

  return (
    <div className={classes.list}>
      {(hasFilter || (count && sorted && sorted.length > 0)) && (
        <div className={classes.tools}>
          {hasFilter && (
            <TextInput
              className={classes.filter}
              aria-label={t('filter')}
              aria-describedby={countid}
              placeholder={t('filterHint')}
              type="search"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
          )}
          <span id={countid} className={classes.count} role="status">
            {filter !== '' && shown && sorted
              ? t('shownOf', { shown: shown.length, total: sorted.length })
              : sorted && count?.(sorted.length)}
          </span>
        </div>
      )}
      <ReadingBar isReading={isReading} />
      {shown && shown.length > 0 && (
        <Table label={label} rows={shown} rowKey={rowKey} columns={columns} chosenKey={chosenKey} changed={changed} />
      )}
      {sorted?.length === 0 && (
        <div className={classes.empty}>
          <p>{empty}</p>
          {emptyNext}
        </div>
      )}
      {sorted && sorted.length > 0 && shown?.length === 0 && (
        <p className={classes.empty}>{t('noMatch', { filter })}</p>
      )}
    </div>
  )
}

function Table<Row>({
  label,
  rows,
  rowKey,
  columns,
  chosenKey,
  changed,
}: {
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  chosenKey: string | undefined
  changed: ReadonlySet<string>
}) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [offset, setOffset] = useState(0)
  const isWhole = rows.length <= drawnWhole

  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    setOffset((before) => (Math.abs(before - top) > 4 ? top : before))
  })

  const virtualizer = useWindowVirtualizer({
    count: isWhole ? 0 : rows.length,
    estimateSize: () => 41,
    overscan: 20,
    scrollMargin: offset,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const above = first ? first.start - offset : 0
  const below = last ? virtualizer.getTotalSize() - (last.end - offset) : 0

  function renderRow(row: Row, index: number) {
    const key = rowKey(row)
    return (
      <tr
        key={key}
        role="row"
        ref={isWhole ? undefined : virtualizer.measureElement}
        data-index={index}
        aria-rowindex={index + 2}
        data-chosen={key === chosenKey || undefined}
        aria-current={key === chosenKey || undefined}
        data-changed={changed.has(key) || undefined}
      >
        {columns.map((column, position) => (
          <td
            key={column.key}
            role="cell"
            data-label={position > 0 && !column.isHeaderHidden ? column.header : undefined}
            data-align={column.align}
            data-actions={column.isHeaderHidden}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
    )
  }

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
              data-width={column.width}
              aria-sort={column.isSorted ? 'ascending' : undefined}
            >
              {column.isHeaderHidden ? <span className={classes.hidden}>{column.header}</span> : column.header}
              {column.isSorted && <span aria-hidden> ▴</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} role="rowgroup">
        {above > 0 && <tr aria-hidden className={classes.spacer} ref={(element) => setHeight(element, above)} />}
        {isWhole
          ? rows.map(renderRow)
          : items.map((item) => {
              const row = rows[item.index]
              return row === undefined ? null : renderRow(row, item.index)
            })}
        {below > 0 && <tr aria-hidden className={classes.spacer} ref={(element) => setHeight(element, below)} />}
      </tbody>
    </table>
  )
}

function setHeight(element: HTMLElement | null, pixels: number) {
  if (element) element.style.height = `${pixels}px`
}
