import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from '../components/buttons/Link.tsx'
import { Enrolment } from './Enrolment.tsx'
import { countOf, type Figures, type LinkTo, lately, waiting } from './figures.ts'
import classes from './Overview.module.css'
import tasks from './Waiting.module.css'

type Counting = (typeof waiting)[number]['names'][number] | (typeof lately)[number]

/** The groups that something waits for, by the names that the people's screen gives them. */
const groupNames = { hp: 'hpName', admin: 'adminName' } as const

/** Subjects marked as deleted are an exception: without any, there is no figure for them. */
const states = ['enrolled', 'open', 'closed', 'deleted'] as const

/** Not counted where nobody is asked for it. */
const isShown = (name: Counting, figures: Figures) => name !== 'visitsMissing' || figures.visitsMissing > 0

/** What a number gained in the last seven days. */
const gains = { enrolled: 'addedLately', closed: 'closedLately' } as const

/**
 * The open tasks first, the main figures, and the enrolment with the changes of the last seven days beside `standings`.
 * `level` of their headings: below the page's.
 */
export function FigureParts({
  figures,
  linkTo,
  level,
  standings,
}: {
  figures: Figures
  linkTo: LinkTo
  level: 2 | 3
  standings?: ReactNode
}) {
  const t = useTranslations('overview')
  const groups = useTranslations('users')
  const format = useFormatter()
  const Heading = level === 2 ? 'h2' : 'h3'
  const Below = level === 2 ? 'h3' : 'h4'
  return (
    <div className={classes.parts}>
      <section className={tasks.waiting} aria-labelledby="waiting">
        <Heading id="waiting">{t('waiting')}</Heading>
        <div className={tasks.groups}>
          {waiting.map(({ who, names }) => (
            <div key={names[0]} className={tasks.who}>
              <Below id={`waiting-${names[0]}`}>
                {who === 'uploader'
                  ? t('uploader')
                  : format.list(
                      who.map((group) => groups(groupNames[group])),
                      { type: 'disjunction' },
                    )}
              </Below>
              <Numbers labelledBy={`waiting-${names[0]}`} names={names} figures={figures} linkTo={linkTo} />
            </div>
          ))}
        </div>
      </section>
      <ul className={classes.figures} aria-label={t('states')}>
        {states
          .filter((name) => name !== 'deleted' || figures.deleted > 0)
          .map((name) => (
            <li key={name}>
              <Figure name={name} figures={figures} linkTo={linkTo} />
            </li>
          ))}
      </ul>
      <div className={classes.lately}>
        <Enrolment weeks={figures.enrolment} linkTo={linkTo} level={level} />
        <section className={classes.numbers} aria-labelledby="lately">
          <Heading id="lately">{t('lately')}</Heading>
          <Numbers labelledBy="lately" names={lately} figures={figures} linkTo={linkTo} />
        </section>
      </div>
      {standings}
    </div>
  )
}

function Figure({ name, figures, linkTo }: { name: (typeof states)[number]; figures: Figures; linkTo: LinkTo }) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const gained = name === 'enrolled' || name === 'closed' ? figures[gains[name]] : 0
  return (
    <Link to={linkTo(name)} className={classes.figure}>
      <strong>{format.number(countOf(figures, name))}</strong>{' '}
      <span>{name === 'enrolled' ? t('everybody') : t(`figure.${name}`)}</span>
      {gained > 0 && <span className={classes.gained}> {t('inSevenDays', { count: format.number(gained) })}</span>}
    </Link>
  )
}

function Numbers({
  labelledBy,
  names,
  figures,
  linkTo,
}: {
  labelledBy: string
  names: readonly Counting[]
  figures: Figures
  linkTo: LinkTo
}) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const shown = names.filter((name) => isShown(name, figures))
  return (
    <ul aria-labelledby={labelledBy}>
      {shown.map((name) => (
        <li key={name}>
          <Link to={linkTo(name)} data-none={figures[name] === 0 || undefined}>
            <span className={`${classes.number} ${tasks.number}`}>{format.number(figures[name])}</span>{' '}
            {t(`figure.${name}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
