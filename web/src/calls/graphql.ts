import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { holdPresses } from '../browser/presses/held-presses.ts'
import { startMachine } from '../machine/machine.ts'
import { call, type Document, mutationOf, variablesOf, write } from './call.ts'
import { noteFailure, passOn, setConnectionLost } from './connection.ts'
import { reportError } from './errors.ts'
import { entryIn } from './kept-entries.ts'
import { ownWrites } from './outbox/own-writes.ts'
import {
  initialRead,
  type ReadCommand,
  type ReadEvent,
  type Reading,
  type ReadState,
  readingOf,
  stepRead,
} from './read-entry.ts'

export type { Reading }

type Entry<Data> = {
  reading: () => Reading<Data>
  listeners: Set<() => void>
  /** A screen that shows it opens. */
  show: () => void
  /** Starts a read, unless there is an answer or a read is in progress. */
  readAhead: () => void
  /** Resolves when the answer to a read that began after this call has arrived. */
  reread: () => Promise<void>
  forget: () => void
}

/** Each document has a number: keys with its whole text would be slow to make and to compare. */
const numbers = new Map<unknown, number>()
// The key contains the document's number, so the type under a key is always that document's.
const entries = new Map<string, Entry<unknown>>()
const nothing: Reading<never> = { data: undefined, failure: undefined, isReading: false }

function makeEntry<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Entry<Data> {
  const machine = startMachine<ReadState<Data>, ReadEvent<Data>, ReadCommand>(stepRead, initialRead<Data>(), run)
  const listeners = new Set<() => void>()
  const waiting: (() => void)[] = []
  let asking: AbortController | undefined
  /** When the read of what is shown began. */
  let shownSince = ownWrites.now()
  let reading = readingOf(machine.current())

  machine.onChange(() => {
    reading = readingOf(machine.current())
    if (machine.current().progress.phase !== 'reading') {
      for (const settled of waiting.splice(0)) settled()
    }
    for (const listener of listeners) listener()
  })

  function run(command: ReadCommand): void {
    if (command.type === 'report') {
      reportError(command.failure)
      return
    }
    if (command.type === 'abort') {
      asking?.abort()
      return
    }
    const { round } = command
    asking = new AbortController()
    const { signal } = asking
    const began = ownWrites.now()
    call(document, variables, { isBackground: command.manner === 'background', isRead: true, signal }).then(
      (data) => {
        setConnectionLost(false)
        const known = reading.data
        // The same answer stays the same object, so that what shows it is not drawn again.
        const same = known !== undefined && isSame(data, known)
        if (!same && isSurprise(command.manner)) holdPresses()
        shownSince = began
        machine.dispatch({ type: 'answered', round, data: same ? known : data })
      },
      (thrown) => {
        // An aborted read says nothing about the connection.
        if (!signal.aborted) machine.dispatch({ type: 'failed', round, failure: noteFailure(thrown) })
      },
    )
  }

  /** The answer changes what is shown without this person's doing. Before the first answer nothing of it was shown. */
  const isSurprise = (manner: 'foreground' | 'background') =>
    manner === 'background' && reading.data !== undefined && !ownWrites.mayExplain(shownSince)

  return {
    reading: () => reading,
    listeners,
    show: () => machine.dispatch({ type: 'shown' }),
    readAhead() {
      if (machine.current().progress.phase === 'unread') machine.dispatch({ type: 'wanted', manner: 'background' })
    },
    reread: () =>
      new Promise((settled) => {
        waiting.push(settled)
        machine.dispatch({ type: 'wanted', manner: 'background' })
      }),
    forget: () => machine.dispatch({ type: 'forgotten' }),
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function entryOf<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Entry<Data> {
  const number = numbers.get(document) ?? numbers.size
  numbers.set(document, number)
  const asked = variablesOf(document, variables)
  const make = () => makeEntry(document, asked) as Entry<unknown>
  return entryIn(entries, number + JSON.stringify(asked), make) as Entry<Data>
}

/**
 * Reads a query and keeps it fresh while it is shown: on mount, after every own write, on live updates, on focus and on
 * reconnect. Pass undefined instead of variables to read nothing yet. Failures other than NOT_FOUND and a lost
 * connection are reported to the error area; all are in the answer's `failure`.
 */
export function useRead<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables | undefined,
): Reading<Data> & { reread: () => Promise<void> } {
  const entry = variables && entryOf(document, variables)
  const subscribe = useCallback(
    (listener: () => void) => {
      entry?.listeners.add(listener)
      return () => entry?.listeners.delete(listener)
    },
    [entry],
  )
  useEffect(() => {
    entry?.show()
  }, [entry])
  const reading = useSyncExternalStore(subscribe, () => entry?.reading() ?? nothing)
  const reread = useCallback(async () => entry?.reread(), [entry])
  return { ...reading, reread }
}

/** Reads once, outside of any screen. Throws a CallFailed. */
export async function readOnce<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return call(document, variables, { isRead: true }).catch(passOn)
}

/** Writes without refreshing what is on screen. Throws a CallFailed. */
export async function writeOnce<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
  lane?: string,
): Promise<Data> {
  return write(mutationOf(document, variables), { lane })
}

/** One query of the read cache, for code outside of React. */
export type Watched<Data> = {
  reading: () => Reading<Data>
  /** While somebody listens, the query is refreshed like those on screen. */
  onChange: (listener: () => void) => () => void
}

/** Follows a query as `useRead` does. It is read if it was not yet. */
export function watch<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Watched<Data> {
  const entry = entryOf(document, variables)
  return {
    reading: entry.reading,
    onChange(listener) {
      entry.listeners.add(listener)
      entry.readAhead()
      return () => entry.listeners.delete(listener)
    },
  }
}

/** Refreshes everything on screen, without blanking it and without counting as activity. */
export async function rereadShown(): Promise<void> {
  const shown = [...entries.values()].filter((entry) => entry.listeners.size > 0)
  await Promise.all(shown.map((entry) => entry.reread()))
}

/** Prefetches a screen's data while the person points at the link to it. */
export function readAhead<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): void {
  entryOf(document, variables).readAhead()
}

/** Discards everything that was read, since another person may sign in. */
export function forgetReadings(): void {
  for (const [key, entry] of entries) {
    entry.forget()
    if (entry.listeners.size === 0) entries.delete(key)
  }
}

/**
 * A mutation that saves no working copy: `const [write, isWriting] = useWrite(AddTokenDocument)`. `write` resolves with
 * the data after everything on screen was refreshed, so that a closing panel reveals a list that already contains the
 * new row. It throws a CallFailed and reports nothing itself: useSubmission shows a refusal beside its field or in the
 * error area. `lane`: it is sent after the earlier writes of this lane.
 */
export function useWrite<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  lane?: string,
): [write: (variables: Variables) => Promise<Data>, isWriting: boolean] {
  const [count, setCount] = useState(0)
  const writeAndReread = useCallback(
    async (variables: Variables) => {
      setCount((before) => before + 1)
      try {
        const data = await writeOnce(document, variables, lane)
        await rereadShown()
        return data
      } finally {
        setCount((before) => before - 1)
      }
    },
    [document, lane],
  )
  return [writeAndReread, count > 0]
}
