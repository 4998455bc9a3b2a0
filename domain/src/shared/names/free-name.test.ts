import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a copy gets the first number that is free, ignoring case', () => {
  expect(freeName(['Weight'], 'Weight')).toBe('Weight 2')
  expect(freeName(['Weight', 'weight 2'], 'Weight')).toBe('Weight 3')
  expect(freeName(['Weight 2'], 'Weight 2')).toBe('Weight 3')
})
