import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './Cells.module.css'

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
