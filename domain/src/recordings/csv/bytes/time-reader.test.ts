import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { TimeReader } from './time-reader.ts'
import { type DateOrder, readTimeText } from './time-text.ts'

function read(text: string, order: DateOrder = 'dmy'): number {
  const reader = new TimeReader(order)
  const bytes = new TextEncoder().encode(text)
  return reader.read(bytes, 0, bytes.length) ? reader.seconds + reader.fraction : Number.NaN
}

const utc = (iso: string) => Date.parse(iso) / 1000
const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })

test('a time is read back in each form it is written in', () => {
  const forms: ((iso: string, parts: string[]) => [string, DateOrder])[] = [
    (iso) => [iso, 'dmy'],
    (iso) => [iso.replace('T', ' ').replace('Z', ''), 'mdy'],
    (iso) => [iso.replace('.', ',').replace('Z', '+00:00'), 'dmy'],
    (_, [y, m, d, time]) => [`${d}.${m}.${y} ${time}`, 'dmy'],
    (_, [y, m, d, time]) => [`${m}/${d}/${y} ${time}`, 'mdy'],
    (_, [y, m, d, time]) => [`${Number(d)}-${Number(m)}-${y} ${time}`, 'dmy'],
    (_, [y, m, d, time]) => [`${y}${m}${d}T${time}Z`, 'dmy'],
    (_, [y, m, d, time]) => [`"${y}/${m}/${d} ${time}"`, 'dmy'],
  ]
  fc.assert(
    fc.property(instant, fc.constantFrom(...forms), (date, form) => {
      const iso = date.toISOString()
      const [text, order] = form(iso, iso.slice(0, -1).split(/[-T]/))
      expect(read(text, order)).toBeCloseTo(date.getTime() / 1000, 6)
    }),
  )
})

test('the fast path and the path via text agree', () => {
  const zone = fc.constantFrom('', 'Z', '+02:00', '-09:30', '+0530', ' UTC', '+2')
  const text = fc.tuple(instant, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 999 }), zone)
  fc.assert(
    fc.property(text, ([date, at, number, end]) => {
      const iso = `${date.toISOString().slice(0, 19)}.${number}${end}`
      // Replacing one character makes most of them invalid, for both readers.
      const odd = at > 0 ? `${iso.slice(0, at * 2)}9${iso.slice(at * 2 + 1)}` : iso
      const slow = readTimeText(odd, 'dmy')
      const quick = read(odd)
      if (slow === null) expect(quick).toBeNaN()
      else expect(quick).toBeCloseTo(slow.seconds + slow.fraction, 6)
    }),
    { numRuns: 500 },
  )
})

test('no string is made of the times of one day but the first, in each form that devices write', () => {
  const part = (most: number) => fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'))
  const forms = fc.record({
    date: fc.constantFrom('2026-02-03', '2026/02/03', '03.02.2026', '03-02-2026'),
    time: fc.tuple(part(23), part(59), part(60)).map((parts) => parts.join(':')),
    between: fc.constantFrom('T', ' '),
    mark: fc.constantFrom('.', ','),
    fraction: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 15 })),
    zone: fc.constantFrom(
      ['', 0] as const,
      ['Z', 0] as const,
      ['+02:00', 7200] as const,
      ['-0930', -34_200] as const,
      ['+0545 [Asia/Kathmandu]', 20_700] as const,
      [' [Europe/Oslo]', 0] as const,
      ['Z[UTC]', 0] as const,
    ),
    // What follows a cell is not part of it.
    after: fc.constantFrom('', ',', '5', 'Z', ']'),
  })
  const readers = new Map<string, TimeReader>()
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  try {
    fc.assert(
      fc.property(forms, ({ date, time, between, mark, fraction, zone: [zone, offset], after }) => {
        const reader = readers.get(date) ?? new TimeReader('dmy')
        readers.set(date, reader)
        const text = `${date}${between}${time}${fraction === null ? '' : mark + fraction}${zone}`
        expect(reader.read(new TextEncoder().encode(`,${text}${after}`), 1, text.length + 1)).toBe(true)
        const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
        expect(reader.seconds).toBe(utc('2026-02-03T00:00:00Z') + hours * 3600 + minutes * 60 + seconds - offset)
        expect(reader.fraction).toBeCloseTo(fraction === null ? 0 : Number(`0.${fraction}`), 15)
      }),
      { numRuns: 300 },
    )
    expect(decode).toHaveBeenCalledTimes(readers.size)
  } finally {
    decode.mockRestore()
  }
})

