import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { IconHistory, IconPackageExport, IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActivitiesPanel } from '../../activities/ActivitiesPanel.tsx'
import { activityKey } from '../../activities/record/activity-record.ts'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { paths } from '../../browser/paths.ts'
import { printPage } from '../../browser/printing.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { keepFocus } from '../../components/page/focus-after.ts'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { FormsPanel } from '../../forms/FormsPanel.tsx'
import { useFormPages } from '../../forms/use-form-pages.ts'
import { GuideOnSubject } from '../../guide/Guide.tsx'
import { ReferenceDataPanel } from '../../reference-data/ReferenceDataPanel.tsx'
import { type Study, useIsStudyGone } from '../../studies/study/use-study.ts'
import { SubjectBar } from '../bar/SubjectBar.tsx'
import { CloseDialog } from '../closing/CloseDialog.tsx'
import { StatusPanel } from '../closing/StatusPanel.tsx'
import { useClosing } from '../closing/use-closing.ts'
import { SubjectDay } from '../day/SubjectDay.tsx'
import { showActivity } from '../day/show-activity.ts'
import { subjectsAsLeft } from '../list/left-view.ts'
import { PrintRecord } from '../print/PrintRecord.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { useSubjectRoute } from '../record/subject-route.ts'
import { VisitsPanel } from '../visits/VisitsPanel.tsx'
import { useWorn } from '../worn/use-worn.ts'
import { DevicesPanel } from './DevicesPanel.tsx'
import { dateFormOf } from './date-form.ts'
import { SaveRecord } from './SaveRecord.tsx'
import { SubjectForm } from './SubjectForm.tsx'
import classes from './SubjectPage.module.css'

const HistoryDrawer = lazy(async () => ({ default: (await import('../history/HistoryDrawer.tsx')).HistoryDrawer }))

/**
 * The subject's bar, its heading, and its panels in working order: forms, devices, activities, status. An open form
 * replaces all panels.
 */
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
  const worn = useWorn(subjectid)
  const route = useSubjectRoute(studyid, subjectid)
  const zone = studyZone()
  const nameOf = useActivityName()
  const date = subjectDate(forms)
  const dateForm = dateFormOf(offers.listFormTypes, forms)
  const isStudyGone = useIsStudyGone()
  const isDisabled = isStudyGone || whyNotEditable(subject) !== undefined
  const pages = useFormPages()
  const [formSavedAt, setFormSavedAt] = useState<Date | null>(null)
  const [statusSavedAt, setStatusSavedAt] = useState<Date | null>(null)
  const name = useRef<HTMLElement>(null)
  const closing = useClosing(subject, offers, () => {
    setStatusSavedAt(new Date())
    keepFocus(name.current)
  })
  // The back button may remove a form that contains the focus.
  const isForm = route.form !== undefined
  const wasForm = useRef(isForm)
  useEffect(() => {
    if (wasForm.current && !isForm) keepFocus(document.getElementById('forms-heading'))
    wasForm.current = isForm
  }, [isForm])
  const ownPath = { label: identifier ?? subjectid, to: `${route.base}/formtypes` }

  return (
    <>
      <SubjectBar nameRef={name} subject={subject} offers={offers} base={route.base} closing={closing} />
      <GuideOnSubject study={study} subject={subject} isFormOpen={isForm} />
      <Page>
        <PageHeading
          crumbs={[
            { label: t('studies'), to: paths.studies },
            { label: t('study', { name: study.name }), to: paths.study(studyid) },
            { label: t('subjects'), to: subjectsAsLeft(studyid) },
            ...(route.form === undefined ? [] : [ownPath]),
          ]}
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
              <LinkButton
                to={paths.subjectExport(studyid, subjectid)}
                variant="subtle"
                color="gray"
                size="sm"
                leftSection={<IconPackageExport size={18} aria-hidden />}
              >
                {t('export')}
              </LinkButton>
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconPrinter size={18} aria-hidden />}
                onClick={printPage}
              >
                {t('print')}
              </Button>
              <SaveRecord subject={subject} />
            </>
          }
        >
          {identifier ? t('headingIdentifier', { identifier }) : t('headingSubjectid', { subjectid })}
        </PageHeading>
        {route.form === undefined ? (
          <>
            <SubjectDay
              subject={subject}
              offers={offers}
              zone={zone}
              onGo={(key, isFile) => {
                if (isFile) route.open('activities', key)
                showActivity(key)
              }}
            />
            <VisitsPanel subject={subject} offers={offers} zone={zone} isDisabled={isDisabled} />
            <div className={classes.pair}>
              <FormsPanel
                studyid={studyid}
                forms={forms}
                formtypes={offers.listFormTypes}
                savedAt={formSavedAt}
                isDisabled={isDisabled}
                isReading={isReading}
                isWanted={route.wanted === 'formtypes'}
                onOpen={route.openForm}
              />
              <DevicesPanel
                subject={subject}
                devices={offers.listDevices}
                twice={worn.twice}
                isDisabled={isDisabled}
                isWanted={route.wanted === 'devices'}
                opened={route.opened.devices}
                onOpen={(id) => route.open('devices', id)}
                onClose={() => route.close('devices')}
              />
            </div>
            <ActivitiesPanel
              siteid={siteid}
              studyid={studyid}
              subjectid={subjectid}
              activities={activities}
              activitytypes={offers.listActivityTypes}
              running={offers.listRunningActivities}
              wornIn={worn.wornIn}
              date={date}
              zone={zone}
              dateForm={dateForm && { identifier: dateForm.identifier, open: () => route.openForm(dateForm.id) }}
              isDisabled={isDisabled}
              isReading={isReading}
              isWanted={route.wanted === 'activities'}
              opened={route.opened.activities}
              onOpen={(id) => route.open('activities', id)}
              onClose={() => route.close('activities')}
              renderFiles={(activity) => (
                <ReferenceDataPanel
                  key={activityKey(activity)}
                  target={{
                    siteid,
                    studyid,
                    subjectid,
                    identifier: identifier ?? null,
                    activitytypeid: activity.activitytypeid,
                    ...whichOne(activity, activity.activitytype.repeats),
                  }}
                  activity={{ ...activity, name: nameOf(activity) }}
                  files={activity.referenceData}
                  isDisabled={isDisabled}
                  onClose={() => route.close('activities')}
                />
              )}
            />
            <StatusPanel
              subject={subject}
              closing={closing}
              savedAt={statusSavedAt}
              onReopened={() => {
                setStatusSavedAt(new Date())
                keepFocus(name.current)
              }}
            />
          </>
        ) : (
          <SubjectForm
            pages={pages}
            subject={subject}
            offers={offers}
            route={route}
            opened={route.form}
            isDisabled={isDisabled}
            onSaved={() => setFormSavedAt(new Date())}
          />
        )}
        {isHistoryOpen && (
          <Suspense>
            <HistoryDrawer
              subject={subject}
              offers={offers}
              zone={zone}
              isDisabled={isDisabled}
              onClose={() => setIsHistoryOpen(false)}
            />
          </Suspense>
        )}
        {closing.isAsking && <CloseDialog subject={subject} offers={offers} closing={closing} />}
        <PrintRecord study={study} subject={subject} offers={offers} zone={zone} />
      </Page>
    </>
  )
}
