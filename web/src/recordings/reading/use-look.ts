import { useEffect } from 'react'
import type { RecordingReader } from './recording-reader.ts'

/** Has the reader report what is shown, whenever that changes or more was read. In seconds since its start. */
export function useLook(
  reader: RecordingReader | undefined,
  { from, to }: { readonly from: number; readonly to: number },
  { length, width, end }: { readonly length: number; readonly width: number; readonly end: number },
): void {
  // Half a screen on either side, so that panning shows data at once; a bucket for each pixel.
  // biome-ignore lint/correctness/useExhaustiveDependencies: repeated when more was read
  useEffect(() => {
    if (!reader || width === 0 || length === 0) return
    const margin = (to - from) / 2
    const [low, high] = [Math.max(0, from - margin), Math.min(length, to + margin)]
    if (low >= high) return
    const frame = requestAnimationFrame(() => reader.look(low, high, Math.round(width * 1.5)))
    return () => cancelAnimationFrame(frame)
  }, [reader, from, to, width, length, end])
}
