import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '../buttons/TextButton.tsx'
import type { Drawing } from '../EmptyDrawing.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ReadingBar } from '../page/ReadingBar.tsx'
import classes from './DataList.module.css'
import type { Column } from './DataRow.tsx'
import { DataTable, type Picking, type Sorting } from './DataTable.tsx'
import { filterRows } from './filter-rows.ts'
import picks from './picking/Picking.module.css'
import { useChangedKeys } from './use-changed-keys.ts'
import { focusFirstRow } from './use-row-keys.ts'

export type { Column }

/** From this number of rows on, a list with `filterText` shows a filter. */
const filteredFrom = 10

export type DataListProps<Row> = {
  /** The table's accessible name. */
  label: string
  /** undefined until the first answer. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** The order of the rows. Without it, they stay in the order given, such as the server's. */
  compare?: (one: Row, other: Row) => number
  /** The text that the filter searches. Without it, the list has no filter. */
  filterText?: (row: Row) => string
  /** An additional condition for rows; by default all are shown. */
  keeps?: ((row: Row) => boolean) | undefined
  /** The filter's text, if the screen stores it, for example in the address. */
  filter?: string
  onFilter?: (filter: string) => void
  /** Further filters, between the filter and the count. */
  filters?: ReactNode
  /** Shows all rows again. Offered beside the count if rows are hidden, and in a list where all are hidden. */
  onShowAll?: () => void
  /** The text for a list whose rows are all filtered out. */
  noneKept?: string
  sorting?: Sorting
  /** A press anywhere in a row follows the link in its first cell. */
  isOpenedByRow?: boolean
  /** On a phone each row is a card with two lines. */
  isCard?: boolean
  /** Undefined: as the screen around it is. */
  isReading?: boolean | undefined
  /** The text of an empty list, with the next step as a link below it. */
  empty: string
  emptyNext?: ReactNode
  /** The list's purpose, with a drawing above it: for a list that fills a screen. */
  emptyPurpose?: string | undefined
  emptyDrawing?: Drawing
  /** For a list among other parts of a page: an empty list takes little space. */
  isCompact?: boolean
  /** The row of the current route or open panel. */
  chosenKey?: string | undefined
  /** A newly saved row: scrolled into view once it is present. */
  shownKey?: string | undefined
  /** A row added by the form that was just closed: its link takes the focus. */
  addedKey?: string | undefined
  /** Rows can be chosen and acted on together, with the buttons of `bar`. */
  picking?: Picking<Row> & { bar: ReactNode }
  /** Called with the keys of the visible rows, in order. Define it outside of the component or with useCallback. */
  onListed?: (keys: readonly string[]) => void
  /** '42 subjects', beside the filter. */
  count?: (total: number) => string
}

/**
 * A list as a table: filtered while typing, with a sticky header. Only visible rows are rendered, and a refresh never
 * blanks it. New and changed rows are highlighted for two seconds. Below 700 px each row becomes a small card with the
 * column's name beside each value. Define `compare` and `filterText` outside of the component, so that typing does not
 * sort again.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, rowKey, columns, compare, filterText, isReading, empty, emptyNext, count, isCompact } = props
  const { emptyPurpose, emptyDrawing, onListed, keeps, onShowAll } = props
  const t = useTranslations('components')
  const [ownFilter, setOwnFilter] = useState('')
  const filter = props.filter ?? ownFilter
  const setFilter = props.onFilter ?? setOwnFilter
  const countid = useId()
  const sorted = useMemo(() => (rows && compare ? [...rows].sort(compare) : rows), [rows, compare])
  const kept = useMemo(() => (keeps ? sorted?.filter(keeps) : sorted) ?? [], [sorted, keeps])
  const shown = useMemo(() => filterRows(kept, filter, filterText), [kept, filter, filterText])
  // biome-ignore lint/correctness/useExhaustiveDependencies: any key function returns the same key for a row
  useEffect(() => onListed?.(shown.map(rowKey)), [shown, onListed])
  const changed = useChangedKeys(rows, rowKey)
  const total = sorted?.length ?? 0
  const hasFilter = filterText !== undefined && (filter !== '' || total >= filteredFrom)
  const isPart = filter !== '' || keeps !== undefined
  const isFiltered = filter !== '' && kept.length > 0
  const showAll = () => {
    setFilter('')
    onShowAll?.()
  }

  return (
    <div data-list>
      {(hasFilter || (count && total > 0)) && (
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
              onKeyDown={(event) => {
                const list = event.currentTarget.closest('[data-list]')
                if (event.key === 'ArrowDown' && focusFirstRow(list)) event.preventDefault()
              }}
            />
          )}
          {total > 0 && props.filters}
          <span id={countid} className={classes.count} role="status">
            {isPart ? t('shownOf', { shown: shown.length, total }) : count?.(total)}
          </span>
          {isPart && onShowAll && shown.length > 0 && <TextButton onClick={showAll}>{t('showAll')}</TextButton>}
        </div>
      )}
      <ReadingBar isReading={isReading} />
      {shown.length > 0 && (
        <DataTable
          label={label}
          rows={shown}
          rowKey={rowKey}
          columns={columns}
          chosenKey={props.chosenKey}
          shownKey={props.shownKey}
          addedKey={props.addedKey}
          changed={changed}
          sorting={props.sorting}
          isOpenedByRow={props.isOpenedByRow}
          isCard={props.isCard}
          picking={props.picking}
        />
      )}
      {props.picking && props.picking.picked.size > 0 && (
        <section className={picks.bar} data-chosen-bar aria-label={t('chosen', { count: props.picking.picked.size })}>
          <span role="status">{t('chosen', { count: props.picking.picked.size })}</span>
          {props.picking.bar}
        </section>
      )}
      {sorted && total === 0 && (
        <div className={classes.empty} data-compact={isCompact || undefined}>
          {emptyPurpose ? (
            <EmptyState drawing={emptyDrawing} sentence={empty} purpose={emptyPurpose} next={emptyNext} />
          ) : (
            <>
              <p>{empty}</p>
              {emptyNext}
            </>
          )}
        </div>
      )}
      {total > 0 && shown.length === 0 && (
        <div className={classes.empty}>
          <p>{isFiltered || !props.noneKept ? t('noMatch', { filter }) : props.noneKept}</p>
          <Button variant="default" size="xs" onClick={showAll}>
            {filter === '' ? t('showAll') : t('clearFilter')}
          </Button>
        </div>
      )}
    </div>
  )
}
