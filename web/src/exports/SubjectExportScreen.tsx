import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useRead } from '../calls/graphql.ts'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ExportSubjectDocument, OnSubjectUpdatesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { StatusBadge } from '../studies/study/StatusBadge.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { ExportParts } from './ExportParts.tsx'

/** /studies/:studyid/subjects/:subjectid/export */
export function SubjectExportScreen() {
  const t = useTranslations('exports')
  const ofSubject = useTranslations('subject')
  const { subjectid = '' } = useParams()
  const { siteid, studyid, name } = useStudy()
  const { data } = useRead(ExportSubjectDocument, { studyid, subjectid })
  useLive(OnSubjectUpdatesDocument, { studyid, subjectid })
  const subject = data?.getSubject
  const named = subject ? subjectName(subject) : subjectid
  return (
    <Page>
      <PageHeading
        crumbs={[
          { label: ofSubject('studies'), to: paths.studies },
          { label: ofSubject('study', { name }), to: paths.study(studyid) },
          { label: ofSubject('subjects'), to: paths.subjects(studyid) },
          { label: named, to: paths.subject(studyid, subjectid) },
        ]}
        aside={subject && <StatusBadge status={subject.status} />}
        help={t('help')}
      >
        {t('ofSubject', { name: named })}
      </PageHeading>
      <ExportParts of={{ siteid, studyid, subjectid }} />
    </Page>
  )
}
