import { usualLimits } from '../../studies/quality-limits.ts'
import type { Channel, Description } from '../recording.ts'
import type { Gap, Survey } from '../seen/survey.ts'
import { factorToG, guessFactorToG } from '../signals/in-g.ts'
import type { ChannelWatch } from './channels/channel-watch.ts'
import { batteryUnits, judgedBy } from './limits.ts'
import {
  type Accelerometer,
  type Course,
  type Finding,
  type FindingCode,
  floors,
  mostChannels,
  type Quality,
  type WornFlag,
} from './quality.ts'
import { skinTemperature } from './wear/warmth.ts'

/** Everything that findings follow from. */
export type Judged = Pick<Quality, 'share' | 'accelerometers' | 'battery' | 'temperature'> & {
  readonly flags: readonly WornFlag[]
  readonly description: Description
  readonly watches: readonly ChannelWatch[]
  /** Of each accelerometer: its axes, and lengths of its acceleration as they are in the file. */
  readonly lengths: readonly { readonly channels: readonly number[]; readonly lengths: Float64Array }[]
  readonly gaps: Survey['gaps']
  readonly channelGaps: NonNullable<Survey['channelGaps']>
  /** In seconds; null if unknown. */
  readonly duration: number | null
}

type Found = Omit<Finding, 'expected' | 'isWarning' | 'from' | 'to'> & Partial<Finding>

/** What was found: marks by the usual limits first, and channels of which the same is to be told together. */
export function findingsOf(judged: Judged): Finding[] {
  const found = [
    ...incomplete(judged),
    ...dropOuts(judged),
    ...judged.watches.flatMap((watch, channel) => ofChannel(watch, channel, judged)),
    ...judged.accelerometers.flatMap(ofAccelerometer),
    ...judged.flags.flatMap(({ channel, notWorn }) => notWornOf([channel], notWorn)),
    ...judged.lengths.flatMap((each) => wrongUnit(each, judged.description.channels)),
    ...battery(judged),
    ...cool(judged),
  ]
  const complete = found.map((each) => ({ from: null, to: null, expected: null, isWarning: false, ...each }))
  const findings = judgedBy(usualLimits, { findings: complete, duration: judged.duration })
  return together(findings).toSorted((a, b) => Number(b.isWarning) - Number(a.isWarning))
}

/** What channels have in common though not in the same measure: the largest is told. */
const mayDiffer: readonly FindingCode[] = ['flat', 'clipped', 'saturated', 'drop-outs']

function together(findings: readonly Finding[]): Finding[] {
  const groups = new Map<string, Finding>()
  for (const finding of findings) {
    const { channels, value, ...same } = finding
    const key = JSON.stringify([same, mayDiffer.includes(finding.code) || Number(value.toPrecision(3))])
    const known = groups.get(key)
    const both = known && { channels: [...known.channels, ...channels], value: Math.max(known.value, value) }
    groups.set(key, { ...finding, ...both })
  }
  return [...groups.values()].map((each) => ({ ...each, channels: each.channels.slice(0, mostChannels) }))
}

function incomplete({ share, gaps }: Judged): Found[] {
  if (share === null || gaps.count === 0 || gaps.seconds <= floors.missing) return []
  return [{ code: 'incomplete', channels: [], value: share, ...longestOf(gaps.longest) }]
}

/** What a channel lacks more than the one that lacks least. */
function dropOuts({ channelGaps, watches }: Judged): Found[] {
  const known = channelGaps.flatMap((gaps, channel) => (watches[channel]?.samples ? [{ ...gaps, channel }] : []))
  const least = Math.min(...known.map(({ seconds }) => seconds))
  return known
    .filter(({ seconds }) => seconds - least > floors.missing)
    .map(({ channel, seconds, longest }) => ({
      code: 'drop-outs',
      channels: [channel],
      value: seconds,
      ...longestOf(longest),
    }))
}

function longestOf(gaps: readonly Gap[]): Partial<Finding> {
  const [longest] = gaps.toSorted((a, b) => b.seconds - a.seconds)
  return longest ? { from: longest.at, to: longest.at + longest.seconds } : {}
}

function ofChannel(watch: ChannelWatch, index: number, { description, duration }: Judged): Found[] {
  const channel = description.channels[index]
  if (!channel || watch.samples === 0) return []
  const channels = [index]
  const found: Found[] = []
  if (duration !== null) {
    const { seconds, longest } = watch.flats(duration)
    if (longest) found.push({ code: 'flat', channels, value: seconds, isWarning: true, ...longest })
    found.push(...rateOf(watch, channel, index, description))
  }
  const tooMany = (count: number) => count / watch.samples >= floors.clipped
  if (channel.range && isWithin(watch, channel.range) && tooMany(watch.atRange)) {
    const value = watch.atRange / watch.samples
    found.push({ code: 'saturated', channels, value, expected: channel.range[1] })
  } else if (tooMany(watch.clipped())) found.push({ code: 'clipped', channels, value: watch.clipped() / watch.samples })
  if (isImplausible(watch, channel)) found.push({ code: 'wrong-unit', channels, value: watch.mean, isWarning: true })
  return found
}

