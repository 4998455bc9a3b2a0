import { useCallback } from 'react'
import { useTranslations } from 'use-intl'

const known = [
  'enmo',
  'mad',
  'angle_x',
  'angle_y',
  'angle_z',
  'counts_axis1',
  'counts_axis2',
  'counts_axis3',
  'counts_vm',
  'steps',
  'ecg_usable',
  'beats',
  'heart_rate',
  'rr_mean',
  'sdnn',
  'rmssd',
  'pnn50',
  'mean',
  'sd',
  'rms',
  'range',
  'median_frequency',
] as const

/** What methods tell of an activity as a whole, to be compared across subjects. */
export const comparedMeasures = known.filter(
  (name) => !['mean', 'sd', 'rms', 'range', 'median_frequency'].includes(name),
)

function isKnown(measure: string): measure is (typeof known)[number] {
  return (known as readonly string[]).includes(measure)
}

/** What people call a measure; one of a later release by its id. */
export function useMeasureName(): (measure: string) => string {
  const t = useTranslations('recordings')
  return useCallback((measure) => (isKnown(measure) ? t(`measures.names.${measure}`) : measure), [t])
}
