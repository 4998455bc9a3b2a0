import { expect, test } from 'vitest'
import { cleanOccurrenceLabel, whyNotOccurrenceLabel } from './labels.rules.ts'

test('a label of its own is one short line, of what can be recorded several times', () => {
  const several = { repeats: true }
  expect(cleanOccurrenceLabel('  Fall on the stairs ')).toBe('Fall on the stairs')
  expect([undefined, null, '', '  '].map(cleanOccurrenceLabel)).toEqual([null, null, null, null])
  expect(whyNotOccurrenceLabel('Fall on the stairs', several)).toBeUndefined()
  expect(whyNotOccurrenceLabel('x'.repeat(101), several)?.reason).toBe('text.too-long')
  expect(whyNotOccurrenceLabel('two\nlines', several)?.reason).toBe('text.control-characters')
  const once = { repeats: false, stored: 'Fall' }
  expect(whyNotOccurrenceLabel('Other', once)?.reason).toBe('occurrence.label')
  for (const label of ['Fall ', '', null]) expect(whyNotOccurrenceLabel(label, once)).toBeUndefined()
})
