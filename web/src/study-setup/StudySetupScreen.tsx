import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import {
  OnActivityTypesUpdatesDocument,
  OnDevicesUpdatesDocument,
  OnFormTypesUpdatesDocument,
  OnSubjectsUpdatesDocument,
  PeopleOfSitesDocument,
  StudySetupDocument,
} from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { useIsInGroup } from '../session/session.tsx'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import classes from './StudySetup.module.css'
import {
  countPeople,
  isOfAdministrators,
  nextStep,
  type SetupCounts,
  type SetupStep,
  setupSteps,
} from './setup-steps.ts'
import { TakeTypes } from './TakeTypes.tsx'

const noVariables = {}

/** /studies/:studyid/setup: the six steps to a first subject, what each has, and the next one opened. */
export function StudySetupScreen() {
  const t = useTranslations('setup')
  const study = useStudy()
  const { siteid, studyid } = study
  const { data, isReading } = useRead(StudySetupDocument, { siteid, studyid })
  const isAdmin = useIsInGroup('admin')
  const { data: people } = useRead(PeopleOfSitesDocument, isAdmin ? noVariables : undefined)
  useLive(OnFormTypesUpdatesDocument, { studyid })
  useLive(OnActivityTypesUpdatesDocument, { studyid })
  useLive(OnSubjectsUpdatesDocument, { studyid })
  useLive(OnDevicesUpdatesDocument, { siteid })
  const counts: SetupCounts | undefined = data?.getStudy
    ? {
        devices: data.listDevices.length,
        formtypes: data.getStudy.formtypeCount,
        activitytypes: data.getStudy.activitytypeCount,
        visits: data.listVisits.length,
        people: people && countPeople(people.listPeople, siteid),
        subject: data.getStudy.subjectCount,
      }
    : undefined
  const next = counts && nextStep(counts, isAdmin)

  /** The step that comes next has the page's primary action. */
  function renderActions(step: SetupStep) {
    const look = step === next ? ({ variant: 'filled' } as const) : {}
    switch (step) {
      case 'devices':
        return (
          isAdmin && (
            <LinkButton {...look} to={paths.newDevice}>
              {t('add.devices')}
            </LinkButton>
          )
        )
      case 'formtypes':
        return (
          <>
            <LinkButton {...look} to={`${paths.formTypes(studyid)}?new`}>
              {t('add.formtypes')}
            </LinkButton>
            <LinkButton to={paths.studyImport(studyid)}>{t('fromFile')}</LinkButton>
          </>
        )
      case 'activitytypes':
        return (
          <LinkButton {...look} to={`${paths.activityTypes(studyid)}?new`}>
            {t('add.activitytypes')}
          </LinkButton>
        )
      case 'visits':
        return (
          <LinkButton {...look} to={paths.schedule(studyid)}>
            {t('add.visits')}
          </LinkButton>
        )
      case 'people':
        return (
          isAdmin && (
            <LinkButton {...look} to={paths.users}>
              {t('add.people')}
            </LinkButton>
          )
        )
      case 'subject':
        return (
          <LinkButton {...look} to={`${paths.subjects(studyid)}?new`}>
            {t('add.subject')}
          </LinkButton>
        )
    }
  }

  return (
    <StudyPage whose="study:admin">
      <PageHeading level={2}>{t('heading')}</PageHeading>
      <ReadingBar isReading={isReading} />
      {counts && next === undefined && (
        <Notice
          kind="info"
          title={t('ready')}
          action={<LinkButton to={paths.subjects(studyid)}>{t('toSubjects')}</LinkButton>}
        >
          {t('readyText')}
        </Notice>
      )}
      {counts && next && (
        <>
          <p className={classes.purpose}>{t('purpose')}</p>
          <ol className={classes.steps}>
            {setupSteps.map((step, place) => {
              const count = counts[step]
              const state = step === next ? 'next' : count ? 'done' : 'open'
              return (
                <li
                  key={step}
                  className={classes.step}
                  data-state={state}
                  aria-current={state === 'next' ? 'step' : undefined}
                >
                  <details open={state === 'next'}>
                    <summary>
                      <span className={classes.mark} aria-hidden>
                        {state === 'done' ? <IconCheck size={14} /> : place + 1}
                      </span>
                      <span className={classes.name}>{t(`steps.${step}`)}</span>
                      <span className={classes.has}>{count === undefined ? '' : t(`has.${step}`, { count })}</span>
                    </summary>
                    <div className={classes.body}>
                      <p>
                        {t(`about.${step}`)} {!isAdmin && isOfAdministrators(step) && t('ofAdministrators')}
                      </p>
                      {step === 'formtypes' && <TakeTypes study={study} />}
                      <div className={classes.actions}>{renderActions(step)}</div>
                    </div>
                  </details>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </StudyPage>
  )
}
