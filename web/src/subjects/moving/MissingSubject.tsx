import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { SubjectElsewhereDocument } from '../../generated/graphql.ts'
import type { Study } from '../../studies/study/use-study.ts'

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
    <Page isAbove={hasUnsaved}>
      {!hasUnsaved && (
        <PageHeading
          crumbs={[
            { label: t('studies'), to: paths.studies },
            { label: t('study', { name: study.name }), to: paths.study(studyid) },
            { label: t('subjects'), to: paths.subjects(studyid) },
          ]}
        >
          {t('missingHeading')}
        </PageHeading>
      )}
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
    </Page>
  )
}
