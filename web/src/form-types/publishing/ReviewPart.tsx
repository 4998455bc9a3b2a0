import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import type { ReviewFormTypeQuery } from '../../generated/graphql.ts'
import classes from './Publishing.module.css'

export type Finding = ReviewFormTypeQuery['reviewFormTypeDraft'][number]
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
  const place = useRef<HTMLElement>(null)
  const isRefused = findings.some(({ effect }) => effect === 'REFUSED')
  useEffect(() => place.current?.querySelector<HTMLElement>('input, button')?.focus(), [])

  return (
    <section
      ref={place}
      role="alertdialog"
      aria-label={t('review.title')}
      className={classes.review}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onBack()
      }}
    >
      <h3>{t('review.title')}</h3>
      {findings.length === 0 && <p>{t('review.nothing')}</p>}
      {effects.map((effect) => {
        const found = findings.filter((each) => each.effect === effect)
        if (found.length === 0) return null
        return (
          <div key={effect} data-effect={effect} className={classes.effect}>
            <h4>{t(`review.effects.${effect}`)}</h4>
            <ul>
              {found.map(({ reason, field, sentence, forms, subjects }) => (
                <li key={`${reason} ${field} ${sentence}`}>
                  {reason === 'CHECK' ? sentence : t(`review.reasons.${reason}`, { label: labelOf(field ?? '') })}
                  {forms > 0 && (
                    <>
                      {' '}
                      <span>{t('review.forms', { count: forms })}</span>{' '}
                      {subjects.map(({ subjectid, identifier }) => (
                        <Link key={subjectid} to={`${paths.subject(studyid, subjectid)}/formtypes/${formtypeid}`}>
                          {identifier}
                        </Link>
                      ))}
                      {forms > subjects.length && ` ${t('review.more', { count: forms - subjects.length })}`}
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )
      })}
      {!isRefused && (
        <TextInput
          label={t('review.note')}
          description={t('review.noteHint')}
          value={note}
          maxLength={1000}
          autoComplete="off"
          onChange={(event) => onNote(event.currentTarget.value)}
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
    </section>
  )
}
