import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ReadingBar.module.css'

/** A thin loading bar under a heading. It appears after 300 ms and moves nothing. */
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
