import { usualLimits } from '../../../studies/quality-limits.ts'
import type { Block, Channel, Description, Remark } from '../../recording.ts'
import { Surveyor } from '../../seen/survey.ts'
import { QualityJudge } from '../judge.ts'
import { toldBy } from '../limits.ts'
import type { Finding, Quality } from '../quality.ts'

export type Given = Partial<Channel> & {
  readonly values: readonly number[] | Float64Array
  /** In seconds. */
  readonly at?: number
  /** Seconds between samples, if not by the rate. */
  readonly step?: number
}

/** Judges channels that are given with their samples, in blocks of any size. */
export function judgeSignals(
  given: readonly Given[],
  { size = 1000, recognised = [] }: { size?: number; recognised?: readonly Remark[] } = {},
): Quality {
  const channels = given.map(
    ({ values, at, step, ...channel }, index): Channel => ({
      name: `#${index}`,
      unit: null,
      kind: 'other',
      rate: 100,
      ...channel,
    }),
  )
  const blocks = given.flatMap(({ values, at = 0, step }, channel) => {
    const each = step ?? 1 / (channels[channel]?.rate ?? 1)
    const count = Math.ceil(values.length / size)
    return Array.from({ length: count }, (_, index): Block => {
      const part = Float64Array.from(values.slice(index * size, (index + 1) * size))
      return { channel, at: at + index * size * each, step: each, values: part }
    })
  })
  return judgeBlocks(
    channels,
    blocks.toSorted((a, b) => a.at - b.at),
    recognised,
  )
}

export function judgeBlocks(
  channels: readonly Channel[],
  blocks: readonly Block[],
  recognised: readonly Remark[] = [],
): Quality {
  const description: Description = {
    format: 'test',
    recognised,
    start: null,
    clock: 'unknown',
    duration: null,
    channels,
    samples: null,
  }
  const recording = {
    description,
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    blocks: () => noBlocks(),
  }
  const surveyor = new Surveyor(channels)
  const judge = new QualityJudge(description)
  for (const block of blocks) {
    surveyor.add(block)
    judge.add(block)
  }
  return judge.result(surveyor.result(recording, 0))
}

async function* noBlocks(): AsyncGenerator<Block> {}

/** Codes with their channels, as `flat 0,1`. */
export function toldOf({ findings }: Quality): string[] {
  return toldBy(usualLimits, { findings, duration: null }, true).map(({ code, channels }) =>
    `${code} ${channels.join()}`.trim(),
  )
}

export function findingOf({ findings }: Quality, code: Finding['code']): Finding | undefined {
  return findings.find((each) => each.code === code)
}
