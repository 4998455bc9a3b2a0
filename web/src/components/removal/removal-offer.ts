import { useSyncExternalStore } from 'react'

/** What was removed: one, or so many that were chosen. In words, it is said in the language of the moment. */
export type Removed = { verb: 'remove' | 'delete' | 'mark'; name: string } | { count: number }

/** The last removal, and how to undo it. */
export type RemovalOffer = {
  offerid: number
  /** Names the removed record among all: 'form/SUBJECTID/FORMTYPEID'. */
  record: string
  removed: Removed
  undo: () => Promise<unknown>
  /** Undo was refused, because somebody has restored the record. */
  isBack?: boolean
}

let offer: RemovalOffer | undefined
let lastOfferid = 0
const listeners = new Set<() => void>()

function show(next: RemovalOffer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

/** Offers to undo a removal, replacing the previous offer. */
export function offerUndo(removal: Omit<RemovalOffer, 'offerid'>): void {
  lastOfferid += 1
  show({ ...removal, offerid: lastOfferid })
}

/** Withdraws this offer, but not a later one. Without an id, withdraws any. */
export function withdrawOffer(offerid?: number): void {
  if (offerid === undefined || offer?.offerid === offerid) show(undefined)
}

/** Says of this offer that the record is back. It is no longer withdrawn when the record is shown. */
export function tellBack(offerid: number): void {
  if (offer?.offerid === offerid) show({ ...offer, record: '', isBack: true })
}

/** Withdraws the offer about a record that is there again. */
export function withdrawOfferOf(record: string): void {
  if (offer?.record === record) show(undefined)
}

/** The current offer. */
export function currentOffer(): RemovalOffer | undefined {
  return offer
}

export function useRemovalOffer(): RemovalOffer | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentOffer)
}
