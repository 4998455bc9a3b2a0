import { expect, test } from 'vitest'
import { withoutStart } from './remembered-layout.ts'

test('the settings of a file are offered for the next one without its start', () => {
  expect(withoutStart({ rate: 40, start: 1_792_482_600, clock: 'local' })).toEqual({ rate: 40 })
  expect(withoutStart({ start: 1_792_482_600, clock: 'local' })).toBeNull()
  expect(withoutStart({ decimal: ',', clock: 'utc' })).toEqual({ decimal: ',', clock: 'utc' })
  expect(withoutStart({})).toBeNull()
})
