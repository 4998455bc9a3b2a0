import { expect, test } from 'vitest'
import type { Band } from '../picture/geometry/bands.ts'
import { selectedIn } from './selection.ts'

const stairs: Band = { key: 'a', name: 'Stairs', isOwn: true, from: 10, to: 20 }

test('a selected activity moves with the clock, a selected range does not', () => {
  expect(selectedIn({ band: 'a' }, [stairs], 100)).toEqual({ from: 10, to: 20, name: 'Stairs' })
  const later = { ...stairs, from: 90, to: 110 }
  expect(selectedIn({ band: 'a' }, [later], 100)).toEqual({ from: 90, to: 100, name: 'Stairs' })
  expect(selectedIn({ from: 1, to: 2 }, [later], 100)).toEqual({ from: 1, to: 2, name: undefined })
})

test('an activity outside of the recording, or removed meanwhile, selects nothing', () => {
  expect(selectedIn({ band: 'a' }, [{ ...stairs, from: 110, to: 120 }], 100)).toBeUndefined()
  expect(selectedIn({ band: 'b' }, [stairs], 100)).toBeUndefined()
  expect(selectedIn(undefined, [stairs], 100)).toBeUndefined()
})
