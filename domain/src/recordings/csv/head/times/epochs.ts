import type { Epoch, TimeUnit } from '../../../recording.ts'
import { median, stepsOf } from './spacing.ts'

const day = 86_400
/** Of each epoch, the seconds from 1970 to its number zero. */
const zeros: Readonly<Record<Epoch, number>> = {
  0: -719_529 * day,
  1: -62_135_596_800,
  1601: -11_644_473_600,
  1900: -25_569 * day,
  1904: -2_082_844_800,
  1970: 0,
  2001: 978_307_200,
}

/** Seconds from 1970 to number zero of an epoch; of the usual one of this unit if none is given. */
export function zeroOf(unit: TimeUnit, epoch: Epoch = usualEpoch(unit)): number {
  return zeros[epoch]
}

/** Days are a spreadsheet's, other numbers those of Unix. */
export function usualEpoch(unit: TimeUnit): Epoch {
  return unit === 'd' ? 1900 : 1970
}

/** `other`: if nothing decides, what else the numbers may count from. */
export type Instants = { readonly unit: TimeUnit; readonly epoch: Epoch; readonly other: Epoch | null }

/** In Unix time, from where on a recording is believed to be of its year, and from where on it is not. */
const year1995 = 788_918_400
const year2061 = 2_871_763_200
/** Clocks that were never set begin in 1980, too. */
const unsetUntil = 318_211_200
/** In seconds: longer steps are whole minutes, or they are none in seconds. */
const longestStep = 3600

/**
 * The unit and the epoch in which these numbers, which increase, are instants: between 1980 and 2103, and between 1995 and
 * 2050 in epochs other than that of Unix, which are known from LabVIEW (1904), Apple (2001), Windows (1601), .NET (year 1)
 * and MATLAB (year 0). Days only if the name of the column is one of a time. Null if they are none.
 */
export function findInstants(numbers: readonly number[], isNamed: boolean): Instants | null {
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? first
  const isWithin = (least: number, most: number) => first > least && last < most
  const sure = (unit: TimeUnit, epoch: Epoch): Instants => ({ unit, epoch, other: null })
  if (isWithin(6.29e17, 6.47e17)) return sure('100ns', 1)
  if (isWithin(1.24e17, 1.42e17)) return sure('100ns', 1601)
  if (isWithin(3.15e8, 4.2e9)) return ofSeconds(numbers)
  if (isWithin(3.15e11, 4.2e12)) return sure('ms', 1970)
  if (isWithin(3.15e14, 4.2e15)) return sure('us', 1970)
  if (isWithin(3.15e17, 4.2e18)) return sure('ns', 1970)
  if (!isNamed || last - first >= 400 || numbers.every(Number.isInteger)) return null
  if (isWithin(29_221, 73_050)) return sure('d', 1900)
  return isWithin(728_659, 748_750) ? sure('d', 0) : null
}

/** Seconds since 1970, unless their year would not be believed, and that of another epoch is. */
function ofSeconds(numbers: readonly number[]): Instants | null {
  const [first = 0] = numbers
  const areWhole = numbers.every(Number.isInteger)
  const step = median(stepsOf(numbers))
  if (areWhole && step > longestStep && step % 60 !== 0) return null
  if (first > year2061) return { unit: 's', epoch: 1904, other: null }
  if (first >= zeros[2001]) return { unit: 's', epoch: 1970, other: null }
  // The thousandths of a second for which a device has been on are as large.
  if (first < year1995 && areWhole && step > 1 && step < 30) return null
  const isAsked = first >= year1995 || first < unsetUntil || areWhole
  return { unit: 's', epoch: 2001, other: isAsked ? 1970 : null }
}

/** The same, decided by a day on which one of two epochs begins or ends, and the other does not. Days since 1970. */
export function decidedByDays(
  found: Instants,
  numbers: readonly number[],
  secondsPer: number,
  days: readonly number[],
): Instants {
  const ends = [numbers[0] ?? Number.NaN, numbers.at(-1) ?? Number.NaN]
  const isSaid = (epoch: Epoch) =>
    ends.some((number) => days.includes(Math.floor((number * secondsPer + zeros[epoch]) / day)))
  // Spreadsheets of older Macs count from 1904.
  const other = found.other ?? (found.unit === 'd' && found.epoch === 1900 ? 1904 : null)
  if (other === null || isSaid(found.epoch) === isSaid(other)) return found
  return { ...found, epoch: isSaid(other) ? other : found.epoch, other: null }
}
