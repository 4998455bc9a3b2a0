import fc from 'fast-check'
import { isBelievableRate, limits } from '../limits.ts'
import { type Format, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

/**
 * Reads hostile bytes in a format to the end. Throws if the reader throws anything except `UnreadableRecording`,
 * returns more channels than the limit, an impossible rate, or an invalid block.
 */
export async function survives(format: Format, bytes: Uint8Array<ArrayBuffer>, filename = 'x'): Promise<void> {
  const source = memorySource(bytes)
  format.sniff(bytes.subarray(0, 4096), source, filename)
  try {
    const recording = await format.open(source, { filename })
    const { channels, duration } = recording.description
    if (duration !== null && !(duration >= 0)) throw new Error(`lasts ${duration} s`)
    if (channels.length > limits.channels) throw new Error(`${channels.length} channels`)
    const rate = channels.find((each) => each.rate !== null && !isBelievableRate(each.rate))?.rate
    if (rate !== undefined) throw new Error(`a rate of ${rate} Hz`)
    let items = 0
    for await (const item of recording.blocks()) {
      if (++items > 1_000_000) throw new Error('does not end')
      if (isFault(item)) continue
      const { step, times, values, at, channel } = item
      if (!channels[channel] || values.length === 0 || !Number.isFinite(at)) throw new Error('a block that is none')
      if (step === null ? times?.length !== values.length : !(step > 0)) throw new Error(`a step of ${step}`)
    }
    await recording.annotations()
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
  }
}

/** A valid file truncated at every length, or at the given number of lengths. */
export async function survivesTruncation(
  format: Format,
  file: Uint8Array<ArrayBuffer>,
  cuts = file.length,
): Promise<void> {
  const step = Math.max(1, Math.floor(file.length / cuts))
  for (let length = 0; length < file.length; length += step) await survives(format, file.slice(0, length))
}

/** A valid file with some bytes replaced. */
export async function survivesFlips(format: Format, file: Uint8Array<ArrayBuffer>, numRuns = 300): Promise<void> {
  const flip = fc.tuple(fc.nat(file.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 12 }), async (flips) => {
      const bytes = file.slice()
      for (const [at, value] of flips) bytes[at] = value
      await survives(format, bytes)
    }),
    { numRuns },
  )
}

/** Random bytes after the signature of the format. */
export async function survivesNoise(format: Format, mark: Uint8Array, numRuns = 200): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 4000 }), async (noise) => {
      const bytes = new Uint8Array(mark.length + noise.length)
      bytes.set(mark)
      bytes.set(noise, mark.length)
      await survives(format, bytes)
    }),
    { numRuns },
  )
}

/** Runs something with other limits, so that exceeding one takes no huge file. */
export async function withLimits(
  changed: Partial<Record<keyof typeof limits, number>>,
  run: () => unknown,
): Promise<void> {
  const before = { ...limits }
  try {
    Object.assign(limits, changed)
    await run()
  } finally {
    Object.assign(limits, before)
  }
}
