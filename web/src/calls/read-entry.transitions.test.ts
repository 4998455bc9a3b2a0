import { expect, test } from 'vitest'
import { Failure } from './failures.ts'
import { type ReadEvent, type ReadState, stepRead } from './read-entry.ts'

type State = ReadState<string>
type Event = ReadEvent<string>
type Phase = State['progress']['phase']
type Type = Event['type']

const failure = new Failure({ code: 'INTERNAL', message: 'failed' })
const missing = new Failure({ code: 'NOT_FOUND', message: 'removed' })
const offline = new Failure({ code: 'NETWORK', message: 'no answer' })
const shown = { data: 'old', failure: undefined, round: 1 }
const reading = { ...shown, progress: { phase: 'reading', manner: 'foreground', again: undefined } } as const

/** A state of each phase, and others that answer differently. */
const states = {
  unread: { data: undefined, failure: undefined, round: 0, progress: { phase: 'unread' } },
  reading,
  readingBehind: { ...reading, progress: { ...reading.progress, manner: 'background' } },
  readingTwice: { ...reading, progress: { ...reading.progress, again: 'background' } },
  settled: { ...shown, progress: { phase: 'settled' } },
  failed: { ...shown, failure, progress: { phase: 'settled' } },
} satisfies { [P in Phase]: State & { progress: { phase: P } } } & Record<string, State>

/** An event of each type, and others of it. */
const events = {
  shown: { type: 'shown' },
  wanted: { type: 'wanted', manner: 'foreground' },
  changed: { type: 'wanted', manner: 'background' },
  answered: { type: 'answered', round: 1, data: 'new' },
  answeredLate: { type: 'answered', round: 0, data: 'late' },
  failed: { type: 'failed', round: 1, failure },
  failedAsMissing: { type: 'failed', round: 1, failure: missing },
  failedOffline: { type: 'failed', round: 1, failure: offline },
  forgotten: { type: 'forgotten' },
} satisfies { [T in Type]: Event & { type: T } } & Record<string, Event>

/**
 * The result of each event in each state: the phase, with the manner of a read and of the one to follow; what is shown;
 * the code of a failure; then the commands. '-' changes nothing.
 */
const transitions: Record<keyof typeof states, Record<keyof typeof events, string>> = {
  unread: {
    shown: 'reading foreground, fetch',
    wanted: 'reading foreground, fetch',
    changed: 'reading background, fetch',
    answered: '-',
    answeredLate: '-',
    failed: '-',
    failedAsMissing: '-',
    failedOffline: '-',
    forgotten: '-',
  },
  reading: {
    shown: '-',
    wanted: 'reading foreground then foreground old',
    changed: 'reading foreground then background old',
    answered: 'settled new',
    answeredLate: '-',
    failed: 'settled old INTERNAL, report',
    failedAsMissing: 'settled NOT_FOUND',
    failedOffline: 'settled old NETWORK',
    forgotten: 'unread, abort',
  },
  readingBehind: {
    shown: 'reading foreground old',
    wanted: 'reading background then foreground old',
    changed: 'reading background then background old',
    answered: 'settled new',
    answeredLate: '-',
    failed: 'settled old INTERNAL',
    failedAsMissing: 'settled NOT_FOUND',
    failedOffline: 'settled old NETWORK',
    forgotten: 'unread, abort',
  },
  readingTwice: {
    shown: '-',
    wanted: 'reading foreground then foreground old',
    changed: '-',
    answered: 'reading background new, fetch',
    answeredLate: '-',
    failed: 'reading background old INTERNAL, report, fetch',
    failedAsMissing: 'reading background NOT_FOUND, fetch',
    failedOffline: 'reading background old NETWORK, fetch',
    forgotten: 'unread, abort',
  },
  settled: {
    shown: 'reading foreground old, fetch',
    wanted: 'reading foreground old, fetch',
    changed: 'reading background old, fetch',
    answered: '-',
    answeredLate: '-',
    failed: '-',
    failedAsMissing: '-',
    failedOffline: '-',
    forgotten: 'unread',
  },
  failed: {
    shown: 'reading foreground old INTERNAL, fetch',
    wanted: 'reading foreground old INTERNAL, fetch',
    changed: 'reading background old INTERNAL, fetch',
    answered: '-',
    answeredLate: '-',
    failed: '-',
    failedAsMissing: '-',
    failedOffline: '-',
    forgotten: 'unread',
  },
}

function summary(state: State, commands: ReturnType<typeof stepRead>[1]): string {
  const { progress, data, failure } = state
  const manners = progress.phase === 'reading' ? [progress.manner, progress.again && `then ${progress.again}`] : []
  const parts = [progress.phase, ...manners, data, failure?.code].filter((part) => part !== undefined).join(' ')
  return [parts, ...commands.map(({ type }) => type)].join(', ')
}

const cases = Object.entries(transitions).flatMap(([state, row]) =>
  Object.entries(row).map(([event, expected]) => [state, event, expected] as const),
) as [keyof typeof states, keyof typeof events, string][]

test.each(cases)('%s: %s leads to %s', (name, event, expected) => {
  const state: State = states[name]
  const [next, commands] = stepRead(state, events[event])
  if (expected === '-') return expect([next, commands]).toEqual([state, []])
  expect(summary(next, commands)).toBe(expected)
  expect(next).not.toEqual(commands.length === 0 ? state : undefined)
})
