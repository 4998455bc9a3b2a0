import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../browser/preferences.ts'
import { useUser } from '../../session/session.tsx'

/**
 * A person's progress with the guide in this browser. The guide is offered until they begin or decline it. It then
 * follows the first empty subject that they open.
 */
type GuideState = { phase: 'offered' } | { phase: 'left' } | { phase: 'on'; subjectid: string | undefined }

const keyOf = (sub: string) => `casebook.guide.${sub}`
const listeners = new Set<() => void>()

function onChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stateOf(stored: string | null): GuideState {
  if (stored === null) return { phase: 'offered' }
  if (stored === 'left') return { phase: 'left' }
  return { phase: 'on', subjectid: stored === 'on' ? undefined : stored }
}

export function useGuide() {
  const { sub } = useUser()
  const stored = useSyncExternalStore(onChange, () => readStored(() => localStorage, keyOf(sub)))
  function write(value: string) {
    writeStored(() => localStorage, keyOf(sub), value)
    for (const listener of listeners) listener()
  }
  return {
    state: stateOf(stored),
    begin: () => write('on'),
    follow: (subjectid: string) => write(subjectid),
    leave: () => write('left'),
  }
}
