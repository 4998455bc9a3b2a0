import { completionBar } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './file/ReferenceData.module.css'

/** After the last upload: fills by 2 per 50 ms and closes the panel when it is full. */
export function ClosingBar({ onFull }: { onFull: () => void }) {
  const t = useTranslations('referenceData')
  const [filled, setFilled] = useState(0)
  const close = useEffectEvent(onFull)

  useEffect(() => {
    const timer = setInterval(
      () => setFilled((before) => Math.min(before + completionBar.step, completionBar.full)),
      completionBar.everyMilliseconds,
    )
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (filled >= completionBar.full) close()
  }, [filled])

  return (
    <div className={classes.closing}>
      <p>{t('closing')}</p>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t('closing')}
        aria-valuenow={filled}
        aria-valuemin={0}
        aria-valuemax={completionBar.full}
      >
        <div className={classes.bar} style={{ width: `${filled}%` }} />
      </div>
    </div>
  )
}
