import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './DataList.module.css'
import type { Column } from './DataRow.tsx'
import { DataTable } from './DataTable.tsx'
import { filterRows } from './filter-rows.ts'
import { ReadingBar } from './ReadingBar.tsx'
import { useChangedKeys } from './use-changed-keys.ts'

export type { Column }

/** From this many rows on, a list with `filterText` offers a filter. */
const filteredFrom = 10

type DataListProps<Row> = {
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
  /** Part of a page among others: an empty list takes no more room than it needs. */
  isCompact?: boolean
  /** The row that the route or an open panel is about. */
  chosenKey?: string | undefined
  /** A row that was just saved: it is brought into view once it is there. */
  shownKey?: string | undefined
  /** '42 subjects', beside the filter. */
  count?: (total: number) => string
}

/**
 * A list as a real table: sorted by `compare`, filtered as one types, with a sticky header, drawn only as far as in
 * view, never blank during a re-read; rows that came or changed are marked for two seconds. Under 700 px each row
 * becomes a small card with the column's name beside each value. Keep `compare` and `filterText` outside of the
 * component, so that typing does not sort anew.
 */
export function DataList<Row>(props: DataListProps<Row>) {
  const { label, rows, rowKey, columns, compare, filterText, isReading, empty, emptyNext, count, isCompact } = props
  const t = useTranslations('components')
  const [filter, setFilter] = useState('')
  const countid = useId()
  const sorted = useMemo(() => rows && [...rows].sort(compare), [rows, compare])
  const shown = useMemo(() => filterRows(sorted ?? [], filter, filterText), [sorted, filter, filterText])
  const changed = useChangedKeys(rows, rowKey)
  const total = sorted?.length ?? 0
  const hasFilter = filterText !== undefined && (filter !== '' || total >= filteredFrom)

  return (
    <div>
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
            />
          )}
          <span id={countid} className={classes.count} role="status">
            {filter === '' ? count?.(total) : t('shownOf', { shown: shown.length, total })}
          </span>
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
          changed={changed}
        />
      )}
      {sorted && total === 0 && (
        <div className={classes.empty} data-compact={isCompact || undefined}>
          <p>{empty}</p>
          {emptyNext}
        </div>
      )}
      {total > 0 && shown.length === 0 && (
        <div className={classes.empty}>
          <p>{t('noMatch', { filter })}</p>
          <Button variant="default" size="xs" onClick={() => setFilter('')}>
            {t('clearFilter')}
          </Button>
        </div>
      )}
    </div>
  )
}
