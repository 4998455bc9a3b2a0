import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** A duration in its most suitable unit: `12 s`, `41 min`, `6.5 h`. */
export function useLengthText(): (seconds: number) => string {
  const t = useTranslations('recordings')
  return useCallback(
    (seconds) => {
      const short = (count: number) => (Math.abs(count) < 10 ? Math.round(count * 10) / 10 : Math.round(count))
      if (Math.abs(seconds) < 1) return t('seconds', { count: Math.round(seconds * 1000) / 1000 })
      if (Math.abs(seconds) < 120) return t('seconds', { count: short(seconds) })
      if (Math.abs(seconds) < 7200) return t('minutes', { count: short(seconds / 60) })
      if (Math.abs(seconds) < 172_800) return t('hours', { count: short(seconds / 3600) })
      return t('days', { count: short(seconds / 86_400) })
    },
    [t],
  )
}
