import { useSyncExternalStore } from 'react'

/** The last removal, and how to undo it. */
export type RemovalOffer = {
  offerid: number
  /** The notice's text: 'Deleted: Visit'. */
  text: string
  undo: () => Promise<unknown>
  /** The accessible name of the button that removed it, which gets the focus after Undo. */
  openerLabel: string
}

let offer: RemovalOffer | undefined
let lastOfferid = 0
const listeners = new Set<() => void>()

function show(next: RemovalOffer | undefined) {
  offer = next
  for (const listener of listeners) listener()
}

/** Offers to undo a removal, replacing the previous offer. */
export function offerUndo(removed: Omit<RemovalOffer, 'offerid'>): void {
  lastOfferid += 1
  show({ ...removed, offerid: lastOfferid })
}

/** Withdraws this offer, but not a later one. Without an id, withdraws any. */
export function withdrawOffer(offerid?: number): void {
  if (offerid === undefined || offer?.offerid === offerid) show(undefined)
}

export function useRemovalOffer(): RemovalOffer | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offer,
  )
}
