import { beforeEach, expect, test } from 'vitest'
import { currentOffer, offerUndo, tellBack, withdrawOffer, withdrawOfferOf } from './removal-offer.ts'

const removed = {
  record: 'form/u/visit',
  removed: { verb: 'delete', name: 'Visit' } as const,
  undo: async () => undefined,
}
beforeEach(() => withdrawOffer())

test('an offer is withdrawn when its record is there again, not when another is', () => {
  offerUndo(removed)
  withdrawOfferOf('form/other/visit')
  expect(currentOffer()).toMatchObject(removed)
  withdrawOfferOf('form/u/visit')
  expect(currentOffer()).toBeUndefined()
})

test('an offer that says that the record is back stays until it is withdrawn itself', () => {
  offerUndo(removed)
  const offerid = currentOffer()?.offerid ?? 0
  tellBack(offerid)
  withdrawOfferOf('form/u/visit')
  expect(currentOffer()).toMatchObject({ offerid, isBack: true })
  withdrawOffer(offerid)
  expect(currentOffer()).toBeUndefined()
})
