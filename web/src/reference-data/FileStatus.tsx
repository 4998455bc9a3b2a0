import { IconAlertTriangle, IconCheck, IconClockHour4 } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { type FileStatusName, fileStatusTexts } from './file/file-status.ts'
import classes from './file/ReferenceData.module.css'

const icons = { UPLOADED: IconCheck, PENDING: IconClockHour4, FAILED: IconAlertTriangle }

/** A file's status as shape, word and colour. */
export function FileStatus({ status }: { status: FileStatusName }) {
  const t = useTranslations('referenceData')
  const Icon = icons[status]
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={16} aria-hidden />
      {t(fileStatusTexts[status])}
    </span>
  )
}
