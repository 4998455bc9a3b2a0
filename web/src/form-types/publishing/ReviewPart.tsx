import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Question } from '../../components/notices/Question.tsx'
import { type Finding, FindingList } from './findings/FindingList.tsx'
import classes from './Publishing.module.css'

const effects = ['REFUSED', 'LOOK', 'HARMLESS'] as const

/** What publishing means for what is stored, before it is done. Escape goes back. */
export function ReviewPart({
  studyid,
  formtypeid,
  findings,
  labelOf,
  note,
  isBusy,
  isEditing,
  onNote,
  onPublish,
  onBack,
}: {
  studyid: string
  formtypeid: string
  findings: readonly Finding[]
  /** The label of a field of this name, before or after. */
  labelOf: (name: string) => string
  /** What is new in the version. */
  note: string
  isBusy: boolean
  /** A field is being edited: what is typed into it was not reviewed. */
  isEditing: boolean
  onNote: (note: string) => void
  onPublish: () => void
  onBack: () => void
}) {
  const t = useTranslations('formTypes')
  const place = useRef<HTMLDivElement>(null)
  const isRefused = findings.some(({ effect }) => effect === 'REFUSED')
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), [])

  return (
    <Question ref={place} label={t('review.title')} className={classes.review} onLeave={onBack}>
      <h3>{t('review.title')}</h3>
      {findings.length === 0 && <p>{t('review.nothing')}</p>}
      {effects.map((effect) => (
        <FindingList
          key={effect}
          heading={t(`review.effects.${effect}`)}
          {...{ effect, findings, studyid, formtypeid, labelOf }}
        />
      ))}
      {!isRefused && (
        <TextInput
          label={t('review.note')}
          description={t('review.noteHint')}
          value={note}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => onNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <div className={classes.actions}>
        <Button
          variant={isRefused ? 'default' : 'filled'}
          disabled={isRefused || isBusy || isEditing}
          onClick={onPublish}
        >
          {t('review.publish')}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('review.back')}
        </Button>
        {(isRefused || isEditing) && (
          <span className={classes.quiet}>{t(isRefused ? 'review.why' : 'finishField')}</span>
        )}
      </div>
    </Question>
  )
}
