import { type Column, isIncreasing } from './columns.ts'
import { findTimeColumn, type SampleTime } from './time-column.ts'
import { stepsOf } from './times/spacing.ts'

/** Steps by which a descending order is believed. */
const leastSteps = 5

/** Whether the times of these lines go from the last to the first, apart from a few. */
export function areDescending(times: readonly (SampleTime | null)[]): boolean {
  const steps = stepsOf(times.flatMap((time) => (time ? [time.value + time.fraction] : []))).filter(
    (step) => step !== 0,
  )
  const falls = steps.filter((step) => step < 0).length
  return steps.length >= leastSteps && falls * 20 >= steps.length * 19
}

/** Whether there is a column of instants from the last to the first. */
export function hasDescendingInstants(columns: readonly Column[]): boolean {
  const turned = columns.map((column) => {
    const numbers = column.numbers.toReversed()
    return { ...column, numbers, isIncreasing: numbers.length > leastSteps && isIncreasing(numbers) }
  })
  const time = findTimeColumn(turned, {})
  return time.form === 'number' && time.isEpoch
}
