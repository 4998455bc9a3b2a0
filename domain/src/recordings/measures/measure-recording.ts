import { isFault, type Recording } from '../recording.ts'
import type { MeasuredTime } from './measured-time.ts'
import { Measuring, type Result } from './measuring.ts'
import type { Range } from './method/spans.ts'

/** `end`: of the last sample, in seconds since the start of the recording. */
export type Measurement = { readonly results: readonly Result[]; readonly end: number }

/**
 * Measures a recording, which is read once; and a second time if it tells how its accelerometers are off: what is
 * calibrated is then measured again, corrected. The numbers are the same wherever this runs.
 */
export async function measureRecording(recording: Recording, range: Range, signal?: AbortSignal): Promise<Measurement> {
  const { channels } = recording.description
  const read = async (measuring: Measuring) => {
    for await (const item of recording.blocks(signal && { signal })) if (!isFault(item)) measuring.add(item)
    return measuring
  }
  const measuring = await read(new Measuring(channels, range))
  const { end } = measuring
  const results = measuring.results()
  const corrections = measuring.corrections()
  if (corrections.size === 0) return { results, end }
  const keyOf = ({ channels: own, measure }: Result) => `${own.join()} ${measure}`
  const again = (await read(new Measuring(channels, range, corrections))).results()
  const byKey = new Map(again.map((result) => [keyOf(result), result]))
  return { results: results.map((result) => byKey.get(keyOf(result)) ?? result), end }
}

/** Measures this time of a recording, or of one whose end is not known, all of it. `to`: the end of what was measured. */
export async function measureTime(
  recording: Recording,
  { from, to }: Pick<MeasuredTime, 'from' | 'to'>,
  epoch: number,
  signal?: AbortSignal,
): Promise<Measurement & { readonly to: number }> {
  const until = Number.isFinite(to) ? to : (recording.description.duration ?? Number.POSITIVE_INFINITY)
  const { results, end } = await measureRecording(recording, { from, to: until, epoch }, signal)
  return {
    results: hasTime(recording) ? results : results.flatMap(withoutTime),
    to: Number.isFinite(until) ? until : end,
    end,
  }
}

/** Without a rate, a second is a sample, and says nothing about time. */
export function hasTime({ description }: Recording): boolean {
  return !description.recognised.some(({ code }) => code === 'rate-unknown')
}

/** What is the same at whichever rate. */
function withoutTime(result: Result): Result[] {
  return result.method === 'statistics' ? [{ ...result, firstEpoch: 0, epochs: [] }] : []
}
