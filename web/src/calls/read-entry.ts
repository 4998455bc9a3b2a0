import type { Failure } from './failures.ts'

/** The state of one query on a screen. `data` stays during a refresh and if it fails. */
export type Reading<Data> = {
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  /** True until the first answer and during a refresh: show a thin bar, never a blank. */
  readonly isReading: boolean
}

/** The current or next read. A background read was not requested by anybody. */
type Manner = 'foreground' | 'background'

type Progress =
  | { readonly phase: 'unread' }
  /** `again`: another read follows, because the current answer may be older than the change that requires it. */
  | { readonly phase: 'reading'; readonly manner: Manner; readonly again: Manner | undefined }
  | { readonly phase: 'settled' }

/** One query with its variables, as stored in the cache. */
export type ReadState<Data> = {
  readonly progress: Progress
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  /** Reads are numbered: an answer to a discarded read is ignored. */
  readonly round: number
}

export type ReadEvent<Data> =
  /** A screen that shows it opens. A read in progress is sufficient: it may be a prefetch. */
  | { readonly type: 'shown' }
  /** Something may have changed, or a person asked for a refresh: only a read that begins now is sufficient. */
  | { readonly type: 'wanted'; readonly manner: Manner }
  | { readonly type: 'answered'; readonly round: number; readonly data: Data }
  | { readonly type: 'failed'; readonly round: number; readonly failure: Failure }
  /** Another person may use the browser now. */
  | { readonly type: 'forgotten' }

export type ReadCommand =
  | { readonly type: 'fetch'; readonly round: number; readonly manner: Manner }
  /** The answer in progress is no longer awaited. */
  | { readonly type: 'abort' }
  | { readonly type: 'report'; readonly failure: Failure }

export function initialRead<Data>(): ReadState<Data> {
  return { progress: { phase: 'unread' }, data: undefined, failure: undefined, round: 0 }
}

/** An entry is created in order to be read, so it counts as being read until its first answer. */
export function readingOf<Data>({ progress, data, failure }: ReadState<Data>): Reading<Data> {
  return { data, failure, isReading: progress.phase !== 'settled' }
}

type Result<Data> = readonly [ReadState<Data>, readonly ReadCommand[]]

export function stepRead<Data>(state: ReadState<Data>, event: ReadEvent<Data>): Result<Data> {
  switch (event.type) {
    case 'shown': {
      const { progress } = state
      if (progress.phase !== 'reading') return fetchNow(state, 'foreground', [])
      return [{ ...state, progress: { ...progress, manner: 'foreground' } }, []]
    }
    case 'wanted':
      return want(state, event.manner)
    case 'answered':
      if (!isAwaited(state, event.round)) return [state, []]
      return settle({ ...state, data: event.data, failure: undefined }, [])
    case 'failed': {
      if (!isAwaited(state, event.round)) return [state, []]
      const { failure } = event
      const isForeground = state.progress.phase === 'reading' && state.progress.manner === 'foreground'
      const data = isGone(failure) ? undefined : state.data
      return settle(
        { ...state, data, failure },
        isForeground && isReported(failure) ? [{ type: 'report', failure }] : [],
      )
    }
    case 'forgotten':
      return [
        { ...initialRead<Data>(), round: state.round },
        state.progress.phase === 'reading' ? [{ type: 'abort' }] : [],
      ]
  }
}

function isAwaited<Data>({ progress, round }: ReadState<Data>, answered: number): boolean {
  return progress.phase === 'reading' && round === answered
}

function want<Data>(state: ReadState<Data>, manner: Manner): Result<Data> {
  if (state.progress.phase !== 'reading') return fetchNow(state, manner, [])
  const again = manner === 'foreground' || state.progress.again === 'foreground' ? 'foreground' : 'background'
  if (state.progress.again === again) return [state, []]
  return [{ ...state, progress: { ...state.progress, again } }, []]
}

function settle<Data>(state: ReadState<Data>, commands: readonly ReadCommand[]): Result<Data> {
  const again = state.progress.phase === 'reading' ? state.progress.again : undefined
  if (again) return fetchNow(state, again, commands)
  return [{ ...state, progress: { phase: 'settled' } }, commands]
}

function fetchNow<Data>(state: ReadState<Data>, manner: Manner, before: readonly ReadCommand[]): Result<Data> {
  const round = state.round + 1
  return [
    { ...state, round, progress: { phase: 'reading', manner, again: undefined } },
    [...before, { type: 'fetch', round, manner }],
  ]
}

/** Data that was removed, or that the person may no longer see, must not stay on screen. */
function isGone({ code }: Failure): boolean {
  return code === 'NOT_FOUND' || code === 'FORBIDDEN'
}

/** A lost connection has its own notice, and screens handle missing records themselves. */
function isReported({ code }: Failure): boolean {
  return code !== 'NETWORK' && code !== 'NOT_FOUND'
}