/** Whether the range is that of the sensor: in some files, the values go far beyond what the header says. */
function isWithin({ lowest, highest }: ChannelWatch, [least, most]: readonly [number, number]): boolean {
  const beyond = (most - least) * 0.05
  return lowest.value >= least - beyond && highest.value <= most + beyond
}

/** Samples and seconds from which a rate is told. */
const fewestTimed = 100
const fewestSeconds = 10
const secondsADay = 86_400

function rateOf(watch: ChannelWatch, channel: Channel, index: number, { recognised }: Description): Found[] {
  const said = recognised.find(({ code }) => code === 'rate-stated')?.params?.rate
  const expected = typeof said === 'number' ? said : channel.rate
  if (expected === null || watch.timed < fewestTimed || watch.seconds < fewestSeconds) return []
  const value = watch.timed / watch.seconds
  const off = value / expected - 1
  if (Math.abs(off) > floors.rate) return [{ code: 'wrong-rate', channels: [index], value, expected, isWarning: true }]
  if (Math.abs(off) * Math.min(watch.seconds, secondsADay) < 1) return []
  return [{ code: 'clock-drift', channels: [index], value: off * secondsADay }]
}

/** Millivolts of an ECG have a standard deviation of about one; degrees, beats and percent have bounds. */
function isImplausible({ samples, mean, squares, highest }: ChannelWatch, { kind, unit }: Channel): boolean {
  const spelled = unit?.toLowerCase() ?? ''
  const sd = Math.sqrt(squares / Math.max(1, samples - 1))
  if (kind === 'ecg') return (spelled === 'mv' && sd > 20) || (spelled === 'v' && sd > 0.05)
  if (kind === 'temperature') return /^(°|deg)?c/.test(spelled) && (mean < -40 || mean > 60)
  if (kind === 'heart-rate') return mean < 20 || mean > 250
  return kind === 'saturation' && spelled === '%' && highest.value > 100.5
}

/** The length of gravity in g that a sensor may show at rest and moving. */
const gravity = [0.5, 1.6] as const

function wrongUnit({ channels, lengths }: Judged['lengths'][number], all: readonly Channel[]): Found[] {
  const unit = all[channels[0] ?? 0]?.unit
  const factor = unit ? factorToG(unit) : undefined
  if (factor === undefined || lengths.length < fewestSeconds) return []
  const value = lengths.toSorted()[lengths.length >> 1] ?? Number.NaN
  const guess = guessFactorToG(lengths)
  if (guess === undefined || guess === factor || (value * factor >= gravity[0] && value * factor <= gravity[1]))
    return []
  return [{ code: 'wrong-unit', channels, value, expected: 1 / factor, isWarning: true }]
}

function ofAccelerometer({ channels, calibration, notWorn }: Accelerometer): Found[] {
  const found: Found[] = []
  if (calibration && calibration.error >= floors.calibration)
    found.push({ code: 'calibration-off', channels, value: calibration.error })
  if (notWorn) found.push(...notWornOf(channels, notWorn))
  return found
}

function notWornOf(channels: readonly number[], { seconds, longest }: WornFlag['notWorn']): Found[] {
  if (seconds === 0) return []
  const [first] = longest.toSorted((a, b) => b.to - b.from - (a.to - a.from))
  return [{ code: 'not-worn', channels, value: seconds, ...first }]
}

function battery({ battery, description }: Judged): Found[] {
  if (!battery) return []
  const unit = description.channels[battery.channel]?.unit
  const isPercent = unit === '%' || (!unit && battery.max > 6)
  const [floor, expected] = isPercent
    ? [floors.percent, batteryUnits.percent]
    : unit === 'mV'
      ? [floors.volts * 1000, batteryUnits.millivolts]
      : [floors.volts, batteryUnits.volts]
  return battery.last < floor
    ? [{ code: 'battery-low', channels: [battery.channel], value: battery.last, expected }]
    : []
}

/** In seconds. */
const longEnough = 600

function cool({ temperature, accelerometers, duration }: Judged): Found[] {
  if (!temperature || accelerometers.length === 0 || (duration ?? 0) < longEnough) return []
  return isCool(temperature) ? [{ code: 'cool', channels: [temperature.channel], value: temperature.max }] : []
}

function isCool({ min, max }: Course): boolean {
  return min > -40 && max < skinTemperature
}
