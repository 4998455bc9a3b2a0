import type { Block } from './recording.ts'

/** Seconds from the start of the recording to the end of the block's last sample. */
export function endOf({ at, step, times, values }: Block): number {
  if (step !== null) return at + step * values.length
  return times?.at(-1) ?? at
}

/** Whether `next` continues `previous`, the channel's preceding block. If not, there is a gap between them. */
export function follows(previous: Block, next: Block): boolean {
  if (next.continues !== undefined) return next.continues
  return Math.abs(next.at - endOf(previous)) <= (previous.step ?? 0) / 2
}
