import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { Link } from '../components/buttons/Link.tsx'
import type { StudyOverviewQuery } from '../generated/graphql.ts'
import { aheadAndBehind, type Standing } from './figures.ts'
import classes from './Overview.module.css'

type Subject = StudyOverviewQuery['listSubjects'][number]

const most = 3

/** The open subjects of a study with most and with least done, each leading to its page. Nothing where all stand alike. */
export function Standings({ studyid, subjects }: { studyid: string; subjects: readonly Subject[] }) {
  const { ahead, behind } = aheadAndBehind(subjects, most)
  if (ahead.length === 0) return null
  return (
    <div className={classes.standings}>
      <StandingList name="ahead" studyid={studyid} standings={ahead} />
      <StandingList name="behind" studyid={studyid} standings={behind} />
    </div>
  )
}

function StandingList({
  name,
  studyid,
  standings,
}: {
  name: 'ahead' | 'behind'
  studyid: string
  standings: readonly Standing<Subject>[]
}) {
  const t = useTranslations('overview')
  return (
    <section aria-labelledby={name}>
      <h3 id={name}>{t(name)}</h3>
      <ul aria-labelledby={name}>
        {standings.map(({ subject, done }) => (
          <li key={subject.subjectid}>
            <Link to={paths.subject(studyid, subject.subjectid)}>{subjectName(subject)}</Link>
            <span className={classes.quiet}>
              {t('doneOf', { done: String(done), all: String(subject.facts.cells.length) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