test('hours before and after noon', () => {
  const noon = Date.parse('2026-02-03T12:00:00Z') / 1000
  expect(read('02/03/2026 12:00:00 PM', 'mdy')).toBe(noon)
  expect(read('02/03/2026 12:00:00 am', 'mdy')).toBe(noon - 43_200)
  expect(read('02/03/2026 1:30:15 p.m.', 'mdy')).toBe(noon + 5415)
})

test.each([
  '2026-02-30 10:00:00',
  '2026-13-01 10:00',
  '2026-01-01 25:00:00',
  '2026-01-01 10:60',
  'yesterday',
  '10',
  '',
])('"%s" is no time', (text) => expect(read(text)).toBeNaN())

test.each<[string, DateOrder, string]>([
  ['2026-02-03T10:20:30', 'dmy', '2026-02-03T10:20:30Z'],
  ['2026-02-03 10:20:30.123000', 'dmy', '2026-02-03T10:20:30.123Z'],
  ['2026-02-03T10:20:30,5Z', 'dmy', '2026-02-03T10:20:30.500Z'],
  ['2026-02-03T10:20:30+01:30', 'dmy', '2026-02-03T08:50:30Z'],
  ['2026-02-03T10:20:30-0130', 'dmy', '2026-02-03T11:50:30Z'],
  ['2026-02-03T10:20:30+01', 'dmy', '2026-02-03T09:20:30Z'],
  ['2026-02-03 10:20:30 UTC', 'dmy', '2026-02-03T10:20:30Z'],
  ['2026-02-03 10:20:30.5+0100 [Europe/London]', 'dmy', '2026-02-03T09:20:30.500Z'],
  ['2026-02-03 10:20:30 [Europe/London]', 'dmy', '2026-02-03T10:20:30Z'],
  ['3.2.2026 10:20 [Europe/London]', 'dmy', '2026-02-03T10:20:00Z'],
  ['3.2.2026 10:20+0100  [Europe/London]', 'dmy', '2026-02-03T09:20:00Z'],
  ['2026-02-03 10:20', 'dmy', '2026-02-03T10:20:00Z'],
  ['2026-02-03T23:59:60', 'dmy', '2026-02-04T00:00:00Z'],
  ['2026/2/3 10:20', 'dmy', '2026-02-03T10:20:00Z'],
  ['3.2.26, 10:20', 'dmy', '2026-02-03T10:20:00Z'],
  ['2/3/26_10:20:30:250', 'mdy', '2026-02-03T10:20:30.250Z'],
  ['26-2-3;10:20', 'ymd', '2026-02-03T10:20:00Z'],
  ['99-2-3 10:20', 'ymd', '2099-02-03T10:20:00Z'],
  ['20260203T10:20:30', 'dmy', '2026-02-03T10:20:30Z'],
  ['2026-02-03', 'dmy', '2026-02-03T00:00:00Z'],
  ['20260203', 'dmy', '2026-02-03T00:00:00Z'],
  ['2/3/2026 12:00 AM', 'mdy', '2026-02-03T00:00:00Z'],
  ['2/3/2026 12:00 pm', 'mdy', '2026-02-03T12:00:00Z'],
  ['2/3/2026 11:59 P.M.', 'mdy', '2026-02-03T23:59:00Z'],
  [' "2026-02-03 10:20" ', 'dmy', '2026-02-03T10:20:00Z'],
  [`2026-02-03${' '.repeat(49)}10:20`, 'dmy', '2026-02-03T10:20:00Z'],
  ['03.02.2026 10:20:30.5', 'dmy', '2026-02-03T10:20:30.500Z'],
  ['02/03/2026 10:20:30+01:00', 'mdy', '2026-02-03T09:20:30Z'],
  ['02/03/2026 10:20:30 PM', 'mdy', '2026-02-03T22:20:30Z'],
  ['1900-01-01 00:00', 'dmy', '1900-01-01T00:00:00Z'],
  ['2200-12-31 00:00', 'dmy', '2200-12-31T00:00:00Z'],
  ['2026-02-03T24:00:00', 'dmy', '2026-02-04T00:00:00Z'],
  ['3.2.2026 24:00', 'dmy', '2026-02-04T00:00:00Z'],
  ['04-Mar-2026 22:00:00', 'mdy', '2026-03-04T22:00:00Z'],
  ['04-Mar-26 22:00', 'mdy', '2026-03-04T22:00:00Z'],
  ['4 MARCH 2026 22:00:00.25', 'dmy', '2026-03-04T22:00:00.250Z'],
  ['5. mars 2026 22:00', 'dmy', '2026-03-05T22:00:00Z'],
  ['5. mai 2026 kl. 22:00', 'dmy', '2026-05-05T22:00:00Z'],
  ['5 maj 2026 22:00', 'dmy', '2026-05-05T22:00:00Z'],
  ['ons 4. desember 2025 22:00', 'dmy', '2025-12-04T22:00:00Z'],
  ['04MAR2026:22:00:00', 'dmy', '2026-03-04T22:00:00Z'],
  ['Sun Mar 01 22:00:00 2026', 'dmy', '2026-03-01T22:00:00Z'],
  ['Sun Mar  1 22:00:00 CET 2026', 'dmy', '2026-03-01T22:00:00Z'],
  ['Sun, 01 Mar 2026 22:00:00 +0100', 'dmy', '2026-03-01T21:00:00Z'],
  ['Mar 4, 2026, 10:00:00 PM', 'dmy', '2026-03-04T22:00:00Z'],
  ['March 4th, 2026 10:00 pm', 'dmy', '2026-03-04T22:00:00Z'],
  ['2026-Oct-04 22:00:00', 'dmy', '2026-10-04T22:00:00Z'],
  ['20260301T220000Z', 'dmy', '2026-03-01T22:00:00Z'],
  ['20260301T220000.5+0100', 'dmy', '2026-03-01T21:00:00.500Z'],
  ['20260301_220000', 'dmy', '2026-03-01T22:00:00Z'],
])('%j read as %s is %s', (text, order, iso) => {
  expect(read(text, order)).toBeCloseTo(utc(iso), 6)
})

