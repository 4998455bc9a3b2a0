import { useFormatter, useTranslations } from 'use-intl'

/** A rate as people say it: `102.4 Hz`; of less than one value a second, how often there is one. */
export function useRateText(): (rate: number) => string {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  return (rate) => {
    // Recorders' own rates have no more digits that mean anything.
    if (rate >= 1) return t('rate.hertz', { rate: format.number(rate, { maximumFractionDigits: 2 }) })
    const seconds = Number((1 / rate).toPrecision(4))
    if (seconds >= 60 && seconds % 60 === 0) return t('rate.minutes', { count: seconds / 60 })
    return t(Number.isInteger(seconds) ? 'rate.seconds' : 'rate.partOfSeconds', { count: seconds })
  }
}
