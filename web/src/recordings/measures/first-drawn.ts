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

/** Which of these is drawn over time until somebody chooses: the first, or of a signal that swings around zero its RMS. */
export function firstDrawn<Row extends Pick<MeasureRow, 'channel' | 'measure' | 'unit'>>(
  rows: readonly Row[],
): Row | undefined {
  const [first] = rows
  if (first?.measure !== 'mean' || !swings(first.channel, first.unit)) return first
  return rows.find(({ channel, measure }) => channel === first.channel && measure === 'rms') ?? first
}
