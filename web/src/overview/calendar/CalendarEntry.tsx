import { useFormatter, useTranslations } from 'use-intl'
import { visitPath } from '../../browser/navigation/visit-path.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { VisitMark } from '../matrix/VisitMark.tsx'
import classes from './Calendar.module.css'
import type { Entry } from './calendar-view.ts'

/** What stands beside a visit's name: its state, and the window in which it may take place. */
function useEntryText(): (entry: Entry) => { state: string; window: string | undefined } {
  const t = useTranslations('calendar')
  const ofStates = useTranslations('overview')
  const format = useFormatter()
  const noon = (day: string) => new Date(`${day}T12:00:00Z`)
  return ({ cell, earliestDate, latestDate }) => ({
    state: ofStates(`visitState.${cell}`),
    window:
      earliestDate && latestDate && earliestDate !== latestDate
        ? t('window', {
            days: format.dateTimeRange(noon(earliestDate), noon(latestDate), {
              ...({ day: 'numeric', month: 'short' } as const),
              timeZone: 'UTC',
            }),
          })
        : undefined,
  })
}

/** A visit in the list of its day: subject, visit, state and window. */
export function ListedEntry({ studyid, entry }: { studyid: string; entry: Entry }) {
  const { state, window } = useEntryText()(entry)
  return (
    <li className={classes.listed}>
      <VisitMark cell={entry.cell} />
      <Link to={visitPath(studyid, entry)}>{entry.name}</Link>
      <span>{entry.visit}</span>
      <span className={classes.quiet}>{window === undefined ? state : `${state}, ${window}`}</span>
    </li>
  )
}

/** A visit in its day of the month: subject and visit, and everything in its accessible name. */
export function GridEntry({ studyid, entry }: { studyid: string; entry: Entry }) {
  const t = useTranslations('calendar')
  const { state, window } = useEntryText()(entry)
  const { name, visit, cell } = entry
  const label = t(window === undefined ? 'entry' : 'entryWithin', { name, visit, state, window: window ?? '' })
  return (
    <li>
      <Link to={visitPath(studyid, entry)} className={classes.entry} aria-label={label} title={label}>
        <VisitMark cell={cell} />
        <span>
          <strong>{name}</strong> {visit}
        </span>
      </Link>
    </li>
  )
}
