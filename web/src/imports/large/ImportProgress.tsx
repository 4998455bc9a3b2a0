import '@mantine/core/styles/Progress.css'
import { Button, Progress } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useByteText } from '../../texts/byte-text.ts'
import classes from '../parts/Imports.module.css'

/** How far a file has come on its way to the store, in its check, or in its import. */
export function ImportProgress({
  what,
  filename,
  done,
  total,
  isCancelling = false,
  onCancel,
}: {
  what: 'SENDING' | 'CHECKING' | 'IMPORTING'
  filename?: string
  done: number
  total: number
  isCancelling?: boolean
  onCancel: () => void
}) {
  const t = useTranslations('imports')
  const bytes = useByteText()
  const said = t('progress', { done: bytes(Math.min(done, total)), total: bytes(total) })
  return (
    <div className={classes.progress}>
      {filename !== undefined && <h3 className={classes.largeName}>{filename}</h3>}
      <p className={classes.step} role="status">
        {t(`steps.${what}`)}
      </p>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={said} className={classes.bar} />
      <span>{said}</span>
      <Button variant="default" loading={isCancelling} onClick={onCancel}>
        {t('cancelImport')}
      </Button>
    </div>
  )
}
