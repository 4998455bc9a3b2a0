import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ReadingBar.module.css'

/** A thin bar under a heading while something is awaited; it appears after 300 ms and moves nothing. */
export function ReadingBar({ isReading, label }: { isReading: boolean; label?: string }) {
  const t = useTranslations('components')
  const [isLong, setIsLong] = useState(false)

  useEffect(() => {
    if (!isReading) {
      setIsLong(false)
      return
    }
    const timer = setTimeout(() => setIsLong(true), 300)
    return () => clearTimeout(timer)
  }, [isReading])

  return (
    <div className={classes.track}>
      {isReading && isLong && <div className={classes.bar} role="progressbar" aria-label={label ?? t('reading')} />}
    </div>
  )
}
