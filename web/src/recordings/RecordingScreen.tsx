import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { activityKey } from '../activities/record/activity-record.ts'
import { useActivityName } from '../activities/record/use-activity-name.ts'
import { paths } from '../browser/paths.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { Page } from '../components/page/Page.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import { OnReferenceDataUpdatesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { togetherPath } from '../reference-data/file/together-path.ts'
import { useStudy } from '../studies/study/use-study.ts'
import { BarAlone } from '../subjects/bar/BarAlone.tsx'
import { NamedVisits } from '../subjects/record/NamedVisits.tsx'
import { useSubjectRecord } from '../subjects/record/use-subject-record.ts'
import { RecordingView } from './RecordingView.tsx'

const unread = { listVisits: [] }

/** /studies/:studyid/subjects/:subjectid/activities/:activity/recordings/:referencedataid */
export function RecordingScreen() {
  const { subjectid = '' } = useParams()
  const { siteid, studyid } = useStudy()
  const reading = useSubjectRecord(siteid, studyid, subjectid)
  return (
    <NamedVisits offers={reading.data ?? unread}>
      <Recording reading={reading} />
    </NamedVisits>
  )
}

function Recording({ reading: { data, failure, isReading } }: { reading: ReturnType<typeof useSubjectRecord> }) {
  const t = useTranslations('recordings')
  const { subjectid = '', activity: key = '', referencedataid = '' } = useParams()
  const { typeid: activitytypeid } = occurrenceOfKey(key)
  const nameOf = useActivityName()
  const study = useStudy()
  useLive(OnReferenceDataUpdatesDocument, { subjectid, activitytypeid })
  const subject = data?.getSubject
  const activity = subject?.activities.find((each) => activityKey(each) === key)
  const file = activity?.referenceData.find((each) => each.referencedataid === referencedataid)
  const uploaded = subject?.activities.flatMap(({ referenceData }) =>
    referenceData.filter(({ status }) => status === 'UPLOADED'),
  )
  const isMissing = failure?.code === 'NOT_FOUND' || (data !== undefined && file?.status !== 'UPLOADED')
  const base = paths.subject(study.studyid, subjectid)

  return (
    <>
      {data && subject && <BarAlone subject={subject} offers={data} />}
      <Page>
        <ReadingBar isReading={isReading} />
        {isMissing && (
          <Notice kind="error" action={<LinkButton to={base}>{t('toSubject')}</LinkButton>}>
            {t('missing')}
          </Notice>
        )}
        {!isMissing && subject && activity && file && (
          <>
            <PageHeading
              crumbs={[
                { label: t('studies'), to: paths.studies },
                { label: t('study', { name: study.name }), to: paths.subjects(study.studyid) },
                { label: t('subject', { name: subjectName(subject) }), to: base },
                { label: nameOf(activity), to: `${base}/activities/${key}` },
              ]}
              help={t('help')}
              action={
                uploaded &&
                uploaded.length > 1 && (
                  <LinkButton to={togetherPath(study.studyid, subjectid, [referencedataid])}>
                    {t('together.linkOthers')}
                  </LinkButton>
                )
              }
            >
              {file.filename}
            </PageHeading>
            <RecordingView key={referencedataid} study={study} subject={subject} activity={activity} file={file} />
          </>
        )}
      </Page>
    </>
  )
}
