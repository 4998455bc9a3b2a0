import { IconAlertTriangle, IconCheck, IconClockHour4 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './file/ReferenceData.module.css'

const looks = {
  UPLOADED: { Icon: IconCheck, text: 'uploaded' },
  PENDING: { Icon: IconClockHour4, text: 'pending' },
  FAILED: { Icon: IconAlertTriangle, text: 'failed' },
} as const

/** A file's status as shape, word and colour. */
export function FileStatus({ status }: { status: keyof typeof looks }) {
  const t = useTranslations('referenceData')
  const { Icon, text } = looks[status]
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={16} aria-hidden />
      {t(text)}
    </span>
  )
}
