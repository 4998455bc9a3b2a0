import { IconPlayerRecord } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { elapsedText } from '../../texts/elapsed-text.ts'
import type { RunningActivity } from '../record/activity-record.ts'
import classes from './ActivityCells.module.css'

/**
 * Shows that an activity is running, for how long by this browser's clock, and who started it. If that clock is behind
 * the server's, shows 0:00.
 */
export function RunningFor({ running: { startTime, startedBy } }: { running: RunningActivity }) {
  const t = useTranslations('activities')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <span className={classes.running}>
        <IconPlayerRecord size={14} aria-hidden />
        {t('runningSince', { duration: elapsedText(Math.max(0, Math.floor(now / 1000) - startTime)) })}
      </span>
      <span className={classes.starter}>{t('startedBy', { by: startedBy })}</span>
    </>
  )
}
