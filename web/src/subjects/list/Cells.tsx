import { IconAlertTriangle, IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import classes from './Cells.module.css'
import { changeTimeText } from './change-time-text.ts'

const icons = { none: IconCircle, some: IconProgress, all: IconCircleCheck }

/** How many of the expected records exist, as a shape and in numbers. */
export function DoneCell({ done, expected, busy = 0 }: { done: number; expected: number; busy?: number }) {
  const t = useTranslations('subjects')
  if (expected === 0 && done === 0 && busy === 0) return <span className={classes.none}>–</span>
  const state = done >= expected && busy === 0 ? 'all' : done > 0 || busy > 0 ? 'some' : 'none'
  const Icon = icons[state]
  return (
    <span className={classes.done} data-state={state}>
      <Icon size={16} aria-hidden />
      {t('doneOf', { done, expected })}
      {busy > 0 && <span className={classes.busy}>{t('uploading', { count: busy })}</span>}
    </span>
  )
}

export function WarningsCell({ count }: { count: number }) {
  const t = useTranslations('subjects')
  if (count === 0) return <span className={classes.none}>–</span>
  return (
    <span className={classes.warned} title={t('warningCount', { count })}>
      <IconAlertTriangle size={16} aria-hidden />
      {count}
    </span>
  )
}

/** When a subject was last changed, and by whom, with the exact time on hover. */
export function ChangeCell({ at, by }: { at: string; by: string | null | undefined }) {
  const locale = useLocale()
  const zone = studyZone()
  const { short, full } = changeTimeText(at, { locale, zone, now: new Date() })
  return (
    <span className={classes.change}>
      <time dateTime={at} title={`${full}, ${zone}`}>
        {short}
      </time>
      {by && <span className={classes.by}>{by}</span>}
    </span>
  )
}
