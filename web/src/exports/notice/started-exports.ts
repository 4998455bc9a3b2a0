import { useSyncExternalStore } from 'react'
import { draftsOf } from '../../browser/forgetting.ts'
import { readStored, writeStored } from '../../browser/preferences.ts'

/** An export that was started in this browser and whose end was not announced here yet. */
export type StartedExport = { exportid: string; siteid: string }

const listeners = new Set<() => void>()
const storage = () => localStorage
const keyOf = (sub: string) => `${draftsOf(sub)}started-exports`

function parse(text: string | null): StartedExport[] {
  if (text === null) return []
  try {
    const all: unknown = JSON.parse(text)
    return Array.isArray(all) ? all.filter(isStarted) : []
  } catch {
    return []
  }
}

function isStarted(one: unknown): one is StartedExport {
  if (typeof one !== 'object' || one === null) return false
  const { exportid, siteid }: { exportid?: unknown; siteid?: unknown } = one
  return typeof exportid === 'string' && typeof siteid === 'string'
}

function keep(sub: string, all: readonly StartedExport[]) {
  writeStored(storage, keyOf(sub), all.length > 0 ? JSON.stringify(all) : null)
  for (const listener of listeners) listener()
}

/** Announces the end of the export on any screen, in any window of this browser. */
export function rememberStarted(sub: string, started: StartedExport): void {
  keep(sub, [...parse(readStored(storage, keyOf(sub))), started])
}

export function forgetStarted(sub: string, exportid: string): void {
  keep(
    sub,
    parse(readStored(storage, keyOf(sub))).filter((one) => one.exportid !== exportid),
  )
}

/** The next export to announce: the first that was started. */
export function useStartedExport(sub: string): StartedExport | undefined {
  const text = useSyncExternalStore(listen, () => readStored(storage, keyOf(sub)))
  return parse(text)[0]
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
