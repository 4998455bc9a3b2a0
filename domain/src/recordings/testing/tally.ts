import { type Block, follows, isFault, type Recording } from '../recording.ts'

export type Tally = {
  /** Samples that are not missing. */
  n: number
  mean: number
  min: number
  max: number
  /** Of the first and the last sample, in seconds since the start. */
  first: number
  last: number
  gaps: number
}

/** Values that independent programs report for each channel, too. */
export async function tally(recording: Recording): Promise<{ channels: Tally[]; faults: Record<string, number> }> {
  const channels: Tally[] = recording.description.channels.map(() => ({
    n: 0,
    mean: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    first: Number.NaN,
    last: Number.NaN,
    gaps: -1,
  }))
  const faults: Record<string, number> = {}
  const previous: Block[] = []
  for await (const item of recording.blocks()) {
    if (isFault(item)) {
      faults[item.what] = (faults[item.what] ?? 0) + item.count
      continue
    }
    const channel = channels[item.channel]
    if (!channel) throw new Error(`No channel ${item.channel}`)
    if (channel.n === 0) channel.first = item.at
    const last = previous[item.channel]
    if (!last || !follows(last, item)) channel.gaps++
    previous[item.channel] = item
    for (const value of item.values) {
      if (Number.isNaN(value)) continue
      channel.n++
      channel.mean += value
      channel.min = Math.min(channel.min, value)
      channel.max = Math.max(channel.max, value)
    }
    channel.last = item.times?.at(-1) ?? item.at + (item.step ?? 0) * (item.values.length - 1)
  }
  for (const channel of channels) channel.mean /= channel.n
  return { channels, faults }
}
