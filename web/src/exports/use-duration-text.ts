import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

/** A duration in words, rounded up: seconds up to a minute and a half, then minutes. */
export function useDurationText(): (seconds: number) => string {
  const t = useTranslations('exports')
  return useCallback(
    (seconds) =>
      seconds < 90
        ? t('seconds', { count: Math.max(1, Math.ceil(seconds)) })
        : t('minutes', { count: Math.ceil(seconds / 60) }),
    [t],
  )
}
