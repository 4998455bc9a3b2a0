import { createContext, useContext, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './ReadingBar.module.css'

/** Whether what a screen shows is being read again: told to its bars alone, so that nothing else is drawn anew for it. */
export const Rereading = createContext(false)

/** A thin loading bar under a heading. It appears after 300 ms and moves nothing. Without `isReading`: that of the screen. */
export function ReadingBar({ isReading: given, label }: { isReading?: boolean | undefined; label?: string }) {
  const t = useTranslations('components')
  const ofScreen = useContext(Rereading)
  const isReading = given ?? ofScreen
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
