import type { Channel, ChannelKind } from '../../recording.ts'

/** Seconds for which a signal of this kind may keep one value. Kinds that may keep one for long are left out. */
const mostFlat: { readonly [Kind in ChannelKind]?: number } = {
  ecg: 10,
  emg: 10,
  eeg: 10,
  eog: 10,
  ppg: 10,
  eda: 60,
  respiration: 60,
  acceleration: 300,
  rotation: 300,
  magnetic: 300,
}
/** For other signals that change with most samples elsewhere. */
const mostFlatIfLively = 60
/** In Hz. Slower values sum up what happened meanwhile, such as activity counts: in rest, they are 0 for long. */
const slowest = 1
const lively = 0.3
const neverLively: readonly ChannelKind[] = [
  'battery',
  'temperature',
  'light',
  'heart-rate',
  'beat-interval',
  'saturation',
]
/** A signal of a known kind that never changes is flat, however short it is. */
const shortestWhole = 5

/** Seconds after which one value is flat, of a channel whose samples changed this often, and that lasts so long. */
export function flatAfter(
  { kind, rate }: Pick<Channel, 'kind' | 'rate'>,
  changes: number,
  lasts: number,
): number | null {
  const most = mostFlat[kind]
  if (most !== undefined) return changes === 0 && lasts >= shortestWhole ? Math.min(most, lasts * 0.99) : most
  const isSlow = rate !== null && rate <= slowest
  return !neverLively.includes(kind) && !isSlow && changes >= lively ? mostFlatIfLively : null
}

/** Signals that go beyond a range when they are too strong, instead of resting at its end. */
export function mayBeClipped(kind: ChannelKind): boolean {
  return ['acceleration', 'rotation', 'ecg', 'emg', 'eeg', 'eog', 'ppg', 'force'].includes(kind)
}
