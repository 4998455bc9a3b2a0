import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { type Ref, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { StatusBadge } from '../../studies/study/StatusBadge.tsx'
import type { Closing } from '../closing/use-closing.ts'
import { WhyNotClosed } from '../closing/WhyNotClosed.tsx'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { ProgressStrip } from './ProgressStrip.tsx'
import classes from './SubjectBar.module.css'
import { SubjectSteps } from './SubjectSteps.tsx'

/**
 * The subject's name, progress and next step. It stays on top while the shell's rows scroll away, above every panel and
 * form of the subject.
 */
export function SubjectBar({
  nameRef,
  subject,
  offers,
  base,
  closing,
  isQuiet = false,
}: {
  /** Gets the focus when the focused button disappears. */
  nameRef: Ref<HTMLElement>
  subject: SubjectRecord
  offers: SubjectOffers
  base: string
  closing: Closing
  /** What is open below has a primary action of its own, such as to save a form. */
  isQuiet?: boolean
}) {
  const t = useTranslations('subject')
  const bar = useRef<HTMLElement>(null)
  const whyid = useId()
  const name = subjectName(subject)
  const isOpen = subject.status === 'OPEN'

  // Scrolling to an element leaves room for the bar, whose height depends on the width and the texts.
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--cb-stuck', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--cb-stuck')
    }
  }, [])

  return (
    <section ref={bar} className={classes.bar} data-subject-bar aria-label={t('bar', { name })}>
      <div className={classes.inner}>
        <span ref={nameRef} tabIndex={-1} className={classes.who}>
          <strong className={classes.name} title={name}>
            {name}
          </strong>
          <StatusBadge status={subject.status} />
        </span>
        <SubjectSteps studyid={subject.studyid} subjectid={subject.subjectid} />
        <ProgressStrip subject={subject} offers={offers} base={base} />
        {isOpen && (
          <>
            <WhyNotClosed id={whyid} className={classes.why} closing={closing} />
            <Button
              size="xs"
              variant={isQuiet ? 'default' : 'filled'}
              className={classes.close}
              data-elsewhere={closing.isPanelSeen || undefined}
              disabled={closing.why !== undefined}
              aria-describedby={closing.why === undefined ? undefined : whyid}
              onClick={closing.ask}
            >
              {t('submitAndClose')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
