import { useCallback } from 'react'
import { useFormatter } from 'use-intl'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file size as text: `98 MB`. A megabyte is 1,048,576 bytes everywhere, as in the limit of 150 MB (157,286,400 bytes). */
export function useByteText(): (bytes: number) => string {
  const format = useFormatter()
  return useCallback(
    (bytes) => {
      const power = bytes < 1000 ? 0 : bytes < 1000 * 1024 ? 1 : bytes < 1000 * 1024 ** 2 ? 2 : 3
      return format.number(bytes / 1024 ** power, {
        style: 'unit',
        unit: units[power],
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power === 3 || (power === 2 && bytes < 10 * 1024 ** 2) ? 1 : 0,
      })
    },
    [format],
  )
}
