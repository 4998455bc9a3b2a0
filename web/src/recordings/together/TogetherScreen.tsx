import { compareReferenceData } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { activityKey } from '../../activities/record/activity-record.ts'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { navigation, useSearch } from '../../browser/navigation/navigation.ts'
import { paths } from '../../browser/paths.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Notice } from '../../components/notices/Notice.tsx'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { useStudy } from '../../studies/study/use-study.ts'
import { BarAlone } from '../../subjects/bar/BarAlone.tsx'
import { NamedVisits } from '../../subjects/record/NamedVisits.tsx'
import type { SubjectRecord } from '../../subjects/record/subject-record.ts'
import { useSubjectRecord } from '../../subjects/record/use-subject-record.ts'
import { FileChoice } from './FileChoice.tsx'
import { chosenOf } from './frame.ts'
import type { TogetherFile } from './placed-file.ts'
import { Together } from './Together.tsx'

const unread = { listVisits: [] }

/** /studies/:studyid/subjects/:subjectid/recordings?files=…: several recordings of a subject on one time axis. */
export function TogetherScreen() {
  const { subjectid = '' } = useParams()
  const { siteid, studyid } = useStudy()
  const reading = useSubjectRecord(siteid, studyid, subjectid)
  return (
    <NamedVisits offers={reading.data ?? unread}>
      <Recordings reading={reading} />
    </NamedVisits>
  )
}

function Recordings({ reading: { data, failure, isReading } }: { reading: ReturnType<typeof useSubjectRecord> }) {
  const t = useTranslations('recordings')
  const { subjectid = '' } = useParams()
  const study = useStudy()
  const subject = data?.getSubject
  const base = paths.subject(study.studyid, subjectid)
  return (
    <>
      {data && subject && <BarAlone subject={subject} offers={data} />}
      <Page>
        <ReadingBar isReading={isReading} />
        {failure?.code === 'NOT_FOUND' && <Notice kind="error">{t('together.missing')}</Notice>}
        {subject && (
          <>
            <PageHeading
              crumbs={[
                { label: t('studies'), to: paths.studies },
                { label: t('study', { name: study.name }), to: paths.subjects(study.studyid) },
                { label: t('subject', { name: subjectName(subject) }), to: base },
              ]}
              help={t('together.help')}
            >
              {t('together.heading')}
            </PageHeading>
            <Chosen subject={subject} base={base} />
          </>
        )}
      </Page>
    </>
  )
}

function Chosen({ subject, base }: { subject: SubjectRecord; base: string }) {
  const t = useTranslations('recordings')
  const nameOf = useActivityName()
  const search = useSearch()
  const zone = studyZone()
  const files = useMemo(
    () =>
      subject.activities.flatMap((activity) =>
        activity.referenceData
          .filter(({ status }) => status === 'UPLOADED')
          .toSorted(compareReferenceData)
          .map((file): TogetherFile => ({ ...file, activity: activityKey(activity), activityName: nameOf(activity) })),
      ),
    [subject.activities, nameOf],
  )
  const chosen = useMemo(() => chosenOf(search.get('files'), files), [search, files])
  return (
    <>
      {files.length < 2 && (
        <Notice kind="info" action={<LinkButton to={base}>{t('toSubject')}</LinkButton>}>
          {t('together.few')}
        </Notice>
      )}
      {files.length > 0 && (
        <FileChoice
          files={files}
          chosen={chosen}
          zone={zone}
          onChoose={(ids) => navigation.changeSearch('replace', () => new URLSearchParams({ files: ids.join() }))}
        />
      )}
      <Together subject={subject} files={chosen} zone={zone} />
    </>
  )
}
