import { keyOfAny } from '@casebook/domain/shared/names/occurrences.ts'
import { type Cell, cells } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { type VisitCell, visitCells } from '@casebook/domain/visits/cells/visit-cells.ts'
import { lazy, memo, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { visitPath } from '../../browser/navigation/visit-path.ts'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import type { StudyOverviewQuery } from '../../generated/graphql.ts'
import classes from './Matrix.module.css'
import { VisitMark } from './VisitMark.tsx'

const WindowedRows = lazy(async () => ({
  default: (await import('../../components/list/WindowedRows.tsx')).WindowedRows,
}))

/** Up to this many rows are rendered completely. */
const drawnWhole = 100
/** Up to this many columns, their names stand upright above them on a wide screen. */
const few = 10
/** Wider columns than this scroll sideways, in pixels. */
const widest = 820
/** Letters of a name that surely fit into a line of it, turned. */
const perLine = 22

/** Pixels that a column takes with its name turned. */
function widthOf({ name }: MatrixColumn): number {
  return Math.max(34, 4 + 16 * Math.min(3, Math.ceil(name.length / perLine)))
}

type Row = StudyOverviewQuery['listSubjects'][number]
export type MatrixColumn = { key: string; name: string; part: 'formtypes' | 'activities' | 'visits'; id: string }

const cellOf = (letter: string | undefined): Cell => cells.find((cell) => cell === letter) ?? '-'
const visitCellOf = (letter: string | undefined): VisitCell => visitCells.find((cell) => cell === letter) ?? '-'

/**
 * A matrix of subjects by forms and activities, or by visits. Each cell links to its record. Rows are rendered as they come
 * into view. `cellsOf`: the letters of a subject's cells.
 */
export function Matrix({
  label,
  studyid,
  columns,
  rows,
  cellsOf,
}: {
  label: string
  studyid: string
  columns: readonly MatrixColumn[]
  rows: readonly Row[]
  cellsOf: (row: Row) => string
}) {
  const t = useTranslations('overview')
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0)
  const shape = columns.length <= few ? 'few' : width > widest ? 'many' : undefined
  const all = rows
    .slice(0, drawnWhole)
    .map((row, index) => (
      <MatrixRow key={row.subjectid} studyid={studyid} columns={columns} row={row} cells={cellsOf(row)} index={index} />
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls sideways on a phone must scroll by keyboard, too
    <section className={classes.frame} data-columns={shape} aria-label={label} tabIndex={0}>
      <table className={classes.matrix} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('subject')}</th>
            {columns.map(({ key, name, part }, at) => (
              <th
                key={key}
                scope="col"
                data-first={part === 'activities' && columns[at - 1]?.part === 'formtypes' ? true : undefined}
              >
                <span title={name}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length <= drawnWhole ? (
            all
          ) : (
            <Suspense fallback={all}>
              <WindowedRows
                count={rows.length}
                keyAt={(index) => rows[index]?.subjectid ?? String(index)}
                shownIndex={undefined}
                renderRow={(index, measure) => {
                  const row = rows[index]
                  return (
                    row && (
                      <MatrixRow
                        key={row.subjectid}
                        studyid={studyid}
                        columns={columns}
                        row={row}
                        cells={cellsOf(row)}
                        index={index}
                        measure={measure}
                      />
                    )
                  )
                }}
              />
            </Suspense>
          )}
        </tbody>
      </table>
    </section>
  )
}

const MatrixRow = memo(function MatrixRow({
  studyid,
  columns,
  row,
  cells,
  index,
  measure,
}: {
  studyid: string
  columns: readonly MatrixColumn[]
  row: Row
  cells: string
  index: number
  measure?: (element: HTMLTableRowElement | null) => void
}) {
  const t = useTranslations('overview')
  const name = subjectName(row)
  const base = paths.subject(studyid, row.subjectid)
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} data-status={row.status}>
      <th scope="row">
        <Link to={base} title={name}>
          {name}
        </Link>
      </th>
      {columns.map(({ key, name: column, part, id }, at) => {
        if (part === 'visits') {
          const cell = visitCellOf(cells[at])
          return (
            <td key={key}>
              <Link
                to={visitPath(studyid, { subjectid: row.subjectid, visitid: id })}
                aria-label={t('cell', { name, column, state: t(`visitState.${cell}`) })}
              >
                <VisitMark cell={cell} />
              </Link>
            </td>
          )
        }
        const cell = cellOf(cells[at])
        return (
          <td key={key}>
            <Link
              to={cell === '-' ? `${base}/${part}` : `${base}/${part}/${keyOfAny(id)}`}
              aria-label={t('cell', { name, column, state: t(`state.${cell}`) })}
            >
              <CellMark cell={cell} />
            </Link>
          </td>
        )
      })}
    </tr>
  )
})

/** Filled, half across, half up, dashed, warning or empty: a shape and a colour, never one alone. */
export function CellMark({ cell }: { cell: Cell }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className={classes.mark} data-cell={cell}>
      {cell === 'W' ? (
        <path d="M7 1 13 13H1Z M7 5V9 M7 10.5V11.5" />
      ) : (
        <rect x="1" y="1" width="12" height="12" rx="2" data-frame />
      )}
      {cell === 'P' && <path d="M1 13V7H13V13Z" data-fill />}
      {cell === 'D' && <rect x="1" y="1" width="12" height="12" rx="2" data-fill />}
      {cell === 'H' && <path d="M1 13V1L13 13Z" data-fill />}
    </svg>
  )
}
