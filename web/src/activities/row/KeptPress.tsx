import { Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { useIsConnectionLost } from '../../calls/connection.ts'
import classes from './ActivityCells.module.css'

/** A press of Start or Stop that did not reach the server, with its time: it is recorded with that once the line is back. */
export function KeptPress({
  name,
  seconds,
  isDisabled,
  isBusy,
  onRecord,
  onDiscard,
}: {
  name: string
  /** Epoch seconds. */
  seconds: number
  isDisabled: boolean
  isBusy: boolean
  onRecord: () => void
  onDiscard: () => void
}) {
  const t = useTranslations('activities')
  const format = useFormatter()
  const isLost = useIsConnectionLost()
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
  const time = format.dateTime(new Date(seconds * 1_000), clock)
  return (
    <div className={classes.kept}>
      <p role="status">{t(isLost ? 'pressKept' : 'pressUnknown', { time })}</p>
      <span className={classes.buttons}>
        <Button
          data-row-focus
          size="xs"
          disabled={isLost || isDisabled}
          aria-disabled={isBusy || undefined}
          aria-label={t('recordWithNamed', { name, time })}
          onClick={onRecord}
        >
          {t('recordWith', { time })}
        </Button>
        <Button size="xs" variant="default" aria-label={t('discardPressNamed', { name })} onClick={onDiscard}>
          {t('discardPress')}
        </Button>
      </span>
    </div>
  )
}
