import { type Block, type BlocksOptions, type Fault, follows, isFault, type Recording } from '../recording.ts'

export type ReadChannel = {
  readonly values: number[]
  /** Of each sample, in seconds since the start. */
  readonly times: number[]
  /** Indices of the samples after a gap. */
  readonly gaps: number[]
}

/** Reads a recording to its end: every sample with its time, and every fault. */
export async function readWhole(
  recording: Recording,
  options?: BlocksOptions,
): Promise<{ channels: ReadChannel[]; faults: Fault[] }> {
  const channels = recording.description.channels.map((): ReadChannel => ({ values: [], times: [], gaps: [] }))
  const last: Block[] = []
  const faults: Fault[] = []
  for await (const item of recording.blocks(options)) {
    if (isFault(item)) {
      faults.push(item)
      continue
    }
    const channel = channels[item.channel]
    if (!channel) throw new Error(`a block of channel ${item.channel}, which the description does not have`)
    const before = last[item.channel]
    if (before && !follows(before, item)) channel.gaps.push(channel.values.length)
    last[item.channel] = item
    for (const [index, value] of item.values.entries()) {
      channel.values.push(value)
      channel.times.push(item.step === null ? (item.times?.[index] ?? Number.NaN) : item.at + index * item.step)
    }
  }
  return { channels, faults }
}
