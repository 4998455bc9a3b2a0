import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Failure } from '../../calls/failures.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import type { ReviewSubjectMoveQuery } from '../../generated/graphql.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import type { SubjectRow } from '../list/SubjectPanels.tsx'
import classes from './Move.module.css'

type Found = ReviewSubjectMoveQuery['reviewSubjectMove']['findings'][number]

/** What the server found, or a `sentence` that this browser says. */
export type Finding = Found | (Pick<Found, 'effect' | 'subjectids'> & { sentence: string })

/** What moving the subjects means: what stands in the way, and what changes. */
export function MoveFindings({
  studyid,
  subjects,
  findings,
}: {
  studyid: string
  subjects: readonly SubjectRow[]
  findings: readonly Finding[]
}) {
  const t = useTranslations('moving')
  const refused = findings.filter(({ effect }) => effect === 'REFUSED')
  const looks = findings.filter(({ effect }) => effect === 'LOOK')
  const staying = new Set(refused.flatMap(({ subjectids }) => subjectids)).size
  return (
    <>
      {refused.length > 0 && (
        <Notice kind="warning" title={t('stay', { count: staying })}>
          <FindingList studyid={studyid} subjects={subjects} findings={refused} />
        </Notice>
      )}
      {looks.length > 0 && (
        <Notice kind="info" title={t('look')}>
          <FindingList studyid={studyid} subjects={subjects} findings={looks} />
        </Notice>
      )}
      {findings.length === 0 && <Notice kind="info">{t('harmless')}</Notice>}
    </>
  )
}

function FindingList({ studyid, subjects, findings }: Parameters<typeof MoveFindings>[0]) {
  const textOf = useFailureText()
  const nameOf = new Map(subjects.map((subject) => [subject.subjectid, subjectName(subject)]))
  const sentenceOf = (finding: Finding) =>
    'sentence' in finding
      ? finding.sentence
      : textOf(
          new Failure({
            code: 'CONFLICT',
            message: finding.message,
            reason: finding.reason,
            params: Object.fromEntries(finding.params.map(({ key, value }) => [key, value])),
          }),
        )
  return (
    <ul className={classes.findings}>
      {findings.map((finding) => {
        const sentence = sentenceOf(finding)
        return (
          <li key={sentence}>
            {finding.subjectids.map((subjectid, place) => (
              <span key={subjectid}>
                {place > 0 && ', '}
                <Link to={paths.subject(studyid, subjectid)}>{nameOf.get(subjectid) ?? subjectid}</Link>
              </span>
            ))}
            : {sentence}
          </li>
        )
      })}
    </ul>
  )
}
