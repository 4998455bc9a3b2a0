import type { NumberFormatOptions } from 'use-intl'

/** How a rate in Hz is written: `1,998`, `12.8`, `0.286`. Recorders' own rates have no more digits that mean anything. */
export function rateNumberFormat(rate: number): NumberFormatOptions {
  return rate >= 1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 }
}
