import { exampleStudyName } from '@casebook/domain/studies/example-study.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { TextButton } from '../components/buttons/TextButton.tsx'
import { Notice } from '../components/notices/Notice.tsx'
import { useUser } from '../session/session.tsx'
import classes from './Guide.module.css'
import { type GuideStep, guideSteps, stepOf } from './guide-step.ts'
import { useGuide } from './state/guide-state.ts'

/**
 * On the list of the example study: offers the guide, and says how a subject is created. Only to health personnel, who
 * record subjects, and while the study takes new ones.
 */
export function GuideOnList({ study, isCreating }: { study: { name: string; status: string }; isCreating: boolean }) {
  const t = useTranslations('guide')
  const { is_hp } = useUser()
  const { state, begin, leave } = useGuide()
  if (study.name !== exampleStudyName || !is_hp || whyStudyTakesNoChanges(study) !== undefined) return null
  if (state.phase === 'left') {
    return (
      <p className={classes.again}>
        <TextButton onClick={begin}>{t('again')}</TextButton>
      </p>
    )
  }
  if (state.phase === 'offered') {
    return (
      <div className={classes.offer}>
        <Notice
          kind="info"
          title={t('offerTitle')}
          action={
            <>
              <Button size="xs" onClick={begin}>
                {t('begin')}
              </Button>
              <Button size="xs" variant="default" onClick={leave}>
                {t('decline')}
              </Button>
            </>
          }
        >
          {t('offer')}
        </Notice>
      </div>
    )
  }
  const text = state.subjectid === undefined ? (isCreating ? 'creating' : 'create') : 'open'
  return (
    <GuideCard step="create" onLeave={leave} isWithin>
      {t(text)}
    </GuideCard>
  )
}

/** Returns a function that makes the guide follow a subject just added to the example study, unless it follows another. */
export function useGuideToAdded(study: { name: string }) {
  const { state, follow } = useGuide()
  return (subjectid: string) => {
    if (study.name === exampleStudyName && state.phase === 'on' && state.subjectid === undefined) follow(subjectid)
  }
}

/** On the page of the subject that the guide follows: the next step. */
export function GuideOnSubject({
  study,
  subject,
  isFormOpen,
}: {
  study: { name: string }
  /** A form covers the subject's panels and their buttons. */
  isFormOpen: boolean
  subject: Parameters<typeof stepOf>[0] & { subjectid: string }
}) {
  const t = useTranslations('guide')
  const { state, follow, leave } = useGuide()
  const isOn = state.phase === 'on' && study.name === exampleStudyName
  const step = stepOf(subject)
  const isFirst = isOn && state.subjectid === undefined && step === 'form'
  const { subjectid } = subject
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the subject that it then follows
  useEffect(() => {
    if (isFirst) follow(subjectid)
  }, [isFirst, subjectid])
  if (!isOn || state.subjectid !== subjectid) return null
  return (
    <GuideCard step={step} onLeave={leave}>
      {t(isFormOpen && step !== 'done' ? (step === 'form' ? 'fillForm' : 'leaveForm') : step)}
    </GuideCard>
  )
}

function GuideCard({
  step,
  onLeave,
  isWithin = false,
  children,
}: {
  step: GuideStep
  onLeave: () => void
  /** Within a page, not above it. */
  isWithin?: boolean
  children: ReactNode
}) {
  const t = useTranslations('guide')
  return (
    <section className={classes.card} data-within={isWithin || undefined} aria-labelledby="guide-heading">
      <h2 id="guide-heading">
        {step === 'done'
          ? t('doneHeading')
          : t('heading', { step: guideSteps.indexOf(step) + 1, all: guideSteps.length - 1 })}
      </h2>
      <p role="status">{children}</p>
      <Button size="xs" variant={step === 'done' ? 'filled' : 'default'} onClick={onLeave}>
        {t(step === 'done' ? 'finish' : 'leave')}
      </Button>
    </section>
  )
}
