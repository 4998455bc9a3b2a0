import { describe, expect, test } from 'vitest'
import { knownNames } from './known-names.ts'

test('other headers are not known', () => {
  for (const lines of [
    [],
    [''],
    ['t,x'],
    ['a', 'b', 'c'],
    ['TOA4,x'],
    ['Interval,1'],
    ['x', '1 msec/sample', 'channels'],
  ])
    expect(knownNames(lines, ',')).toBeNull()
})

describe('LabChart', () => {
  const header = (...more: readonly string[]) => knownNames(['Interval=\t0.01 s', ...more], '\t')

  test('has a start if the day is one', () => {
    expect(header('ExcelDateTime=\t4.6085375e4\tx', 'ChannelTitle=\ta\tb')).toEqual({
      names: ['Time', 'a', 'b'],
      units: ['s'],
      said: ['Start: 2026-03-04 09:00:00.000'],
    })
    for (const day of ['', '0', 'x', '1e99']) expect(header(`ExcelDateTime=\t${day}`)?.said.join('')).toBe('')
  })

  test('has units, and none where a star stands', () => {
    expect(header('UnitName=\tmV\t*\tV')?.units).toEqual(['s', 'mV', null, 'V'])
  })
})

describe('OpenSignals', () => {
  const header = (json: string) => knownNames(['# OpenSignals Text File Format', `# ${json}`], '\t')
  const device = { column: ['nSeq', 'CH1'], label: ['CH1'], sensor: ['ECG'], date: '2026-3-4', time: '9:0:0' }

  test('names columns by their sensors, device after device', () => {
    expect(header(JSON.stringify({ a: device, b: { column: ['nSeq', 'CH2'], label: ['CH2'], sensor: [''] } }))).toEqual(
      {
        names: ['nSeq', 'ECG', 'nSeq', 'CH2'],
        units: [],
        said: ['Start: 2026-03-04 09:00:00'],
      },
    )
  })

  test('has no start without a date and a time', () => {
    expect(header(JSON.stringify({ a: { ...device, time: '' } }))?.said).toEqual([])
    expect(header(JSON.stringify({ a: { ...device, date: '4.3.2026' } }))?.said).toEqual([])
  })

  test('is not known if its JSON is another one', () => {
    for (const json of [
      '',
      '{',
      '[]',
      '5',
      'null',
      '{"a":5}',
      '{"a":null}',
      '{"a":{"column":[5]}}',
      '{"a":{"column":"x"}}',
      '{"a":{"date":5}}',
    ])
      expect(header(json), json).toBeNull()
  })
})

test('AcqKnowledge has as many names as channels', () => {
  const header = (count: string, ...more: readonly string[]) =>
    knownNames(['a.acq', '0.5 msec/sample', count, ...more], ',')
  expect(header('1 channels', 'ECG', 'mV', 'sec,CH1')).toEqual({
    names: ['Time', 'ECG'],
    units: ['sec', 'mV'],
    said: [],
  })
  for (const [count, ...more] of [
    ['0 channels'],
    ['x'],
    ['2 channels', 'ECG', 'mV', 'sec,CH1'],
    ['1 channels', 'ECG', 'mV'],
  ])
    expect(header(count ?? '', ...more)).toBeNull()
})
