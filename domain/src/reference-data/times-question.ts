import type { Epoch, Layout } from '../recordings/recording.ts'
import type { FileDescription } from './file-description.ts'

/** One way to read a file's times: the settings for it, and the epoch seconds or the seconds that follow from them. */
export type TimesChoice = {
  readonly layout: Pick<Layout, 'dateOrder' | 'timeUnit' | 'epoch'>
  readonly seconds: number
}

/** `asks`: when the recording begins, or how long it lasts. */
export type TimesQuestion = {
  readonly asks: 'start' | 'length'
  /** The earlier or shorter one first. */
  readonly choices: readonly [TimesChoice, TimesChoice]
}

const orders = ['ymd', 'dmy', 'mdy'] as const
const epochs: readonly Epoch[] = [1904, 1970, 2001]

type Asked = Pick<FileDescription, 'recognised' | 'start' | 'duration'>

/**
 * What nothing in a file decides about its times. They must not be stored before somebody has decided. Undefined if they
 * are certain.
 */
export function timesQuestion({ recognised, start, duration }: Asked): TimesQuestion | undefined {
  const paramsOf = (code: string) => recognised.find((remark) => remark.code === code)?.params
  const ordered = paramsOf('date-order-assumed')
  const [order, otherOrder] = [ordered?.order, ordered?.other].map((name) => orders.find((each) => each === name))
  if (start !== null && order && otherOrder) {
    const other = { layout: { dateOrder: otherOrder }, seconds: Number(ordered?.start ?? 0) }
    return between('start', { layout: { dateOrder: order }, seconds: start }, other)
  }
  if (start !== null && (order === 'dmy' || order === 'mdy')) {
    const other = { layout: { dateOrder: order === 'dmy' ? 'mdy' : 'dmy' }, seconds: exchanged(start) } as const
    return between('start', { layout: { dateOrder: order }, seconds: start }, other)
  }
  const counted = paramsOf('epoch-assumed')
  const [epoch, otherEpoch] = [counted?.epoch, counted?.other].map((year) => epochs.find((each) => each === year))
  if (start !== null && epoch !== undefined && otherEpoch !== undefined) {
    const other = { layout: { epoch: otherEpoch }, seconds: Number(counted?.start ?? 0) }
    return between('start', { layout: { epoch }, seconds: start }, other)
  }
  const unit = paramsOf('first-unit-assumed')?.unit
  if (duration !== null && duration > 0 && (unit === 'min' || unit === 'h')) {
    const seconds = unit === 'min' ? duration * 60 : duration / 60
    const other = { layout: { timeUnit: unit === 'min' ? 'h' : 'min' }, seconds } as const
    return between('length', { layout: { timeUnit: unit }, seconds: duration }, other)
  }
  return undefined
}

function between(asks: TimesQuestion['asks'], one: TimesChoice, other: TimesChoice): TimesQuestion {
  return { asks, choices: one.seconds <= other.seconds ? [one, other] : [other, one] }
}

/** The same time on the date with day and month exchanged. */
function exchanged(start: number): number {
  const date = new Date(start * 1000)
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCDate() - 1, date.getUTCMonth() + 1) / 1000
  return day + (start - Math.floor(start / 86_400) * 86_400)
}
