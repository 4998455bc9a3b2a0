import { joinedRows } from '../../recordings/joined-rows.ts'
import type { ChannelKind, Recording } from '../../recordings/recording.ts'
import { UnreadableRecording } from '../../recordings/unreadable-recording.ts'
import type { ExportedChannel, ExportedRecording } from '../recordings/exported-recordings.ts'
import { jsonText, tsvLine } from './tsv.ts'

/** The channels of a recording with one sampling rate: the columns of one motion file after the time of the sample. */
export type MotionFile = {
  recorded: ExportedRecording
  channels: readonly ExportedChannel[]
  /** In Hz. */
  rate: number
}

const types: Partial<Record<ChannelKind, string>> = {
  acceleration: 'ACCEL',
  rotation: 'GYRO',
  magnetic: 'MAGN',
  orientation: 'ORNT',
  position: 'POS',
}

const typeOf = ({ kind }: ExportedChannel) => types[kind] ?? 'MISC'

/** The motion files of a recording, and the channels that are in none, because theirs is another rate without any motion. */
export function motionFiles(recorded: ExportedRecording): { files: MotionFile[]; others: ExportedChannel[] } {
  const groups = new Map<number, ExportedChannel[]>()
  const others: ExportedChannel[] = []
  for (const channel of recorded.channels) {
    const rate = channel.rate ?? meanRate(recorded, channel)
    if (rate === null) others.push(channel)
    else groups.set(rate, [...(groups.get(rate) ?? []), channel])
  }
  const files: MotionFile[] = []
  for (const [rate, channels] of groups) {
    if (channels.some(({ kind }) => types[kind] !== undefined)) files.push({ recorded, channels, rate })
    else others.push(...channels)
  }
  return { files, others }
}

/** Of a channel without a nominal rate, how many samples it has in a second. */
function meanRate({ surveyed }: ExportedRecording, { index }: ExportedChannel): number | null {
  const samples = surveyed?.channels[index]?.samples ?? 0
  const duration = surveyed?.duration ?? 0
  return samples > 1 && duration > 0 ? Math.round((samples / duration) * 1e6) / 1e6 : null
}

/** A row for each sample: its time since the start of the recording, then its channels. Without a heading, as BIDS has it. */
export async function* motionTsv({ channels }: MotionFile, recording: Recording, onFault: (why: string) => void) {
  const indexes = channels.map(({ index }) => index)
  try {
    for await (const { times, columns, isSingle } of joinedRows(recording, indexes)) {
      let text = ''
      for (const [row, time] of times.entries()) {
        text += secondsText(time)
        for (const [place, column] of columns.entries()) text += `\t${valueText(column[row], isSingle[place] ?? false)}`
        text += '\n'
      }
      yield text
    }
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    onFault('the rest of the recording cannot be read')
  }
}

/** With microseconds, never with an exponent. */
function secondsText(seconds: number): string {
  return (Math.round(seconds * 1e6) / 1e6).toFixed(6).replace(/\.?0+$/, '')
}

/** The shortest text that is the same number; `isSingle`: in single precision. */
function valueText(value: number | undefined, isSingle: boolean): string {
  if (value === undefined || !Number.isFinite(value)) return 'n/a'
  if (Object.is(value, -0)) return '-0'
  if (!isSingle || Number.isInteger(value)) return String(value)
  for (const digits of [6, 7, 8]) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(Number(value.toPrecision(9)))
}

/** The columns of the motion file, in their order. */
export function channelsTsv({ recorded, channels }: MotionFile): string {
  const point = recorded.worn?.place ?? null
  const lines = channels.map((channel) => {
    const named = channel.sensor ? `${channel.sensor} ${channel.name}` : channel.name
    return [named, channel.axis, typeOf(channel), channel.sensor ?? point, channel.unit]
  })
  return [['name', 'component', 'type', 'tracked_point', 'units'], ['latency', null, 'LATENCY', null, 's'], ...lines]
    .map(tsvLine)
    .join('')
}

/** What is said of a motion file beside it. */
export function motionJson(file: MotionFile, taskName: string): string {
  const { recorded, channels, rate } = file
  const { surveyed, worn } = recorded
  const counts: Record<string, number> = {}
  for (const channel of channels) {
    const key = `${typeOf(channel)}ChannelCount`
    counts[key] = (counts[key] ?? 0) + 1
  }
  const samples = surveyed && Math.max(...channels.map(({ index }) => surveyed.channels[index]?.samples ?? 0))
  const duration = surveyed?.duration ?? null
  return jsonText({
    TaskName: taskName,
    SamplingFrequency: rate,
    ...(samples && duration ? { SamplingFrequencyEffective: Math.round((samples / duration) * 1e6) / 1e6 } : {}),
    ...(duration !== null && { RecordingDuration: duration }),
    ...(surveyed && { RecordingType: surveyed.gaps.count > 0 ? 'discontinuous' : 'continuous' }),
    MotionChannelCount: channels.length + 1,
    ...counts,
    LATENCYChannelCount: 1,
    TrackedPointsCount: new Set(channels.map(({ sensor }) => sensor ?? worn?.place ?? '')).size,
    MissingValues: 'n/a',
    TrackingSystemName: recorded.device ?? recorded.format,
    ...(recorded.serialnumber !== null && { DeviceSerialNumber: recorded.serialnumber }),
  })
}
