import { useSyncExternalStore } from 'react'

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia('print')
let isAsked = false
const listeners = new Set<() => void>()

function tell(asked: boolean) {
  isAsked = asked
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
    query?.addEventListener('change', onChange)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function onBefore() {
  tell(true)
}

function onAfter() {
  tell(false)
}

function onChange() {
  tell(isAsked)
}

/** True while the page is laid out for paper: what only paper shows need not lie in the page before. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked || query?.matches === true)
}
