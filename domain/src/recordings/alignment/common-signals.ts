import type { Channel, ChannelKind } from '../recording.ts'
import { findTriads } from '../signals/triads.ts'

/** What two recordings both measured. */
export type CommonSignal = {
  readonly kind: ChannelKind
  /** The channels of each: the three axes of an accelerometer, or one. */
  readonly channels: readonly [one: readonly number[], other: readonly number[]]
  /** The lower of the two rates, in Hz. Null: irregular or unknown. */
  readonly rate: number | null
}

/** The kinds that tell by their course when something happened, the most telling first. */
const telling: readonly ChannelKind[] = [
  'acceleration',
  'ecg',
  'ppg',
  'heart-rate',
  'beat-interval',
  'respiration',
  'rotation',
  'emg',
  'eda',
  'force',
  'pressure',
  'saturation',
  'light',
  'temperature',
]

type Candidate = { kind: ChannelKind; channels: readonly number[]; rate: number | null }

/** What tells best how the clocks of two recordings differ. Undefined if they measured nothing alike. */
export function commonSignal(one: readonly Channel[], other: readonly Channel[]): CommonSignal | undefined {
  const [ones, others] = [candidates(one), candidates(other)]
  for (const kind of telling) {
    const [first, second] = [ones, others].map((each) => each.find((candidate) => candidate.kind === kind))
    if (!first || !second) continue
    const rates = [first.rate, second.rate].filter((rate) => rate !== null)
    return {
      kind,
      channels: [first.channels, second.channels],
      rate: rates.length === 2 ? Math.min(...rates) : null,
    }
  }
  return undefined
}

/** Of acceleration only whole accelerometers: a single axis depends on how the sensor is turned. */
function candidates(channels: readonly Channel[]): Candidate[] {
  const triads = findTriads(channels).map((triad) => ({
    kind: 'acceleration' as const,
    channels: triad.channels,
    rate: channels[triad.channels[0]]?.rate ?? null,
  }))
  const single = channels.map(({ kind, rate }, index) => ({ kind, channels: [index], rate }))
  return [...triads, ...single.filter(({ kind }) => kind !== 'acceleration')]
}