test.each<[string, DateOrder]>([
  ['2026-02-03T24:00:01', 'dmy'],
  ['2026-02-03T10:60:00', 'dmy'],
  ['2026-02-03T10:20:61', 'dmy'],
  ['2026-02-03x10:20:30', 'dmy'],
  ['2026-02-03T10:20:30x', 'dmy'],
  ['2026-02-03T10:20:30+1', 'dmy'],
  ['2026-02-03T10:20:30+01:3', 'dmy'],
  ['2026-02-03T1x:20:30', 'dmy'],
  ['2026-02-03T10:2x:30', 'dmy'],
  ['2026-02-03T10:20:3x', 'dmy'],
  ['2026-02-3xT10:20:30', 'dmy'],
  ['2026-02-29 10:20', 'dmy'],
  ['31.4.2026 10:20', 'dmy'],
  ['13/2/2026 10:20', 'mdy'],
  ['0/2/2026 10:20', 'dmy'],
  ['1899-12-31 00:00', 'dmy'],
  ['2201-01-01 00:00', 'dmy'],
  ['2/3/2026 13:00 PM walk', 'mdy'],
  [`2026-02-03 10:20${' '.repeat(60)}x`, 'dmy'],
  [`2026-02-03${' '.repeat(50)}10:20`, 'dmy'],
  ['10:20:30.5 10:20:30', 'dmy'],
  ['2026-02-03 10:20:30 10:20:30', 'dmy'],
  ['3.2.2026 10:20 [Europe London]', 'dmy'],
  ['2026-02-03 10:20:30 [', 'dmy'],
  ['2026-02-03 10:20:30]', 'dmy'],
  [`${'\0'.repeat(10)} 10:20:30`, 'dmy'],
  ['2026-02-03 10:20:30 Oslo]', 'dmy'],
  ['30-Feb-2026 22:00:00', 'dmy'],
  ['Marathon 12 2026', 'dmy'],
  ['ju 12 2026', 'dmy'],
  ['04-Mar-2026 25:00:00', 'dmy'],
  ['20261301T220000Z', 'dmy'],
  ['Walk 12', 'dmy'],
])('%j is no time, read as %s', (text, order) => {
  expect(read(text, order)).toBeNaN()
})

