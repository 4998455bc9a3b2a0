import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { call, type Document } from './call.ts'
import { setConnectionLost } from './connection.ts'
import { reportError } from './errors.ts'
import { type Failure, failuresOf } from './failures.ts'
import { announceSessionEnded } from './session-events.ts'

/** What a screen shows of one query. `data` stays while a newer answer is on its way and when that one fails. */
export type Reading<Data> = {
  data: Data | undefined
  failure: Failure | undefined
  /** True until the first answer, and again during a re-read: show a thin bar, never a blank. */
  isReading: boolean
}

type Entry<Data> = {
  reading: Reading<Data>
  listeners: Set<() => void>
  read: (isBackground: boolean) => Promise<void>
}

// The key holds the document's own text, so the type under a key is always that document's.
const entries = new Map<string, Entry<unknown>>()
const nothing: Reading<never> = { data: undefined, failure: undefined, isReading: false }

function makeEntry<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Entry<Data> {
  let running: Promise<void> | undefined
  let isWantedAgain = false

  const entry: Entry<Data> = {
    reading: { data: undefined, failure: undefined, isReading: true },
    listeners: new Set(),
    read(isBackground) {
      if (running) {
        // The answer on its way may be older than what called for this read.
        isWantedAgain = true
        return running
      }
      running = readUntilFresh(isBackground).finally(() => {
        running = undefined
      })
      return running
    },
  }

  function set(reading: Reading<Data>) {
    entry.reading = reading
    for (const listener of entry.listeners) listener()
  }

  async function readUntilFresh(isBackground: boolean) {
    set({ ...entry.reading, isReading: true })
    do {
      isWantedAgain = false
      try {
        const data = await call(document, variables, { isBackground, isRead: true })
        setConnectionLost(false)
        set({ data, failure: undefined, isReading: isWantedAgain })
      } catch (thrown) {
        fail(noteFailure(thrown), isBackground)
      }
    } while (isWantedAgain)
  }

  function fail(failure: Failure, isBackground: boolean) {
    // What is gone, or not this person's any more, must not stay on the screen.
    const isGone = failure.code === 'NOT_FOUND' || failure.code === 'FORBIDDEN'
    set({ data: isGone ? undefined : entry.reading.data, failure, isReading: isWantedAgain })
    if (!isBackground && failure.code !== 'NETWORK' && failure.code !== 'NOT_FOUND') reportError(failure)
  }

  return entry
}

function noteFailure(thrown: unknown): Failure {
  const [failure] = failuresOf(thrown)
  if (!failure) throw thrown
  if (failure.code === 'UNAUTHENTICATED') announceSessionEnded()
  setConnectionLost(failure.code === 'NETWORK')
  return failure
}

function entryOf<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Entry<Data> {
  const key = `${JSON.stringify(variables)} ${document}`
  const known = entries.get(key)
  if (known) return known as Entry<Data>
  const made = makeEntry(document, variables)
  entries.set(key, made as Entry<unknown>)
  return made
}

/**
 * Reads a query and keeps it fresh while it is shown: on mount, after every write of ours, when a live update says so,
 * on focus and on reconnect. Pass undefined instead of variables to read nothing yet. Failures other than NOT_FOUND and
 * a lost connection are reported to the error area; all are in the answer's `failure`.
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
    void entry?.read(false)
  }, [entry])
  const reading = useSyncExternalStore(subscribe, () => entry?.reading ?? nothing)
  const reread = useCallback(async () => entry?.read(true), [entry])
  return { ...reading, reread }
}

/** Reads once, outside of any screen. Throws a CallFailed. */
export async function readOnce<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  return call(document, variables, { isRead: true }).catch(passOn)
}

/** Lets the rest of the app know of an ended session or a lost connection, then throws on. */
function passOn(thrown: unknown): never {
  noteFailure(thrown)
  throw thrown
}

/** Reads again everything that is on screen, without blanking it and without counting as activity. */
export async function rereadShown(): Promise<void> {
  const shown = [...entries.values()].filter((entry) => entry.listeners.size > 0)
  await Promise.all(shown.map((entry) => entry.read(true)))
}

/** Forgets all that was read: another person may sit here now. */
export function forgetReadings(): void {
  for (const [key, entry] of entries) if (entry.listeners.size === 0) entries.delete(key)
}

/**
 * A mutation: `const [write, isWriting] = useWrite(AddStudyDocument)`. `write` resolves with the data once all that is
 * on screen was read again, so that a closing panel uncovers a list that already has the new row. It throws a
 * CallFailed and reports nothing itself: use useSubmission, which puts a refusal beside its field or into the error area.
 */
export function useWrite<Data, Variables extends Record<string, unknown>>(
  document: Document<Data, Variables>,
): [write: (variables: Variables) => Promise<Data>, isWriting: boolean] {
  const [count, setCount] = useState(0)
  const write = useCallback(
    async (variables: Variables) => {
      setCount((before) => before + 1)
      try {
        const data = await call(document, variables).catch(passOn)
        await rereadShown()
        return data
      } finally {
        setCount((before) => before - 1)
      }
    },
    [document],
  )
  return [write, count > 0]
}
