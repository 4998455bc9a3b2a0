import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { SubjectElsewhereDocument } from '../../generated/graphql.ts'
import type { Study } from '../../studies/study/use-study.ts'
import classes from './MissingSubject.module.css'

/** Says that the study has no such subject, and where it is if it was moved: links and labels from before lead here. */
export function MissingSubject({
  study,
  subjectid,
  hasUnsaved = false,
}: {
  study: Study
  subjectid: string
  /** What was typed before is shown below. */
  hasUnsaved?: boolean
}) {
  const t = useTranslations('subject')
  const ofMoving = useTranslations('moving')
  const { siteid, studyid } = study
  const { data } = useRead(SubjectElsewhereDocument, { siteid, text: subjectid })
  const there = data?.findSubjects.find((found) => found.subjectid === subjectid && found.studyid !== studyid)
  if (hasUnsaved && !data) return null
  return (
    <div className={hasUnsaved ? classes.left : undefined}>
      {there ? (
        <Notice
          kind="info"
          action={<LinkButton to={paths.subject(there.studyid, subjectid)}>{ofMoving('openThere')}</LinkButton>}
        >
          <p>{ofMoving('movedAway')}</p>
          {hasUnsaved && <p>{ofMoving('keptHere')}</p>}
        </Notice>
      ) : (
        <Notice kind="error" action={<LinkButton to={paths.subjects(studyid)}>{t('toSubjects')}</LinkButton>}>
          <p>{t('missing')}</p>
          {hasUnsaved && <p>{ofMoving('keptHere')}</p>}
        </Notice>
      )}
    </div>
  )
}
