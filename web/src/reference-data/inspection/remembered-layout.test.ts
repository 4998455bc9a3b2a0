import { expect, test } from 'vitest'
import { forOtherFiles } from './remembered-layout.ts'

test('the settings of a file are offered for the next one without its start and its place in an archive', () => {
  expect(forOtherFiles({ rate: 40, start: 1_792_482_600, clock: 'local' })).toEqual({ rate: 40 })
  expect(forOtherFiles({ start: 1_792_482_600, clock: 'local' })).toBeNull()
  expect(forOtherFiles({ decimal: ',', clock: 'utc' })).toEqual({ decimal: ',', clock: 'utc' })
  expect(forOtherFiles({ entry: 'arm.csv', rate: 40 })).toEqual({ rate: 40 })
  expect(forOtherFiles({})).toBeNull()
})
