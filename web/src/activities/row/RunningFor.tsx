import { IconPlayerRecord } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RunningActivity } from '../record/activity-record.ts'
import classes from './ActivityCells.module.css'

/** Shows that an activity is running, for how long by this browser's clock, and who started it. */
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
        {t('runningSince', { duration: clockText(Math.floor(now / 1000) - startTime) })}
      </span>
      <span className={classes.starter}>{t('startedBy', { by: startedBy })}</span>
    </>
  )
}

/** `4:07`, `1:04:07`. If the clock is behind the server's, shows 0:00. */
function clockText(seconds: number): string {
  const whole = Math.max(0, seconds)
  const pad = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`
}
