import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia('print')
let isAsked = false
const listeners = new Set<() => void>()

function setAsked(asked: boolean) {
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
  return () => {
    listeners.delete(listener)
  }
}

/**
 * The browser takes the page as soon as its listeners have run, and a call of print() in a click handler gives React no
 * chance to render before. The printed content is therefore rendered synchronously here.
 */
function onBefore() {
  flushSync(() => setAsked(true))
}

function onAfter() {
  setAsked(false)
}

function onChange() {
  setAsked(isAsked)
}

/** True while the page is laid out for printing, so that printed content need not be in the page before. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked || query?.matches === true)
}

/** Renders the printed content, then prints. A browser that prints later removes it by `afterprint`. */
export function printPage(): void {
  onBefore()
  window.print()
}
