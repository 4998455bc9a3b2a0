import { lazy, Suspense, useEffect } from 'react'
import { useRemovalOffer, withdrawOffer } from './removal-offer.ts'

/** Loaded once a removal is asked about, so that it is there when its offer is. */
export const loadUndoOffer = () => import('./UndoOffer.tsx')
const UndoOffer = lazy(async () => ({ default: (await loadUndoOffer()).UndoOffer }))

/** Says what was removed and offers to undo it, on every screen. */
export function RemovalNotice() {
  const offer = useRemovalOffer()
  // Another person may use the browser after a sign-out.
  useEffect(() => () => withdrawOffer(), [])
  return <Suspense>{offer && <UndoOffer key={offer.offerid} offer={offer} />}</Suspense>
}