test('there are the days of the calendar, and no others', () => {
  for (const year of [1900, 2000, 2023, 2024, 2100]) {
    for (let month = 0; month <= 13; month++) {
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
        const made = new Date(Date.UTC(year, month - 1, day))
        const isReal = made.getUTCMonth() === month - 1 && made.getUTCDate() === day
        const expected = isReal ? made.getTime() / 1000 : Number.NaN
        for (const form of [`${date}T00:00:00`, `${date} 00:00:00.0`, date, `${date}T00:00`])
          expect(readTimeText(form, 'dmy')?.seconds ?? Number.NaN, form).toBe(expected)
      }
    }
  }
})

test.each<[string, string | null]>([
  ['2026-02-03 10:20:30', '2026-02-03T10:20:30Z'],
  ['2026-02-03T23:59:60', '2026-02-04T00:00:00Z'],
  ['2026-02-03T00:00:00.25', '2026-02-03T00:00:00.250Z'],
  ['1900-01-01 00:00:00', '1900-01-01T00:00:00Z'],
  ['2200-12-31 23:59:59', '2200-12-31T23:59:59Z'],
  ['0026-02-03 10:20:30', '2026-02-03T10:20:30Z'],
  ['1899-12-31 23:59:59', null],
  ['2201-01-01 00:00:00', null],
  ['2026-02-03 24:00:00', '2026-02-04T00:00:00Z'],
  ['2026-02-03 24:00:01', null],
  ['2026-02-03 24:01:00', null],
  ['2026-02-03 10:60:00', null],
  ['2026-02-03 10:20:61', null],
  ['2026-02-30 10:20:30', null],
])('the text %j is %s', (text, iso) => {
  const found = readTimeText(text, 'mdy')
  if (iso === null) expect(found).toBeNull()
  else {
    expect(found).toMatchObject({ hasDate: true, hasTime: true, hasZone: false })
    expect((found?.seconds ?? Number.NaN) + (found?.fraction ?? Number.NaN)).toBe(utc(iso))
  }
})

test('a time says what it has', () => {
  const has = (text: string) => {
    const found = readTimeText(text, 'dmy')
    return found && [found.hasDate, found.hasTime, found.hasZone, found.seconds, found.fraction]
  }
  expect(has(' 10:20 ')).toEqual([false, true, false, 37_200, 0])
  expect(has('10:20')).toEqual([false, true, false, 37_200, 0])
  expect(has('10:20:30.25')).toEqual([false, true, false, 37_230, 0.25])
  expect(has('100:00:00')).toEqual([false, true, false, 360_000, 0])
  expect(has('19700102030405')).toEqual([true, true, false, 97_445, 0])
  expect(has('19700102T030405.25')).toEqual([true, true, false, 97_445, 0.25])
  for (const text of ['19701302030405', '19700102240405', '1970010203040'] as const) expect(has(text)).toBeNull()
  expect(has('1.1.1970')).toEqual([true, false, false, 0, 0])
  expect(has('1.1.1970 00:00Z')).toEqual([true, true, true, 0, 0])
  expect(has('1.1.1970 00:00')).toEqual([true, true, false, 0, 0])
  expect(has('1.1.1970 01:00+01:00')).toEqual([true, true, true, 0, 0])
  expect(has('1.1.1970 00:00 GMT')).toEqual([true, true, true, 0, 0])
})

