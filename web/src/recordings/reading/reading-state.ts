import type { Quality } from '@casebook/domain/recordings/quality/quality.ts'
import type { Annotation, Description, Fault, Layout } from '@casebook/domain/recordings/recording.ts'
import type { View } from '@casebook/domain/recordings/seen/pyramid.ts'
import type { Survey } from '@casebook/domain/recordings/seen/survey.ts'
import type { FromReader, ReadingFailure } from '../worker/protocol.ts'

export type Opened = {
  description: Description
  layout: Layout | null
  fingerprint: string | null
  entries?: readonly string[]
}
/** The reader's latest view of a range, with one entry per channel. */
export type Seen = { from: number; to: number; views: readonly View[] }

/** The progress of reading one recording, and everything known about it. */
export type ReadingState = {
  phase: 'opening' | 'reading' | 'read' | 'failed'
  opened: Opened | undefined
  /** From 0 to 1. */
  fraction: number
  /** Seconds since the start, of the end of the last sample read so far. */
  end: number
  faults: readonly Fault[]
  seen: Seen | undefined
  survey: Survey | undefined
  quality: Quality | undefined
  annotations: readonly Annotation[]
  failure: ReadingFailure | undefined
}

export const unread: ReadingState = {
  phase: 'opening',
  opened: undefined,
  fraction: 0,
  end: 0,
  faults: [],
  seen: undefined,
  survey: undefined,
  quality: undefined,
  annotations: [],
  failure: undefined,
}

/** The state after a message of the reader. What was read before a failure is kept. */
export function reduceReading(state: ReadingState, message: FromReader): ReadingState {
  switch (message.type) {
    case 'opened': {
      const { type, ...opened } = message
      return { ...state, phase: 'reading', opened }
    }
    case 'progressed': {
      const { read, size, end, faults } = message
      const fraction = size > 0 ? Math.min(1, Math.max(state.fraction, read / size)) : state.fraction
      return {
        ...state,
        fraction,
        end: Number.isFinite(end) ? Math.max(state.end, end) : state.end,
        faults: faults.length > 0 ? [...state.faults, ...faults] : state.faults,
      }
    }
    case 'seen': {
      const { from, to, views } = message
      return { ...state, seen: { from, to, views } }
    }
    case 'finished': {
      const { survey, quality, annotations } = message
      return { ...state, phase: 'read', fraction: 1, survey, quality, annotations }
    }
    case 'failed':
      return message.request === null ? { ...state, phase: 'failed', failure: message.failure } : state
    default:
      return state
  }
}

/** Without a rate, a second on the axis is a sample, and says nothing about when something was recorded. */
export function isRateUnknown({ opened }: ReadingState): boolean {
  return opened?.description.recognised.some(({ code }) => code === 'rate-unknown') ?? false
}

/** The length of the recording as far as it is known; 0 if unknown. */
export function lengthOf({ opened, survey, end }: ReadingState): number {
  return Math.max(end, survey?.duration ?? 0, opened?.description.duration ?? 0)
}

/** What is said of a rate that nobody knows. It can be set only where the settings of the file can. */
export function rateNotice(state: ReadingState, isDisabled: boolean): 'rateAsk' | 'rateNone' | undefined {
  if (!isRateUnknown(state)) return undefined
  return state.opened?.layout && !isDisabled ? 'rateAsk' : 'rateNone'
}
