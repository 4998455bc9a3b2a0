import { kindOfChannel } from '@casebook/domain/recordings/channel-kind.ts'
import type { ChannelKind } from '@casebook/domain/recordings/recording.ts'
import type { MeasureRow } from './use-measures.ts'

/** What swings around zero, so that its mean says nothing, and its RMS how large it is. */
const swinging: ReadonlySet<ChannelKind> = new Set(['ecg', 'eeg', 'emg', 'eog', 'ppg', 'rotation', 'respiration'])
/** A voltage whose kind nobody knows mostly swings, too; of one that does not, the RMS is about the mean. */
const voltage = /^[nuµμm]?v(olts?)?$/i

function swings(channel: string, unit: string | null): boolean {
  const kind = kindOfChannel(channel, unit)
  return swinging.has(kind) || (kind === 'other' && voltage.test(unit ?? ''))
}

/** Whether it only says yes or no, such as the flag of a recorder that was off the wrist. */
function isFlag({ measure, unit, epochs }: Pick<MeasureRow, 'measure' | 'unit' | 'epochs'>): boolean {
  return unit === null && measure !== 'steps' && epochs.every((value) => value === null || value === 0 || value === 1)
}

/** Which of these is drawn over time until somebody chooses: the first, or of a signal that swings around zero its RMS. */
export function firstDrawn<Row extends Pick<MeasureRow, 'channel' | 'measure' | 'unit' | 'epochs'>>(
  rows: readonly Row[],
): Row | undefined {
  // A heart rate says more than how much of the ECG can be used.
  const first = rows.find(({ measure }) => measure === 'heart_rate') ?? rows.find((row) => !isFlag(row)) ?? rows[0]
  if (first?.measure !== 'mean' || !swings(first.channel, first.unit)) return first
  return rows.find(({ channel, measure }) => channel === first.channel && measure === 'rms') ?? first
}