test.each<[string, number | null]>([
  ['1 day, 2:03:04', 93_784],
  ['2 days 02:03:04.5', 180_184.5],
  ['0d 22:13:20', 80_000],
  ['12d22:13:20', 1_116_800],
  ['0.22:13:20', 80_000],
  ['1.02:03:04.2500000', 93_784.25],
  ['PT1M2S', 62],
  ['PT0.25S', 0.25],
  ['PT1H', 3600],
  ['P1DT2H3M4,5S', 93_784.5],
  ['P', null],
  ['PT', null],
  ['P1M', null],
  ['1 dog, 2:03:04', null],
  ['1.2', null],
])('the elapsed time %j is %s s', (text, seconds) => {
  const found = readTimeText(text, 'dmy')
  expect(found && [found.seconds + found.fraction, found.hasDate, found.hasTime]).toEqual(
    seconds === null ? null : [seconds, false, true],
  )
})

test('a date that was read in one order is read anew in another, and after another', () => {
  expect(read('1/2/2026 00:00', 'dmy')).toBe(utc('2026-02-01T00:00:00Z'))
  expect(read('1/2/2026 00:00', 'mdy')).toBe(utc('2026-01-02T00:00:00Z'))
  const reader = new TimeReader('dmy')
  const at = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    return reader.read(bytes, 0, bytes.length) ? reader.seconds + reader.fraction : Number.NaN
  }
  expect(at('2026-02-03T10:00:00')).toBe(utc('2026-02-03T10:00:00Z'))
  expect(at('2026-02-03T11:00:00.5')).toBe(utc('2026-02-03T11:00:00.500Z'))
  expect(at('2026-02-04T11:00:00')).toBe(utc('2026-02-04T11:00:00Z'))
  expect(at('2026-02-30T11:00:00')).toBeNaN()
  expect(at('2026-02-04T12:00:00')).toBe(utc('2026-02-04T12:00:00Z'))
  expect(at('04.02.2026 12:00:00')).toBe(utc('2026-02-04T12:00:00Z'))
  expect(at('05.02.2026 12:00:00')).toBe(utc('2026-02-05T12:00:00Z'))
  expect(at('05.02.2027 12:00:00')).toBe(utc('2027-02-05T12:00:00Z'))
})

test('a time is read between its bounds', () => {
  const reader = new TimeReader('dmy')
  const bytes = new TextEncoder().encode('x,2026-02-03T10:20:30.5,y')
  expect(reader.read(bytes, 2, 23)).toBe(true)
  expect(reader.seconds + reader.fraction).toBe(utc('2026-02-03T10:20:30.500Z'))
})

test('times after the same date are read as if each were alone', () => {
  const clocks = [
    '22:00:00',
    '22:00:01.5',
    '23:59:60',
    '24:00:00',
    '25:00:00',
    '10:60:00',
    '10:20:30.',
    '10:20:30 PM',
    '9:20:30',
  ]
  const dates = [
    '4/3/2026 ',
    '04-Mar-2026 ',
    '4/3/2026 ',
    '',
    '4/4/2026 ',
    '4/3/2026 ',
    '5. mars 2026 kl. ',
    '"4/3/2026 ',
    '20260304T',
  ]
  const reader = new TimeReader('dmy')
  for (const date of dates)
    for (const clock of [...clocks, ...clocks]) {
      const bytes = new TextEncoder().encode(`x;${date}${clock};x`)
      const found = reader.read(bytes, 2, bytes.length - 2) ? reader.seconds + reader.fraction : null
      const alone = readTimeText(`${date}${clock}`.replace(/^"(.*)"$/, '$1'), 'dmy')
      expect(found, `${date}${clock}`).toBe(alone && alone.seconds + alone.fraction)
    }
})
