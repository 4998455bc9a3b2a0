/** A bar, in places from the left and values. Null: nothing was measured there. */
export type Bar = { readonly from: number; readonly to: number; readonly value: number | null }

/** As many as a wide screen has pixels: a day by minute fits. */
const mostBars = 1600

/**
 * The values of epochs as bars, as many epochs to each as it takes. A bar is their mean, and there is none where
 * nothing was measured.
 */
export function barsOf(epochs: readonly (number | null)[], most = mostBars): Bar[] {
  const width = Math.max(1, Math.ceil(epochs.length / most))
  const bars: Bar[] = []
  for (let from = 0; from < epochs.length; from += width) {
    const to = Math.min(epochs.length, from + width)
    const known = epochs.slice(from, to).filter((value) => value !== null)
    const value = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length
    bars.push({ from, to, value })
  }
  return bars
}

/** From the lowest to the highest value, with some room: a line does not begin at zero. */
export function fittedExtent(bars: readonly Bar[]): { low: number; high: number } {
  const values = bars.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return { low: 0, high: 1 }
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = high > low ? (high - low) / 20 : Math.abs(high) / 20 || 1
  return { low: low - room, high: high + room }
}

/** A line through the middle of the bars, a point where none is on either side. Interrupted where nothing was measured. */
export function lineOf(bars: readonly Bar[], y: (value: number) => number): string {
  return bars
    .map(({ from, to, value }, index) => {
      if (value === null) return ''
      const isFirst = (bars[index - 1]?.value ?? null) === null
      return `${isFirst ? 'M' : 'L'}${(from + to) / 2} ${y(value)}${isFirst ? 'h0' : ''}`
    })
    .join('')
}

/** From the lowest to the highest value, with zero: bars begin there. */
export function extentOf(bars: readonly Bar[]): { low: number; high: number } {
  const values = bars.flatMap(({ value }) => (value === null ? [] : [value]))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  return low === high ? { low, high: low + 1 } : { low, high }
}
