import { IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import classes from './ProgressStrip.module.css'
import type { SubjectOffers, SubjectRecord } from './subject-record.ts'

const looks = { none: IconCircle, some: IconProgress, all: IconCircleCheck }

/** How far the subject is: filled forms of the study's types, devices, activities, files. Each leads to its panel. */
export function ProgressStrip({
  subject: { forms, devices, activities },
  offers: { listFormTypes, listActivityTypes },
  base,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  base: string
}) {
  const t = useTranslations('subject')
  const files = activities.flatMap(({ referenceData }) => referenceData)
  const uploading = files.filter(({ status }) => status === 'PENDING').length
  const filled = listFormTypes.filter(({ formtypeid }) => forms.some((form) => form.formtypeid === formtypeid)).length
  const recorded = listActivityTypes.filter(({ activitytypeid }) =>
    activities.some((activity) => activity.activitytypeid === activitytypeid),
  ).length

  const parts = [
    {
      to: `${base}/formtypes`,
      text: t('formsDone', { done: filled, all: listFormTypes.length }),
      state: stateOf(filled, listFormTypes.length),
    },
    { to: `${base}/devices`, text: t('devicesDone', { done: devices.length }), state: stateOf(devices.length, 1) },
    {
      to: `${base}/activities`,
      text: t('activitiesDone', { done: recorded, all: listActivityTypes.length }),
      state: stateOf(recorded, listActivityTypes.length),
    },
    {
      to: `${base}/activities`,
      text:
        uploading > 0 ? t('filesUploading', { done: files.length, uploading }) : t('filesDone', { done: files.length }),
      state: uploading > 0 ? 'some' : stateOf(files.length, 1),
    },
  ] as const

  return (
    <nav aria-label={t('progress')} className={classes.strip}>
      {parts.map(({ to, text, state }) => {
        const Icon = looks[state]
        return (
          <Link key={text} to={to} className={classes.part} data-state={state}>
            <Icon size={18} aria-hidden className={classes.icon} />
            {text}
            <span className={classes.hidden}> ({t(state)})</span>
          </Link>
        )
      })}
    </nav>
  )
}

function stateOf(done: number, all: number): 'none' | 'some' | 'all' {
  if (done === 0) return 'none'
  return done >= all ? 'all' : 'some'
}
