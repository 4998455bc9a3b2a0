import { currentMethods, rangeOf } from './measure-file.ts'
import type { Before, File } from './work.sql.ts'

/** How many earlier measurements of a file are kept. */
const mostEarlier = 10

/** Why a file is measured again. Nothing: it was measured exactly so. */
export type WhyAgain = 'methods' | 'layout' | 'time' | 'epoch'

export function whyAgain(before: Before, file: File): WhyAgain[] {
  const range = rangeOf(file)
  const names = new Set([...Object.keys(before.methods), ...Object.keys(currentMethods)])
  const isTimeKnown = range.begun !== null
  return [
    ...([...names].some((name) => before.methods[name] !== currentMethods[name]) ? ['methods' as const] : []),
    ...(before.layout !== file.layout ? ['layout' as const] : []),
    ...(before.begun !== range.begun ||
    before.of_activity !== range.of_activity ||
    (isTimeKnown && before.problem === null && before.measured_to !== range.measured_to) ||
    before.measured_from !== range.measured_from
      ? ['time' as const]
      : []),
    ...(before.epoch_seconds !== file.epoch_seconds ? ['epoch' as const] : []),
  ]
}

/** What was measured before, with what it was and why it is so no longer. */
export function withEarlier(before: Before, why: readonly WhyAgain[]): unknown[] {
  const { measured_at, methods, epoch_seconds, of_activity, problem, values } = before
  const last = {
    measuredAt: measured_at,
    why,
    methods,
    epochSeconds: epoch_seconds,
    ofActivity: of_activity,
    problem,
    values,
  }
  return [last, ...before.earlier].slice(0, mostEarlier)
}
