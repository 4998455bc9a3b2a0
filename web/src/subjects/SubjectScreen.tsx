import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../app/paths.ts'
import { LinkButton } from '../components/LinkButton.tsx'
import { Notice } from '../components/Notice.tsx'
import { Page } from '../components/Page.tsx'
import { ReadingBar } from '../components/ReadingBar.tsx'
import { UnsavedPartsProvider } from '../components/unsaved-parts.tsx'
import { useStudy } from '../studies/use-study.ts'
import { SubjectPage } from './detail/SubjectPage.tsx'
import { useSubjectRecord } from './detail/use-subject-record.ts'

/** /studies/:studyid/subjects/:subjectid and all below it. */
export function SubjectScreen() {
  const t = useTranslations('subject')
  const { subjectid = '' } = useParams()
  const study = useStudy()
  const { data, failure, isReading } = useSubjectRecord(study.siteid, study.studyid, subjectid)

  if (data?.getSubject) {
    return (
      <UnsavedPartsProvider key={subjectid} within={paths.subject(study.studyid, subjectid)}>
        <SubjectPage study={study} subject={data.getSubject} offers={data} isReading={isReading} />
      </UnsavedPartsProvider>
    )
  }
  const isMissing = failure?.code === 'NOT_FOUND' || data?.getSubject === null
  return (
    <Page>
      <ReadingBar isReading={isReading} />
      {isMissing && (
        <Notice kind="error" action={<LinkButton to={paths.subjects(study.studyid)}>{t('toSubjects')}</LinkButton>}>
          {t('missing')}
        </Notice>
      )}
    </Page>
  )
}
