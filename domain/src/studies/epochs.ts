import { type Problem, problem } from '../shared/problems.ts'

/** In seconds. */
export const shortestEpoch = 1
export const longestEpoch = 3600
/** The suggestions of its input: those of the published methods, and longer ones. */
export const offeredEpochs = [5, 10, 15, 30, 60, 300] as const

/** Why recordings can't be measured in epochs of this length. */
export function whyNotEpochSeconds(seconds: number): Problem | undefined {
  if (Number.isInteger(seconds) && seconds >= shortestEpoch && seconds <= longestEpoch) return undefined
  return problem('study.epoch', { field: 'epochSeconds', params: { least: shortestEpoch, most: longestEpoch } })
}

/** The same as somebody types it. */
export function epochOfText(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN
}
