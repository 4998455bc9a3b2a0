import { IconAlertTriangle, IconCircle, IconCircleCheck, IconProgress } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './Cells.module.css'

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
