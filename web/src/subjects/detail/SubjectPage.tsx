import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { IconHistory, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActivitiesPanel } from '../../activities/ActivitiesPanel.tsx'
import { studyZone } from '../../activities/study-zone.ts'
import { paths } from '../../app/paths.ts'
import { Page } from '../../components/Page.tsx'
import { PageHeading } from '../../components/PageHeading.tsx'
import { StatusBadge } from '../../components/StatusBadge.tsx'
import { FormsPanel } from '../../forms/FormsPanel.tsx'
import { ReferenceDataPanel } from '../../reference-data/ReferenceDataPanel.tsx'
import type { Study } from '../../studies/use-study.ts'
import { DevicesPanel } from './DevicesPanel.tsx'
import { dateFormOf } from './date-form.ts'
import { PrintRecord } from './PrintRecord.tsx'
import { ProgressStrip } from './ProgressStrip.tsx'
import { StatusPanel } from './StatusPanel.tsx'
import type { SubjectOffers, SubjectRecord } from './subject-record.ts'
import { useSubjectRoute } from './subject-route.ts'

const HistoryDrawer = lazy(async () => ({ default: (await import('./HistoryDrawer.tsx')).HistoryDrawer }))

/** The subject's heading, how far it is, and its panels in the order of work: forms, devices, activities, status. */
export function SubjectPage({
  study,
  subject,
  offers,
  isReading,
}: {
  study: Study
  subject: SubjectRecord
  offers: SubjectOffers
  isReading: boolean
}) {
  const t = useTranslations('subject')
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const { siteid, studyid, subjectid, identifier, forms, activities } = subject
  const route = useSubjectRoute(studyid, subjectid)
  const zone = studyZone()
  const date = subjectDate(forms)
  const dateForm = dateFormOf(offers.listFormTypes, forms)
  const isDisabled = whyNotEditable(subject) !== undefined

  return (
    <Page>
      <PageHeading
        crumbs={[
          { label: t('studies'), to: paths.studies },
          { label: t('study', { name: study.name }), to: paths.subjects(studyid) },
        ]}
        aside={<StatusBadge status={subject.status} />}
        action={
          <>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconHistory size={18} aria-hidden />}
              onClick={() => setIsHistoryOpen(true)}
            >
              {t('history')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => print()}
            >
              {t('print')}
            </Button>
          </>
        }
      >
        {identifier ? t('headingIdentifier', { identifier }) : t('headingSubjectid', { subjectid })}
      </PageHeading>
      <ProgressStrip subject={subject} offers={offers} base={route.base} />
      <FormsPanel
        subjectid={subjectid}
        forms={forms}
        formtypes={offers.listFormTypes}
        today={formatActivityTime(Math.floor(Date.now() / 1000), zone).slice(0, 10)}
        isDisabled={isDisabled}
        isReading={isReading}
        isWanted={route.wanted === 'formtypes'}
        opened={route.opened.formtypes}
        onOpen={(id, isReplacing) => route.open('formtypes', id, isReplacing)}
        onClose={() => route.close('formtypes')}
      />
      <DevicesPanel
        subject={subject}
        devices={offers.listDevices}
        isDisabled={isDisabled}
        isWanted={route.wanted === 'devices'}
        opened={route.opened.devices}
        onOpen={(id) => route.open('devices', id)}
        onClose={() => route.close('devices')}
      />
      <ActivitiesPanel
        subjectid={subjectid}
        activities={activities}
        activitytypes={offers.listActivityTypes}
        date={date}
        zone={zone}
        onFillDate={dateForm === undefined ? undefined : () => route.open('formtypes', dateForm)}
        isDisabled={isDisabled}
        isReading={isReading}
        isWanted={route.wanted === 'activities'}
        opened={route.opened.activities}
        onOpen={(id) => route.open('activities', id)}
        onClose={() => route.close('activities')}
        renderFiles={({ activitytypeid, activitytype, referenceData }) => (
          <ReferenceDataPanel
            key={activitytypeid}
            target={{ siteid, studyid, subjectid, activitytypeid, identifier: identifier ?? null }}
            activityName={activitytype.description}
            files={referenceData}
            isDisabled={isDisabled}
            onClose={() => route.close('activities')}
          />
        )}
      />
      <StatusPanel subject={subject} />
      {isHistoryOpen && (
        <Suspense>
          <HistoryDrawer subject={subject} offers={offers} zone={zone} onClose={() => setIsHistoryOpen(false)} />
        </Suspense>
      )}
      <PrintRecord study={study} subject={subject} zone={zone} />
    </Page>
  )
}
