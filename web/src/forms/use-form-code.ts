import { useEffect, useSyncExternalStore } from 'react'
import { reportError } from '../calls/errors.ts'

export type FormCode = typeof import('./form-code.ts')

let loaded: FormCode | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Never rejects: a failure is reported, unless it is loaded `ahead`. The next call then loads it anew. */
export async function loadFormCode(ahead?: 'ahead'): Promise<FormCode | undefined> {
  if (loaded) return loaded
  try {
    loaded = await import('./form-code.ts')
  } catch (thrown) {
    if (!ahead) reportError(thrown)
  }
  for (const listener of listeners) listener()
  return loaded
}

/** Undefined until it is loaded. */
export function useFormCode(): FormCode | undefined {
  return useSyncExternalStore(subscribe, () => loaded)
}

/**
 * Stands after what is drawn last. The code of forms is loaded once all of that is painted: not before, because to run it
 * takes time, and not when it is needed, so that a form opens at once, even if the network has failed meanwhile. If it
 * fails before that, the code is loaded when it is back.
 */
export function FormCodeAhead() {
  useEffect(() => {
    const load = () => void loadFormCode('ahead')
    const frame = requestAnimationFrame(() => setTimeout(load))
    window.addEventListener('online', load)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('online', load)
    }
  }, [])
  return null
}
