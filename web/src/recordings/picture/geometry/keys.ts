import { type Band, nextBand } from './bands.ts'
import { around, panned, type TimeWindow, zoomed } from './time-window.ts'

/** The effect of a key on the visible range. Undefined for other keys. */
export function shownAfterKey(
  key: string,
  { shown, length, bands }: { shown: TimeWindow; length: number; bands: readonly Band[] },
): TimeWindow | undefined {
  const middle = (shown.from + shown.to) / 2
  switch (key) {
    case 'ArrowLeft':
      return panned(shown, -0.2, length)
    case 'ArrowRight':
      return panned(shown, 0.2, length)
    case 'ArrowUp':
    case '+':
    case '=':
      return zoomed(shown, middle, 0.5, length)
    case 'ArrowDown':
    case '-':
      return zoomed(shown, middle, 2, length)
    case '0':
      return { from: 0, to: length }
    case '[':
    case ']': {
      const band = nextBand(bands, shown, key === ']' ? 1 : -1)
      return band && around(band, length)
    }
    default:
      return undefined
  }
}
