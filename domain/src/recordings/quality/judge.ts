import type { Block, Channel, Description } from '../recording.ts'
import type { Survey } from '../seen/survey.ts'
import { factorToG, guessFactorToG } from '../signals/in-g.ts'
import { type Samples, Signals } from '../signals/signals.ts'
import { findTriads, type Triad } from '../signals/triads.ts'
import { calibrate } from './calibration/calibration.ts'
import { StillPoints } from './calibration/stillness.ts'
import { ChannelWatch } from './channels/channel-watch.ts'
import { Lengths } from './channels/lengths.ts'
import { findingsOf } from './findings.ts'
import {
  type Accelerometer,
  type Course,
  mostAccelerometers,
  mostFindings,
  mostFlags,
  mostStretches,
  type Quality,
  qualityVersion,
  type WornFlag,
} from './quality.ts'
import { type Stretch, WearJudge } from './wear/not-worn.ts'
import { isCelsius, Warmth } from './wear/warmth.ts'
import { isWearFlag, WearFlag } from './wear/wear-flag.ts'

/** An accelerometer while it is read. */
type Sensor = {
  readonly triad: Triad
  /** To g; null until the first samples tell it, undefined if they do not. */
  factor: number | null | undefined
  readonly lengths: Lengths
  readonly still: StillPoints
  readonly wear: WearJudge
}

/** Judges a recording from its blocks, as they are read. */
export class QualityJudge {
  readonly #channels: readonly Channel[]
  readonly #description: Description
  readonly #watches: readonly ChannelWatch[]
  readonly #sensors: readonly Sensor[]
  readonly #signals: Signals
  /** The first temperature in °C, which tells whether the recorder was worn. */
  readonly #thermometer: number
  readonly #warmth = new Warmth()
  /** By channel. */
  readonly #flags: ReadonlyMap<number, WearFlag>

  constructor(description: Description) {
    const { channels } = description
    this.#description = description
    this.#channels = channels
    this.#watches = channels.map((channel) => new ChannelWatch(channel))
    this.#thermometer = channels.findIndex(isCelsius)
    const flags = channels.flatMap((channel, index) =>
      isWearFlag(channel) ? [[index, new WearFlag(channel)] as const] : [],
    )
    this.#flags = new Map(flags.slice(0, mostFlags))
    const triads = findTriads(channels).slice(0, mostAccelerometers)
    this.#signals = new Signals(channels, triads)
    this.#sensors = triads.map((triad) => ({
      triad,
      factor: factorOf(channels[triad.channels[0]]),
      lengths: new Lengths(),
      still: new StillPoints(),
      wear: new WearJudge(),
    }))
  }

  add(block: Block): void {
    this.#watches[block.channel]?.add(block)
    this.#flags.get(block.channel)?.add(block)
    if (block.channel === this.#thermometer) this.#warmth.add(block)
    for (const samples of this.#signals.add(block)) {
      const sensor = this.#sensors[samples.signal]
      if (sensor) addTo(sensor, samples)
    }
  }

  result({ duration, gaps, channelGaps = [] }: Pick<Survey, 'duration' | 'gaps' | 'channelGaps'>): Quality {
    const isTimed = !this.#description.recognised.some(({ code }) => code === 'rate-unknown')
    const share = duration === null || duration <= 0 ? null : Math.max(0, 1 - gaps.seconds / duration)
    const accelerometers = isTimed ? this.#sensors.flatMap((sensor) => accelerometerOf(sensor, this.#warmth)) : []
    const flags = isTimed ? [...this.#flags].flatMap(([channel, flag]) => flagOf(channel, flag.notWorn())) : []
    const courses = this.#courses()
    const findings = findingsOf({
      description: this.#description,
      watches: this.#watches,
      lengths: this.#sensors.map(({ triad, lengths }) => ({ channels: triad.channels, lengths: lengths.values })),
      accelerometers,
      flags,
      ...courses,
      share,
      gaps,
      channelGaps,
      duration: isTimed ? duration : null,
    })
    return {
      version: qualityVersion,
      share,
      findings: findings.slice(0, mostFindings),
      accelerometers,
      ...(flags.length > 0 && { flags }),
      ...courses,
    }
  }

  #courses(): Pick<Quality, 'battery' | 'temperature'> {
    const courseOf = (kind: Channel['kind']): Course | null => {
      const channel = this.#channels.findIndex((each, index) => each.kind === kind && this.#watches[index]?.samples)
      const watch = this.#watches[channel]
      if (!watch) return null
      const { first, last, mean, lowest, highest } = watch
      return { channel, first, last, min: lowest.value, max: highest.value, mean }
    }
    return { battery: courseOf('battery'), temperature: courseOf('temperature') }
  }
}

function factorOf(channel: Channel | undefined): number | null | undefined {
  return channel?.unit ? factorToG(channel.unit) : null
}

function addTo(sensor: Sensor, { columns, at, step, continues }: Samples): void {
  sensor.lengths.add(columns, step)
  if (sensor.factor === null) sensor.factor = guessFactorToG(sensor.lengths.values)
  const { factor } = sensor
  if (factor === undefined || factor === null) return
  const inG = factor === 1 ? columns : columns.map((values) => values.map((value) => value * factor))
  sensor.still.add(inG, step, continues)
  sensor.wear.add(inG, at, step)
}

function accelerometerOf({ triad, factor, still, wear }: Sensor, warmth: Warmth): Accelerometer[] {
  if (factor === undefined || factor === null) return []
  const notWorn = wear.notWorn(warmth)
  return [
    {
      channels: triad.channels,
      calibration: calibrate(still.means),
      notWorn: notWorn && { seconds: secondsOf(notWorn), longest: longestOf(notWorn) },
    },
  ]
}

function flagOf(channel: number, notWorn: readonly Stretch[] | null): WornFlag[] {
  return notWorn ? [{ channel, notWorn: { seconds: secondsOf(notWorn), longest: longestOf(notWorn) } }] : []
}

function secondsOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** In chronological order. */
function longestOf(stretches: readonly Stretch[]): Stretch[] {
  const longest = stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostStretches)
  return longest.toSorted((a, b) => a.from - b.from)
}
