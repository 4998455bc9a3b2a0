import { describe, expect, test } from 'vitest'
import { empaticaHeader, readEmpatica } from './empatica.ts'

const start = 1_560_279_825

describe('the first lines', () => {
  test.each([
    ['BVP.csv', '64.000000', [{ name: 'BVP', unit: null }]],
    ['EDA.csv', '4', [{ name: 'EDA', unit: 'µS' }]],
    ['sub_hr-1.csv', '2', [{ name: 'HR', unit: 'bpm' }]],
    ['TEMP.csv', '4', [{ name: 'TEMP', unit: '°C' }]],
    // The rate of a signal whose name is lost.
    ['x.csv', '64', [{ name: 'BVP', unit: null }]],
    ['x.csv', '1', [{ name: 'HR', unit: 'bpm' }]],
    ['x.csv', '4', [{ name: '1', unit: null }]],
    ['template.csv', '4', [{ name: '1', unit: null }]],
  ])('of %s with %s Hz tell the signal', (filename, rate, channels) => {
    expect(readEmpatica([`${start}.000000`, rate, '1.5'], filename)).toEqual({
      rows: 2,
      start,
      rate: Number(rate),
      channels,
    })
  })

  test('of three columns are those of an accelerometer, of two are numbered', () => {
    const three = readEmpatica([`${start}, ${start}, ${start}`, '32, 32, 32', '1,2,3'], 'x.csv')
    expect(three?.channels).toEqual(['ACC x', 'ACC y', 'ACC z'].map((name) => ({ name, unit: '1/64 g' })))
    const two = readEmpatica([`${start},${start}`, '32,32', '1,2'], 'x.csv')
    expect(two?.channels.map(({ name }) => name)).toEqual(['1', '2'])
  })

  test('of beats have their name, and times of their own', () => {
    expect(readEmpatica([`${start}, IBI`, '83.5,0.8'], 'x.csv')).toEqual({
      rows: 1,
      start,
      rate: null,
      channels: [{ name: 'IBI', unit: 's' }],
    })
    expect(readEmpatica([`${start}, IBI`, '83.5'], 'x.csv')).toBeNull()
    expect(readEmpatica([`${start}, IBI, 3`, '83.5,0.8'], 'x.csv')).toBeNull()
    expect(readEmpatica([`${start}, RR`, '83.5,0.8'], 'x.csv')).toBeNull()
  })

  test.each([
    ['before 1973', ['100000000', '4', '1']],
    ['after 2128', ['5000000000', '4', '1']],
    ['no number', ['time', '4', '1']],
    ['another start for each column', [`${start},${start + 1}`, '4,4', '1,2']],
    ['another rate for each column', [`${start},${start}`, '4,8', '1,2']],
    ['no second start', [`${start},`, '4,', '1,2']],
    ['fewer rates than starts', [`${start},${start}`, '4', '1,2']],
    ['a rate of zero', [`${start}`, '0', '1']],
    ['a rate that is too high', [`${start}`, '10001', '1']],
    ['instants in every line', [`${start}`, '4', `${start + 2}`]],
    ['negative instants', [`${start}`, '4', '-100000001']],
    ['more values than columns', [`${start}`, '4', '1,2']],
    ['nothing', []],
  ])('with %s are none', (_what, lines) => {
    expect(readEmpatica(lines, 'EDA.csv')).toBeNull()
  })

  test('within these bounds are some', () => {
    expect(readEmpatica(['100000001', '10000', '100000000'], 'EDA.csv')).not.toBeNull()
    expect(readEmpatica([`${start}`, '4'], 'EDA.csv')).not.toBeNull()
  })
})

test('the header has the names, and a column of times for beats', () => {
  const beats = readEmpatica([`${start}, IBI`, '83.5,0.8'], '')
  expect(beats && empaticaHeader(beats)).toEqual({
    rows: 1,
    width: 2,
    preamble: [],
    names: [null, 'IBI'],
    units: [null, 's'],
    sensors: [null, null],
    hasUnitsRow: false,
    hasSensorRow: false,
    naming: [],
  })
  const temperature = readEmpatica([`${start}`, '4', '36'], 'TEMP.csv')
  expect(temperature && empaticaHeader(temperature)).toMatchObject({
    rows: 2,
    width: 1,
    names: ['TEMP'],
    units: ['°C'],
  })
})
