import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from './failures.ts'
import { initialRead, type ReadCommand, type ReadEvent, type ReadState, readingOf, stepRead } from './read-entry.ts'

type Event = ReadEvent<string>
const wanted: Event = { type: 'wanted', manner: 'foreground' }
const again: Event = { type: 'wanted', manner: 'background' }
const answered = (round: number, data = 'new'): Event => ({ type: 'answered', round, data })
const failed = (round: number, code: string): Event => ({
  type: 'failed',
  round,
  failure: new Failure({ code, message: code }),
})

function after(...events: Event[]): { state: ReadState<string>; commands: readonly ReadCommand[] } {
  let state = initialRead<string>()
  let commands: readonly ReadCommand[] = []
  for (const event of events) [state, commands] = stepRead(state, event)
  return { state, commands }
}

describe('reading', () => {
  test('an entry that was never read counts as being read, so that its screen is not shown as empty', () => {
    expect(readingOf(initialRead())).toEqual({ data: undefined, failure: undefined, isReading: true })
  })
  test('a first read, and its answer', () => {
    expect(after(wanted).commands).toEqual([{ type: 'fetch', round: 1, manner: 'foreground' }])
    expect(readingOf(after(wanted, answered(1)).state)).toEqual({ data: 'new', failure: undefined, isReading: false })
  })
  test('a screen that opens uses the prefetch in progress, and receives its failure', () => {
    expect(after({ type: 'shown' }).commands).toEqual([{ type: 'fetch', round: 1, manner: 'foreground' }])
    expect(after(again, { type: 'shown' }).commands).toEqual([])
    expect(after(again, { type: 'shown' }, answered(1)).commands).toEqual([])
    expect(after(again, { type: 'shown' }, failed(1, 'INTERNAL')).commands).toMatchObject([{ type: 'report' }])
    expect(after(again, answered(1), { type: 'shown' }).commands).toEqual([
      { type: 'fetch', round: 2, manner: 'foreground' },
    ])
  })
  test('a refresh keeps the data on screen', () => {
    const { state, commands } = after(wanted, answered(1, 'old'), again)
    expect(commands).toEqual([{ type: 'fetch', round: 2, manner: 'background' }])
    expect(readingOf(state)).toEqual({ data: 'old', failure: undefined, isReading: true })
  })
  test('a refresh requested during another follows it, once', () => {
    expect(after(wanted, again, again).commands).toEqual([])
    expect(after(wanted, again, again, answered(1)).commands).toEqual([
      { type: 'fetch', round: 2, manner: 'background' },
    ])
    expect(after(wanted, again, answered(1), answered(2)).commands).toEqual([])
  })
  test('a person’s read takes precedence over a background read', () => {
    expect(after(again, again, wanted, again, answered(1)).commands).toEqual([
      { type: 'fetch', round: 2, manner: 'foreground' },
    ])
  })
})

describe('failing', () => {
  test('the data stays, with the failure beside it, which the next answer clears', () => {
    const { state } = after(wanted, answered(1, 'old'), again, failed(2, 'INTERNAL'))
    expect(readingOf(state)).toMatchObject({ data: 'old', failure: { code: 'INTERNAL' }, isReading: false })
    expect(stepRead(stepRead(state, again)[0], answered(3))[0].failure).toBeUndefined()
  })
  test.each(['NOT_FOUND', 'FORBIDDEN'])('%s takes away what is shown', (code) => {
    expect(readingOf(after(wanted, answered(1), again, failed(2, code)).state).data).toBeUndefined()
  })
  test.each([
    ['INTERNAL', 1],
    ['FORBIDDEN', 1],
    ['NETWORK', 0],
    ['NOT_FOUND', 0],
  ])('%s of a read that a person asked for is reported %i times', (code, times) => {
    expect(after(wanted, failed(1, code)).commands).toHaveLength(times)
    expect(after(again, failed(1, code)).commands).toEqual([])
  })
})

test('once forgotten nothing is left, and a pending answer is ignored', () => {
  expect(after(wanted, answered(1), { type: 'forgotten' }).state).toEqual({ ...initialRead(), round: 1 })
  const { state, commands } = after(wanted, { type: 'forgotten' })
  expect(commands).toEqual([{ type: 'abort' }])
  expect(stepRead(state, answered(1))).toEqual([state, []])
  expect(after(wanted, { type: 'forgotten' }, wanted, answered(1)).state.data).toBeUndefined()
})

/**
 * A simulated server whose value changes, responses that are late, fail or never arrive, and a change of person. Reads
 * begin when the machine says so. Each returns the value at the moment the server handled it.
 */
const happenings = fc.array(
  fc.constantFrom('change', 'shown', 'wanted', 'again', 'handle', 'answer', 'fail', 'late answer', 'forget'),
  { maxLength: 80 },
)

test('for any interleaving of reads, answers and changes, reported changes are shown in the end, and never another person’s data', () => {
  fc.assert(
    fc.property(happenings, (run) => {
      let state = initialRead<string>()
      let person = 0
      let version = 0
      type Flight = { round: number; person: number; value: string | undefined }
      const flights: Flight[] = []
      const valueNow = () => `${person}/${version}`

      function dispatch(event: Event) {
        const [next, commands] = stepRead(state, event)
        state = next
        for (const command of commands) {
          if (command.type === 'fetch') flights.push({ round: command.round, person, value: undefined })
        }
        const { data, failure, isReading } = readingOf(state)
        if (data !== undefined) expect(data.startsWith(`${person}/`), 'another person’s').toBe(true)
        expect(isReading || data !== undefined || failure !== undefined, 'settled with nothing to show').toBe(true)
      }
      const present = () => flights.find(({ round }) => state.progress.phase === 'reading' && round === state.round)
      function answer(flight: Flight) {
        flights.splice(flights.indexOf(flight), 1)
        dispatch(answered(flight.round, flight.value ?? `${flight.person}/${version}`))
      }

      for (const happening of run) {
        const flight = present()
        if (happening === 'change') {
          version += 1
          // The live socket reports it.
          dispatch(again)
        }
        if (happening === 'shown') dispatch({ type: 'shown' })
        if (happening === 'wanted') dispatch(wanted)
        if (happening === 'again') dispatch(again)
        if (happening === 'handle' && flight && flight.value === undefined) flight.value = valueNow()
        if (happening === 'answer' && flight) answer(flight)
        if (happening === 'fail' && flight) {
          flights.splice(flights.indexOf(flight), 1)
          dispatch(failed(flight.round, 'NETWORK'))
        }
        const late = flights.find((other) => other !== flight)
        if (happening === 'late answer' && late) answer(late)
        if (happening === 'forget') {
          person += 1
          dispatch({ type: 'forgotten' })
        }
      }
      // The screen reads once more, and everything is answered.
      dispatch(again)
      for (let flight = present(); flight; flight = present()) answer(flight)
      expect(readingOf(state)).toEqual({ data: valueNow(), failure: undefined, isReading: false })
    }),
    { numRuns: 1_000 },
  )
})
