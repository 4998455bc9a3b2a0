import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { SubjectElsewhereDocument } from '../../generated/graphql.ts'
import type { Study } from '../../studies/study/use-study.ts'

/** Says that the study has no such subject, and where it is if it was moved: links and labels from before lead here. */
export function MissingSubject({ study, subjectid }: { study: Study; subjectid: string }) {
  const t = useTranslations('subject')
  const ofMoving = useTranslations('moving')
  const { siteid, studyid } = study
  const { data } = useRead(SubjectElsewhereDocument, { siteid, text: subjectid })
  const there = data?.findSubjects.find((found) => found.subjectid === subjectid && found.studyid !== studyid)
  if (there) {
    return (
      <Notice
        kind="info"
        action={<LinkButton to={paths.subject(there.studyid, subjectid)}>{ofMoving('openThere')}</LinkButton>}
      >
        {ofMoving('movedAway')}
      </Notice>
    )
  }
  return (
    <Notice kind="error" action={<LinkButton to={paths.subjects(studyid)}>{t('toSubjects')}</LinkButton>}>
      {t('missing')}
    </Notice>
  )
}
