import { countPlaces } from '@casebook/domain/visits/asked.ts'
import { IconClipboardText, IconDeviceWatch, IconFiles, IconRun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Link } from '../../components/buttons/Link.tsx'
import { namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'
import classes from './ProgressStrip.module.css'

/**
 * The subject's progress: forms and activities of the study's types, as often as its visits ask for them, devices, files.
 * Each links to its panel.
 */
export function ProgressStrip({
  subject: { forms, devices, activities },
  offers,
  base,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  base: string
}) {
  const t = useTranslations('subject')
  const files = activities.flatMap(({ referenceData }) => referenceData)
  const uploading = files.filter(({ status }) => status === 'PENDING').length
  const visits = namedVisits(offers)
  const filled = countPlaces(
    visits,
    offers.listFormTypes.map(({ formtypeid }) => formtypeid),
    forms.map((form) => ({ ...form, typeid: form.formtypeid })),
  )
  const recorded = countPlaces(
    visits,
    offers.listActivityTypes.map(({ activitytypeid }) => activitytypeid),
    activities.map((activity) => ({ ...activity, typeid: activity.activitytypeid })),
  )

  const parts = [
    {
      to: `${base}/formtypes`,
      Icon: IconClipboardText,
      word: t('formsWord'),
      count: t('doneOf', { done: filled.done, all: filled.expected }),
      state: stateOf(filled.done, filled.expected),
    },
    {
      to: `${base}/devices`,
      Icon: IconDeviceWatch,
      word: t('devices'),
      count: t('done', { done: devices.length }),
      state: stateOf(devices.length, 1),
    },
    {
      to: `${base}/activities`,
      Icon: IconRun,
      word: t('activitiesWord'),
      count: t('doneOf', { done: recorded.done, all: recorded.expected }),
      state: stateOf(recorded.done, recorded.expected),
    },
    {
      to: `${base}/activities`,
      Icon: IconFiles,
      word: t('filesWord'),
      count: uploading > 0 ? t('doneUploading', { done: files.length, uploading }) : t('done', { done: files.length }),
      state: uploading > 0 ? 'some' : stateOf(files.length, 1),
    },
  ] as const

  return (
    <nav aria-label={t('progress')} className={classes.strip}>
      {parts.map(({ to, Icon, word, count, state }) => (
        <Link key={word} to={to} className={classes.part} data-state={state} title={`${word} ${count}`}>
          <Icon size={16} aria-hidden className={classes.icon} />
          <span className={classes.word}>{word} </span>
          {count}
          <Mark state={state} />
          <span className={classes.hidden}> ({t(state)})</span>
        </Link>
      ))}
    </nav>
  )
}

/** A dash, a ring, a half disc or a tick: a part's progress, distinguishable without colour. */
function Mark({ state }: { state: State }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden className={classes.mark}>
      {state === 'unasked' && <path d="M2 6h8" fill="none" stroke="currentColor" strokeWidth="1.5" />}
      {(state === 'none' || state === 'some') && (
        <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      )}
      {state === 'some' && <path d="M6 1a5 5 0 0 1 0 10Z" fill="currentColor" />}
      {state === 'all' && <path d="m1.5 6.5 3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />}
    </svg>
  )
}

type State = 'unasked' | 'none' | 'some' | 'all'

function stateOf(done: number, all: number): State {
  if (done === 0) return all === 0 ? 'unasked' : 'none'
  return done >= all ? 'all' : 'some'
}
