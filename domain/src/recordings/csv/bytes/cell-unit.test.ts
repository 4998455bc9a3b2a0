import { expect, test } from 'vitest'
import { withoutUnit } from './cell-unit.ts'

test.each([
  ['0.1 g', '0.1', 'g'],
  ['0.1g', '0.1', 'g'],
  ['-1,5 m/s²', '-1,5', 'm/s²'],
  ['95%', '95', '%'],
  ['95 %', '95', '%'],
  ['45,2 %rF', '45,2', '%rF'],
  ['21.5 °C', '21.5', '°C'],
  ['\u22121.100,5 mV', '\u22121.100,5', 'mV'],
  ['1 100 µS', '1 100', 'µS'],
  ['60 bpm', '60', 'bpm'],
  ['3 N', '3', 'N'],
  ['12 min', '12', 'min'],
])('%j is %j and the unit %j', (text, number, unit) => {
  expect(withoutUnit(text)).toEqual({ number, unit })
})

test.each([
  '0.1',
  'g',
  '',
  '%',
  '3N',
  '12min',
  '1A',
  '4 steps',
  '0x10',
  '1e5',
  '10:00',
  'a 5 g',
  '5 g 6',
  '12 am',
  '1-1-P01',
  '5 mgs',
])('%j is none with a unit', (text) => {
  expect(withoutUnit(text)).toBeNull()
})
