import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { useFormName } from '../../forms/values/use-form-name.ts'
import { usePositionText } from '../record/position-text.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import classes from './CloseDialog.module.css'
import { reviewForClosing } from './closing-review.ts'
import { ShortcomingsPart } from './ShortcomingsPart.tsx'
import type { Closing } from './use-closing.ts'
import { useShortcomings } from './use-shortcomings.ts'

/** Shows what the subject has and lacks, then asks for confirmation to submit and close it. */
export function CloseDialog({
  subject,
  offers,
  closing,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  closing: Closing
}) {
  const t = useTranslations('subject')
  const ofVisits = useTranslations('visits')
  const positionText = usePositionText()
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const { forms, devices, activities, files, visits, lacking } = reviewForClosing(subject, offers, {
    form: useFormName(),
    activity: useActivityName(),
  })
  const shortcomings = useShortcomings(subject)
  const needsReason = shortcomings !== undefined && shortcomings.length > 0
  const lacksReason = needsReason && closing.reason.trim() === ''
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    // If the button is disabled, the field for the reason keeps the focus.
    confirm.current?.focus()
  }, [])

  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={`${id}-title`} onClose={closing.leave}>
      <h2 id={`${id}-title`}>{t('closeQuestion', { name: subjectName(subject) })}</h2>
      <p className={classes.sum}>{lacking === 0 ? t('nothingLacks') : t('somethingLacks', { count: lacking })}</p>
      <ul className={classes.parts}>
        {visits.all > 0 && (
          <Part
            heading={ofVisits('heading')}
            count={t('doneOf', visits)}
            lacks={visits.lacking.flatMap(({ visit, isOpen, unfilled, unrecorded }) => {
              const { name, repeats, occurrence } = visit
              const of = repeats ? ofVisits('numbered', { name, occurrence: String(occurrence) }) : name
              return [
                ...(isOpen ? [t('visitOpen', { visit: of })] : []),
                ...unfilled.map((form) => t('formUnfilled', { name: t('ofVisit', { visit: of, name: form }) })),
                ...unrecorded.map((each) => t('activityUnrecorded', { name: t('ofVisit', { visit: of, name: each }) })),
              ]
            })}
          />
        )}
        <Part
          heading={t('formsWord')}
          count={t('doneOf', forms)}
          isOpen={forms.done < forms.all}
          lacks={[
            ...forms.unfilled.map(({ name }) => t('formUnfilled', { name })),
            ...forms.incomplete.map(({ name, left }) => t('formIncomplete', { name, left })),
          ]}
        />
        <Part heading={t('devices')} count={t('done', { done: devices.length })} isOpen={devices.length === 0}>
          {devices.length === 0 && t('noDeviceWorn')}
          {devices.map((device) => `${device.deviceid} (${positionText(device)})`).join(', ')}
        </Part>
        <Part
          heading={t('activitiesWord')}
          count={t('doneOf', activities)}
          isOpen={activities.done < activities.all}
          lacks={[
            ...activities.running.map(({ name }) => t('activityRunning', { name })),
            ...activities.unrecorded.map(({ name }) => t('activityUnrecorded', { name })),
            ...activities.withoutFile.map(({ name }) => t('activityWithoutFile', { name })),
          ]}
        />
        <Part
          heading={t('filesWord')}
          count={t('done', { done: files.stored })}
          lacks={[
            ...files.pending.map((name) => t('filePending', { name })),
            ...files.failed.map((name) => t('fileFailed', { name })),
          ]}
        />
      </ul>
      <p className={classes.note}>{t('closeNotice')}</p>
      <ReadingBar isReading={shortcomings === undefined} />
      {needsReason && <ShortcomingsPart shortcomings={shortcomings} closing={closing} />}
      <ChangedNotice conflict={closing.conflict} />
      {(closing.why ?? closing.refusal) !== undefined && <Notice kind="error">{closing.why ?? closing.refusal}</Notice>}
      <div className={classes.actions}>
        <Button variant="default" onClick={closing.leave}>
          {t('cancelClosing')}
        </Button>
        <Button
          ref={confirm}
          disabled={closing.why !== undefined || shortcomings === undefined || lacksReason}
          aria-disabled={closing.isBusy || undefined}
          onClick={() => void closing.close(needsReason)}
        >
          {closing.isBusy ? t('closing') : t('submitAndClose')}
        </Button>
      </div>
    </dialog>
  )
}

function Part({
  heading,
  count,
  lacks = [],
  isOpen = false,
  children,
}: {
  heading: string
  count: string
  lacks?: readonly string[]
  /** Neither complete nor incomplete. */
  isOpen?: boolean
  children?: ReactNode
}) {
  return (
    <li className={classes.part} data-lacking={lacks.length > 0 || undefined} data-open={isOpen || undefined}>
      <svg width="14" height="14" viewBox="0 0 12 12" aria-hidden className={classes.mark}>
        {lacks.length > 0 ? (
          <path d="M6 1 11.5 11H.5ZM6 4.5v3M6 8.7v1" fill="none" stroke="currentColor" strokeWidth="1.2" />
        ) : (
          <path d={isOpen ? 'M2 6h8' : 'm1.5 6.5 3 3 6-7'} fill="none" stroke="currentColor" strokeWidth="2" />
        )}
      </svg>
      <span className={classes.heading}>
        {heading} <span className={classes.count}>{count}</span>
      </span>
      {children && <span className={classes.there}>{children}</span>}
      {lacks.length > 0 && (
        <ul className={classes.lacks}>
          {lacks.map((lack) => (
            <li key={lack}>{lack}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
