import { useFormatter, useTranslations } from 'use-intl'
import { Link } from '../components/buttons/Link.tsx'
import { enrolmentLine, type Figures, type LinkTo, weekOf } from './figures.ts'
import classes from './Overview.module.css'

const height = 120
const width = 600

/** The number of subjects over time as a line chart, and by week in a table. */
export function Enrolment({ weeks, linkTo, level }: { weeks: Figures['enrolment']; linkTo: LinkTo; level: 2 | 3 }) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const Heading = level === 2 ? 'h2' : 'h3'
  const points = enrolmentLine(weeks, new Date())
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const from = Date.parse(first.day)
  const length = Math.max(1, Date.parse(last.day) - from)
  const placed = ({ day, total }: (typeof points)[number]) => ({ at: Date.parse(day) - from, total })
  // A single day makes no line.
  const isLine = first.day !== last.day
  const drawn = points.map(placed).map(({ at, total }) => {
    const x = (at / length) * width
    return `${x.toFixed(1)},${(height - (total / last.total) * (height - 8)).toFixed(1)}`
  })
  const dayText = (day: string) =>
    format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })

  return (
    <section className={classes.enrolment} aria-label={t('enrolment')}>
      <Heading>{t('enrolment')}</Heading>
      {isLine && (
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className={classes.line} aria-hidden>
          <polygon points={`0,${height} ${drawn.join(' ')} ${width},${height}`} />
          <polyline points={drawn.join(' ')} />
        </svg>
      )}
      <p className={classes.ends}>
        {isLine && <span>{dayText(first.day)}</span>}
        <Link to={linkTo('enrolled')}>{t('enrolled', { count: last.total, day: dayText(last.day) })}</Link>
      </p>
      <details className={classes.weeks}>
        <summary>{t('byWeek')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('weekOf')}</th>
              <th scope="col">{t('added')}</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map(({ week, added }) => (
              <tr key={week}>
                <td>{dayText(week)}</td>
                <td>
                  <Link to={linkTo(weekOf(week))} aria-label={t('addedInWeek', { week: dayText(week), count: added })}>
                    {format.number(added)}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
