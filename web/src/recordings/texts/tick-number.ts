import type { NumberFormatOptions } from 'use-intl'

/** How the values of an axis are written: with as many digits as its step needs. `values` are those shown. */
export function tickNumberFormat(step: number, values: readonly number[]): NumberFormatOptions {
  const most = Math.max(...values.map(Math.abs))
  if (most >= 1e6 || step < 1e-4) {
    const digits = most > 0 ? Math.ceil(Math.log10(most / step)) + 1 : 1
    return {
      notation: 'scientific',
      maximumSignificantDigits: Math.min(15, Math.max(3, digits)),
      signDisplay: 'negative',
    }
  }
  return { maximumFractionDigits: Math.max(0, Math.ceil(-Math.log10(step) + 0.5)), signDisplay: 'negative' }
}
