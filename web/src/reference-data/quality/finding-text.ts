import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import type { Finding } from '@casebook/domain/recordings/quality/quality.ts'
import { isWearFlag } from '@casebook/domain/recordings/quality/wear/wear-flag.ts'
import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import { lengthParts } from '../../texts/length-parts.ts'
import { useRateText } from '../../texts/measured/rate-text.ts'
import { unitText } from '../../texts/measured/unit-text.ts'

/** What sentences about a file need to know of it. */
export type JudgedFile = Pick<FileDescription, 'duration'> & {
  readonly channels: readonly { readonly name: string; readonly unit: string | null; readonly sensor?: string | null }[]
}

/** More channels than these are counted. */
const mostNamed = 6
/** Seconds from the start or to the end that do not matter when a part is told. */
const edge = 1

/** What was found, as a sentence. `from`: epoch seconds at which the recording begins, if they are known. */
export function useFindingText({ channels, duration }: JudgedFile, from: number | null): (finding: Finding) => string {
  const t = useTranslations('referenceData')
  const format = useFormatter()
  const rateText = useRateText()
  const number = (value: number, maximumSignificantDigits = 3) => format.number(value, { maximumSignificantDigits })

  function whenText({ from: begins, to: ends }: Finding): string {
    if (begins === null || ends === null) return ''
    const isFromStart = begins <= edge
    const isToEnd = duration !== null && ends >= duration - edge
    if (isFromStart && isToEnd) return t('quality.throughout')
    const [start, end] = [timeText(begins, from, duration), timeText(ends, from, duration)]
    if (isToEnd) return t('quality.toEnd', { from: start })
    return isFromStart ? t('quality.fromStart', { to: end }) : t('quality.between', { from: start, to: end })
  }

  function shareText(value: number): string {
    return format.number(value, { style: 'percent', maximumSignificantDigits: value > 0.99 ? 4 : 2 })
  }

  return (finding) => {
    const { code, value, expected } = finding
    const names = finding.channels.map((index) => nameOf(channels, index))
    const more = names.length - mostNamed
    const isAll = code !== 'calibration-off' && names.length > 2 && names.length === channels.length
    const listed = more > 0 ? [...names.slice(0, mostNamed), t('quality.more', { count: more })] : names
    const unit = unitText(channels[finding.channels[0] ?? 0]?.unit ?? '')
    const isShare = code === 'incomplete' || code === 'clipped' || code === 'saturated'
    const isRate = code === 'wrong-rate'
    const isLength = code === 'drop-outs' || code === 'not-worn' || code === 'clock-drift'
    return t(`quality.finding.${code}`, {
      channels: isAll ? t('quality.all') : format.list(listed),
      count: finding.channels.length,
      when: whenText(finding),
      value: isShare
        ? shareText(value)
        : isRate
          ? rateText(value)
          : number(code === 'calibration-off' ? value * 1000 : value),
      length: isLength ? t('length', lengthParts(Math.abs(value))).trim() : '',
      expected: expected === null ? 'none' : isRate ? rateText(expected) : number(expected),
      source: isByFlag(finding, channels) ? 'flag' : 'movement',
      direction: value > 0 ? 'ahead' : 'behind',
      unit,
    })
  }
}

/** Whether the recorder itself says it, and not how it moved. */
function isByFlag({ channels: own }: Finding, channels: JudgedFile['channels']): boolean {
  return own.length > 0 && own.every((index) => isWearFlag(channels[index] ?? { name: '', unit: null }))
}

/** With the sensor, if another channel has the same name. */
function nameOf(channels: JudgedFile['channels'], index: number): string {
  const { name = '', sensor } = channels[index] ?? {}
  return sensor && channels.filter((other) => other.name === name).length > 1 ? `${sensor} ${name}` : name
}

/** The time of day in the study's zone, with the day in a recording of several; or else the time since the start. */
function timeText(at: number, from: number | null, duration: number | null): string {
  if (from === null) {
    const { hours, minutes, seconds } = lengthParts(at)
    return [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
  }
  const rounded = Math.round(from + at)
  const text = formatActivityTime(
    duration !== null && duration > 3600 ? rounded - (rounded % 60) : rounded,
    studyZone(),
  )
  return (duration ?? 0) > 72_000 ? text : text.slice(11)
}
