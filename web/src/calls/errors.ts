import { useSyncExternalStore } from 'react'
import { onForget } from '../browser/forgetting.ts'
import { loadScreensAhead } from '../texts/catalogue.ts'
import { type Failure, failuresOf } from './failures.ts'

export type ErrorCard = { cardid: number; failure: Failure; at: Date }

let cards: readonly ErrorCard[] = []
let lastCardid = 0
const listeners = new Set<() => void>()

function show(next: readonly ErrorCard[]) {
  cards = next
  for (const listener of listeners) listener()
}

onForget(() => show([]))

/**
 * Adds an error to the error area, newest first. The same sentence replaces its older card. A session's end gets no
 * card, because the session notice reports it. Returns the ids of the cards.
 */
export function reportError(thrown: unknown): readonly number[] {
  loadScreensAhead()
  const reported: number[] = []
  for (const failure of failuresOf(thrown)) {
    if (failure.code === 'UNAUTHENTICATED') continue
    lastCardid += 1
    const card = { cardid: lastCardid, failure, at: new Date() }
    show([card, ...cards.filter((other) => other.failure.message !== failure.message)])
    reported.push(card.cardid)
  }
  return reported
}

export function dismissError(...cardids: readonly number[]): void {
  if (cards.some(({ cardid }) => cardids.includes(cardid)))
    show(cards.filter(({ cardid }) => !cardids.includes(cardid)))
}

/** The visible cards, newest first. */
export function useErrorCards(): readonly ErrorCard[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => cards,
  )
}
