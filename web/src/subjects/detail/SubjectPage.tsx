import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { IconHistory, IconPackageExport, IconPrinter } from '@tabler/icons-react'
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { printPage } from '../../browser/printing.ts'
import { studyZone } from '../../browser/time-zones.ts'
import { LinkButton } from '../../components/buttons/LinkButton.tsx'
import { Later } from '../../components/Later.tsx'
import { keepFocus } from '../../components/page/focus-after.ts'
import { Page } from '../../components/page/Page.tsx'
import { PageHeading } from '../../components/page/PageHeading.tsx'
import { headingId } from '../../components/page/RecordPanel.tsx'
import { FormCodeAhead, loadFormCode } from '../../forms/use-form-code.ts'
import { GuideOnSubject } from '../../guide/Guide.tsx'
import { type Study, useIsStudyGone } from '../../studies/study/use-study.ts'
import { SubjectBar } from '../bar/SubjectBar.tsx'
import { CloseDialog } from '../closing/CloseDialog.tsx'
import { StatusPanel } from '../closing/StatusPanel.tsx'
import { useClosing } from '../closing/use-closing.ts'
import { subjectsAsLeft } from '../list/use-list-view.ts'
import { SubjectParts } from '../parts/SubjectParts.tsx'
import { useVisitParts } from '../parts/use-visit-parts.ts'
import { VisitSections } from '../parts/VisitSections.tsx'
import { PrintRecord } from '../print/PrintRecord.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { useSubjectRoute } from '../record/subject-route.ts'
import { useWorn } from '../worn/use-worn.ts'
import { DevicesPanel } from './DevicesPanel.tsx'
import { SaveRecord } from './SaveRecord.tsx'
import { SubjectForm } from './SubjectForm.tsx'
import classes from './SubjectPage.module.css'

const HistoryDrawer = lazy(async () => ({ default: (await import('../history/HistoryDrawer.tsx')).HistoryDrawer }))

/**
 * The subject's bar, its heading, and its panels in working order: forms, devices, activities, status. An open form
 * replaces all panels. Not drawn again by a reading that found nothing new.
 */
export const SubjectPage = memo(function SubjectPage({
  study,
  subject,
  offers,
}: {
  study: Study
  subject: SubjectRecord
  offers: SubjectOffers
}) {
  const t = useTranslations('subject')
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const { studyid, subjectid, identifier } = subject
  const route = useSubjectRoute(studyid, subjectid)
  const zone = studyZone()
  const isStudyGone = useIsStudyGone()
  const isDisabled = isStudyGone || whyNotEditable(subject) !== undefined
  const visits = useVisitParts(subject, offers, route)
  const worn = useWorn(subjectid)
  const [formSavedAt, setFormSavedAt] = useState<Date | null>(null)
  const [statusSavedAt, setStatusSavedAt] = useState<Date | null>(null)
  const name = useRef<HTMLElement>(null)
  const [formHeading, setFormHeading] = useState<HTMLElement | null>(null)
  const closing = useClosing(subject, offers, () => {
    setStatusSavedAt(new Date())
    keepFocus(name.current)
  })
  // The back button may remove a form that contains the focus.
  const isForm = route.form !== undefined
  const wasForm = useRef(isForm)
  const formsHeading = headingId('forms', visits.here)
  useEffect(() => {
    if (wasForm.current && !isForm) keepFocus(document.getElementById(formsHeading))
    wasForm.current = isForm
  }, [isForm, formsHeading])
  const isOpened = closing.isEditing || Object.values(route.opened).some((id) => id !== undefined)
  const isQuiet = !isDisabled && (isForm || isOpened)
  const heading = identifier ? t('headingIdentifier', { identifier }) : t('headingSubjectid', { subjectid })
  const ownPath = { label: identifier ?? subjectid, to: `${route.base}/formtypes` }

  const devices = (
    <DevicesPanel
      subject={subject}
      devices={offers.listDevices}
      visits={offers.listVisits}
      visitHere={visits.parts.find(({ key }) => key === visits.here)?.visit?.visitid}
      twice={worn.twice}
      isDisabled={isDisabled}
      isWanted={route.wanted === 'devices'}
      opened={route.opened.devices}
      onOpen={(id) => route.open('devices', id)}
      onClose={() => route.close('devices')}
    />
  )
  const status = (
    <StatusPanel
      subject={subject}
      closing={closing}
      isQuiet={isQuiet}
      savedAt={statusSavedAt}
      onReopened={() => {
        setStatusSavedAt(new Date())
        keepFocus(name.current)
      }}
    />
  )
  const parts = { subject, offers, visits, route, wornIn: worn.wornIn, formSavedAt, isDisabled }

  return (
    <>
      <SubjectBar
        nameRef={name}
        subject={subject}
        offers={offers}
        base={route.base}
        closing={closing}
        isQuiet={isQuiet}
      />
      <GuideOnSubject study={study} subject={subject} isFormOpen={isForm} />
      <Page>
        <PageHeading
          tip={isForm ? heading : undefined}
          aside={<span ref={setFormHeading} className={classes.form} />}
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
                onClick={() => void loadFormCode().then(printPage)}
              >
                {t('print')}
              </Button>
              <SaveRecord subject={subject} />
            </>
          }
        >
          {heading}
        </PageHeading>
        {route.form === undefined ? (
          parts.visits.visits.length > 0 ? (
            <>
              <VisitSections devices={devices} {...parts} />
              <Later>{status}</Later>
            </>
          ) : (
            <SubjectParts whole={{ subject, offers }} devices={devices} status={status} isHere {...parts} visits={[]} />
          )
        ) : (
          <SubjectForm
            subject={subject}
            offers={offers}
            route={route}
            opened={route.form}
            headingPlace={formHeading}
            isDisabled={isDisabled}
            onSaved={() => setFormSavedAt(new Date())}
          />
        )}
        <Later>
          <FormCodeAhead />
        </Later>
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
})
