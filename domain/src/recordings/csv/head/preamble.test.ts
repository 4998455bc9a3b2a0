import { describe, expect, test } from 'vitest'
import { preambleAbove, readPreamble } from './preamble.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const nothing = {
  rate: null,
  start: null,
  startHasZone: false,
  dateOrder: null,
  device: null,
  serialnumber: null,
  isActigraph: false,
}

test('lines that say nothing say nothing', () => {
  expect(readPreamble([])).toEqual(nothing)
  expect(readPreamble(['Subject: 5', 'Weight 80', 'moderate 50', 'rater 3'])).toEqual(nothing)
})

describe('the rate', () => {
  test.each([
    ['Sample Rate: 100 Hz', 100],
    ['Sampling frequency,,"128"', 128],
    ['// Update Rate: 100.0Hz', 100],
    ['frame rate = 59,94', 59.94],
    ['Samplingsrate:;100 Hz', 100],
    ['Samplingsfrekvens:;12,5 Hz', 12.5],
    ['Samplingshastighet 50', 50],
    ['Mätfrekvens (Hz): 25', 25],
    ['Output_Rate 2 kHz', 2000],
    ['samplingsfrekvens: 50', 50],
    ['fs=25', 25],
    ['freq 12.5', 12.5],
    ['Fs 1 kHz', 1000],
    ['recorded at 30 Hz', 30],
    ['recorded at 1.5 kHz', 1500],
    // An interval where a rate is usual.
    ['sampleRate = 5 seconds', 0.2],
    ['Sample interval: 20 ms', 50],
    ['sampling period 0,5 s', 2],
    ['Epoch length: 2 min', 1 / 120],
    ['interval 4 secs', 0.25],
    ['Epoch Period (hh:mm:ss) 00:00:10', 0.1],
    ['Epoch Period (hh:mm:ss) 00:01:00', 1 / 60],
    ['Epoch Period (hh:mm:ss) 01:00:02', 1 / 3602],
    ['Epoch Period (hh:mm:ss) 00:00:00', null],
    // Beyond belief.
    ['Sample Rate: 0', null],
    ['Sample Rate: 99999999', null],
    ['interval 0 s', null],
    ['Sample Rate of this recorder is not known, see page 5', null],
  ])('of %j is %s', (line, rate) => {
    const found = readPreamble(['A title', line]).rate
    if (rate === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(rate, 9)
  })

  test('is the first that is believable, what is called a rate before what is called a frequency', () => {
    expect(readPreamble(['fs 10', 'Sample Rate: 20', 'Update rate 30']).rate).toBe(20)
    expect(readPreamble(['Sample Rate: 0', 'Frame Rate: 30']).rate).toBe(30)
    expect(readPreamble(['interval 5 s', 'at 30 Hz']).rate).toBe(30)
    expect(readPreamble(['Epoch Period (hh:mm:ss) 00:00:10', 'interval 5 s']).rate).toBe(0.2)
  })

  test('may be alone in a line below a word', () => {
    expect(readPreamble(['Devices', '2000']).rate).toBe(2000)
    expect(readPreamble(['"Devices",,', ' 12.5,, ']).rate).toBe(12.5)
    expect(readPreamble(['Devices 2', '2000']).rate).toBeNull()
    expect(readPreamble(['', '2000']).rate).toBeNull()
    expect(readPreamble(['Devices', '2000 x']).rate).toBeNull()
    expect(readPreamble(['Devices', '0']).rate).toBeNull()
    expect(readPreamble(['Devices', 'x', '2000']).rate).toBeNull()
    expect(readPreamble(['2000', '2000']).rate).toBeNull()
  })
})

describe('the start', () => {
  test.each([
    [['Start: 2026-03-04 10:00:00'], '2026-03-04T10:00:00Z'],
    [['Start time: 2026-03-04T10:00:00.5'], '2026-03-04T10:00:00.500Z'],
    [['Recorded,"04.03.2026 10:00"'], '2026-03-04T10:00:00Z'],
    [['Measurement begin 4/3/2026 10:00;'], '2026-03-04T10:00:00Z'],
    [['Start Time 15:00:00', 'Start Date 25/12/2026'], '2026-12-25T15:00:00Z'],
    [['Start date: 2026-12-25', 'Start time: 9:05'], '2026-12-25T09:05:00Z'],
    [['Startdato:;25.12.2026', 'Starttid:;09:05:00'], '2026-12-25T09:05:00Z'],
    [['Startdato: 4. mars 2026', 'Starttidspunkt: 10:00'], '2026-03-04T10:00:00Z'],
    [['Starttidspunkt:;04-03-2026 10:00:00'], '2026-03-04T10:00:00Z'],
    [['Inspelad:;2026-03-04', 'Starttid:;10:00:00'], '2026-03-04T10:00:00Z'],
    [['Inspelad 2026-03-04 10:00:00'], '2026-03-04T10:00:00Z'],
    [['Recorded 2026-03-04 10:00:00'], '2026-03-04T10:00:00Z'],
    [['Startdatum;2026-03-04', 'Startklokkeslett;10:00:00'], '2026-03-04T10:00:00Z'],
    [['Start Time 15:00:00.25', 'Start Date 12/25/2026'], '2026-12-25T15:00:00.250Z'],
  ])('of %j is %s', (lines, iso) => {
    expect(readPreamble(lines)).toMatchObject({ start: seconds(iso), startHasZone: false })
  })

  test('may have a zone', () => {
    const found = readPreamble(['Start: 2026-03-04 10:00:00', 'x', 'y'])
    expect(found.startHasZone).toBe(false)
    expect(readPreamble(['Start: 2026-03-04T10:00:00+02:00'])).toMatchObject({
      start: seconds('2026-03-04T08:00:00Z'),
      startHasZone: true,
    })
  })

  test('needs a date and a time', () => {
    for (const lines of [
      ['Start Time 15:00:00'],
      ['Start Date 25/12/2026'],
      ['Start: 2026-02-30 10:00'],
      ['Start: now'],
    ])
      expect(readPreamble(lines).start).toBeNull()
    // If the first is none, the others are.
    const lines = ['Start: 2026-02-30 10:00', 'Start Date 2026-12-25', 'Start Time 15:00:00']
    expect(readPreamble(lines).start).toBe(seconds('2026-12-25T15:00:00Z'))
  })
})

describe('the order of dates', () => {
  test.each([
    [['date format dd/MM/yyyy'], 'dmy'],
    [['date format M/d/yyyy'], 'mdy'],
    [['date format dd/MM/yyyy', 'Start Date 13/02/2026'], 'dmy'],
    // A date that the claim does not fit.
    [['date format dd/MM/yyyy', 'Download 02/13/2026'], 'mdy'],
    [['date format M/d/yyyy', 'Download 13.2.2026'], 'dmy'],
    [['Downloaded 02/13/2026'], 'mdy'],
    [['Downloaded 13-02-2026'], 'dmy'],
    [['Downloaded 01-02-2026'], null],
    [['From 13/02/2026', 'to 02/13/2026'], null],
    [['date format dd/MM/yyyy', 'From 13/02/2026', 'to 02/13/2026'], null],
    [['From 01/02/2026', 'to 02/13/2026'], 'mdy'],
    [['Subject 5'], null],
  ])('of %j is %s', (lines, order) => {
    expect(readPreamble(lines).dateOrder).toBe(order)
  })

  test('is that of the start', () => {
    const lines = ['date format M/d/yyyy', 'Start Time 15:00:00', 'Start Date 2/3/2026']
    expect(readPreamble(lines).start).toBe(seconds('2026-02-03T15:00:00Z'))
    expect(readPreamble(lines.slice(1)).start).toBe(seconds('2026-03-02T15:00:00Z'))
  })
})

test('the recorder is that which made the file', () => {
  const title =
    '--- Data File Created By ActiGraph GT3X+ ActiLife v6.11.9 Firmware v3 date format M/d/yyyy at 30 Hz ---'
  expect(readPreamble([title, 'Serial Number: NEO1-2'])).toMatchObject({
    device: 'ActiGraph GT3X+',
    serialnumber: 'NEO1-2',
    isActigraph: true,
    rate: 30,
  })
  expect(readPreamble(['Created by Activinsights, date', 'actigraph']).isActigraph).toBe(false)
  expect(readPreamble(['Serial no,"A12"'])).toMatchObject({ device: null, serialnumber: 'A12' })
  expect(readPreamble(['Serial Number: A1']).serialnumber).toBeNull()
})

test('a table below others has the rate that is said above it, or else that of the file', () => {
  const header = { preamble: ['Devices', '1000', '', 'Markers', '100'], naming: ['Frame,x'] }
  expect(preambleAbove(header, []).rate).toBe(1000)
  expect(preambleAbove(header, ['', 'Markers', '100', 'Frame,x']).rate).toBe(100)
  expect(preambleAbove(header, ['', 'Markers', 'Frame,x']).rate).toBe(1000)
})
