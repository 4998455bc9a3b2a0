import { useSyncExternalStore } from 'react'

/** The last removal, and how to undo it. */
export type RemovalOffer = {
  offerid: number
  /** Names the removed record among all: 'form/SUBJECTID/FORMTYPEID'. */
  record: string
  /** The notice's text: 'Deleted: Visit'. */
  text: string
  undo: () => Promise<unknown>
  /** The accessible name of the button that removed it, which gets the focus after Undo. */
  openerLabel: string
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
export function offerUndo(removed: Omit<RemovalOffer, 'offerid'>): void {
  lastOfferid += 1
  show({ ...removed, offerid: lastOfferid })
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
