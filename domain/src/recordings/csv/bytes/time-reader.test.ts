import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DateOrder, readTimeText, TimeReader } from './time-reader.ts'

function read(text: string, order: DateOrder = 'dmy'): number {
  const reader = new TimeReader(order)
  const bytes = new TextEncoder().encode(text)
  return reader.read(bytes, 0, bytes.length) ? reader.seconds + reader.fraction : Number.NaN
}

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
