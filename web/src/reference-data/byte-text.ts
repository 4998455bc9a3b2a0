import { useCallback } from 'react'
import { useFormatter } from 'use-intl'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** Bytes as people read them, in decimal units: `98 MB`. */
export function useByteText(): (bytes: number) => string {
  const format = useFormatter()
  return useCallback(
    (bytes) => {
      const power = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
      return format.number(bytes / 1000 ** power, {
        style: 'unit',
        unit: units[power],
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power === 2 && bytes < 10_000_000 ? 1 : 0,
      })
    },
    [format],
  )
}
