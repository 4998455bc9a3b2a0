import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { useSubjectRecord } from '../subjects/record/use-subject-record.ts'
import { ExportParts } from './ExportParts.tsx'

/** /studies/:studyid/subjects/:subjectid/export */
export function SubjectExportScreen() {
  const t = useTranslations('exports')
  const { subjectid = '' } = useParams()
  const { siteid, studyid, name } = useStudy()
  const { data } = useSubjectRecord(siteid, studyid, subjectid)
  const subject = data?.getSubject?.identifier ?? subjectid
  return (
    <Page>
      <PageHeading
        crumbs={[
          { label: name, to: paths.study(studyid) },
          { label: subject, to: paths.subject(studyid, subjectid) },
        ]}
        help={t('help')}
      >
        {t('ofSubject', { name: subject })}
      </PageHeading>
      <ExportParts of={{ siteid, studyid, subjectid }} />
    </Page>
  )
}
