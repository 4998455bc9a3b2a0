import { useSyncExternalStore } from 'react'
import { type Failure, failuresOf } from './failures.ts'
import { loadScreens } from './messages/catalogue.ts'

export type ErrorCard = { cardid: number; failure: Failure; at: Date }

let cards: readonly ErrorCard[] = []
let lastCardid = 0
const listeners = new Set<() => void>()

function show(next: readonly ErrorCard[]) {
  cards = next
  for (const listener of listeners) listener()
}

/**
 * Puts what was thrown into the error area, newest first. The same sentence again replaces its older card.
 * A session's end is not shown as a card: the session notice says it.
 */
export function reportError(thrown: unknown): void {
  void loadScreens()
  for (const failure of failuresOf(thrown)) {
    if (failure.code === 'UNAUTHENTICATED') continue
    lastCardid += 1
    const card = { cardid: lastCardid, failure, at: new Date() }
    show([card, ...cards.filter((other) => other.failure.message !== failure.message)])
  }
}

export function dismissError(cardid: number): void {
  show(cards.filter((card) => card.cardid !== cardid))
}

/** The cards now shown, newest first. */
export function useErrorCards(): readonly ErrorCard[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => cards,
  )
}
