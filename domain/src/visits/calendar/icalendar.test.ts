import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, folded, icalendar, textOf } from './icalendar.ts'
import { readStrictly } from './test/strict-reader.ts'

const at = '2026-11-27T08:30:15.123Z'

type Property = { name: string; parameters: string; value: string }

/** Reads a calendar as RFC 5545 says: lines are unfolded, and texts lose their escapes. */
function parse(text: string): { head: Property[]; events: Property[][] } {
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines.pop()).toBe('')
  const properties = lines.map((line) => {
    const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)((?:;[A-Z-]+=[^:;,]+)*):(.*)$/su.exec(line) ?? []
    expect(name, line).not.toBe('')
    return { name, parameters, value }
  })
  expect([properties[0], properties.at(-1)].map((property) => `${property?.name}:${property?.value}`)).toEqual([
    'BEGIN:VCALENDAR',
    'END:VCALENDAR',
  ])
  const head: Property[] = []
  const events: Property[][] = []
  let event: Property[] | undefined
  for (const property of properties.slice(1, -1)) {
    if (property.name === 'BEGIN') event = []
    else if (property.name === 'END') {
      if (property.value === 'VEVENT') events.push(event ?? [])
    } else (event ?? head).push(property)
    if (property.name === 'END') event = undefined
  }
  return { head, events }
}

const plain = (value: string) =>
  value.replace(/\\([\\;,nN])/g, (_, character) => (character.toLowerCase() === 'n' ? '\n' : character))

function eventOf(properties: readonly Property[]): CalendarEvent {
  const of = (name: string) => properties.find((property) => property.name === name)?.value ?? ''
  const day = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
  const after = new Date(`${day(of('DTEND'))}T12:00:00Z`)
  after.setUTCDate(after.getUTCDate() - 1)
  return {
    uid: plain(of('UID')),
    title: plain(of('SUMMARY')),
    note: plain(of('DESCRIPTION')),
    from: day(of('DTSTART')),
    to: after.toISOString().slice(0, 10),
    status: of('STATUS') as CalendarEvent['status'],
  }
}

/** What a person may type, line breaks and marks of the format among it. */
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(',', ';', '\\', '\n', ':', '"', ' ', 'n', 'å', '😀', '\t', 'BEGIN:VEVENT'),
    fc.string(),
  ),
})
/** A text as a calendar can hold it: without control characters, and with one kind of break. */
const held = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
const days = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9000-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const events: fc.Arbitrary<CalendarEvent> = fc
  .record({
    uid: texts,
    title: texts,
    note: texts,
    from: days,
    to: days,
    status: fc.constantFrom('CONFIRMED', 'TENTATIVE', 'CANCELLED'),
  })
  .map(({ from, to, ...event }) => ({ ...event, from: from < to ? from : to, to: from < to ? to : from }))

test('what is written is what is read, whatever people type', () => {
  fc.assert(
    fc.property(texts, fc.array(events, { maxLength: 4 }), (name, all) => {
      const { head, events: found } = parse(icalendar(name, all, at))
      expect(head.find((property) => property.name === 'X-WR-CALNAME')).toMatchObject({ parameters: '' })
      expect(plain(head.find((property) => property.name === 'NAME')?.value ?? '')).toBe(held(name))
      expect(found.map(eventOf)).toEqual(
        all.map(({ uid, title, note, ...event }) => ({
          ...event,
          uid: held(uid),
          title: held(title),
          note: held(note),
        })),
      )
    }),
  )
})

test('no line is longer than 75 octets, and each ends with a carriage return and a line feed', () => {
  fc.assert(
    fc.property(fc.array(events, { minLength: 1, maxLength: 3 }), (all) => {
      const text = icalendar('Study', all, at)
      const lines = text.split('\r\n')
      expect(Math.max(...lines.map((line) => new TextEncoder().encode(line).length))).toBeLessThanOrEqual(75)
      expect(lines.join('')).not.toMatch(/[\r\n]/)
      // No line breaks within a character.
      expect(text).not.toContain('\ufffd')
    }),
  )
  expect(folded('x'.repeat(75))).toBe('x'.repeat(75))
  expect(folded('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`)
  expect(folded(`${'x'.repeat(74)}å`)).toBe(`${'x'.repeat(74)}\r\n å`)
})

test('a strict reader takes every calendar: lines, texts, days, and what a calendar and an event must have', () => {
  fc.assert(
    fc.property(texts, fc.uniqueArray(events, { maxLength: 4, selector: ({ uid }) => held(uid) }), (name, all) => {
      const { components } = readStrictly(icalendar(name, all, at))
      expect(components.filter((component) => component.name === 'VEVENT')).toHaveLength(all.length)
    }),
  )
})

test.each([
  ['a line that ends otherwise', 'VERSION:2.0\r\n', 'VERSION:2.0\n'],
  ['a line that is too long', 'SUMMARY:S-1', `SUMMARY:${'x'.repeat(68)}`],
  ['a character that is not escaped', 'SUMMARY:S-1', 'SUMMARY:S-1; x'],
  ['a day that is none', 'DATE:20261127', 'DATE:20261131'],
  ['an end that is not later', 'DTEND;VALUE=DATE:20261201', 'DTEND;VALUE=DATE:20261127'],
  ['an end of another kind', 'DTEND;VALUE=DATE:20261201', 'DTEND:20261201T000000Z'],
  ['an event that was never made', 'DTSTAMP:20261127T083015Z\r\n', ''],
  ['a time by no clock', 'DTSTAMP:20261127T083015Z', 'DTSTAMP:20261127T083015'],
  ['an event without a name', /UID:.*\r\n/, ''],
  ['a property twice', 'METHOD:PUBLISH', 'METHOD:PUBLISH\r\nMETHOD:PUBLISH'],
  ['a property of nobody', 'TRANSP:', 'COLOUR:'],
  ['a word that means nothing', 'STATUS:TENTATIVE', 'STATUS:DONE'],
  ['a component that does not end', 'END:VEVENT\r\n', ''],
  ['a calendar without any component', /BEGIN:VEVENT.*END:VEVENT\r\n/s, ''],
])('the strict reader refuses %s', (_, right, wrong) => {
  const event = { uid: 'a@casebook', title: 'S-1', note: '', status: 'TENTATIVE' } as const
  const text = icalendar('Sleep', [{ ...event, from: '2026-11-27', to: '2026-11-30' }], at)
  readStrictly(text)
  const broken = text.replace(right, wrong)
  expect(broken).not.toBe(text)
  expect(() => readStrictly(broken)).toThrow()
})

describe('a calendar', () => {
  const event: CalendarEvent = {
    ...{
      uid: 'subject-visit-1@casebook',
      title: 'S-1: Follow-up, at home',
      note: 'due; window 1–3',
      status: 'TENTATIVE',
    },
    ...{ from: '2026-11-27', to: '2026-11-30' },
  }

  test('is as RFC 5545 writes it', () => {
    expect(icalendar('Sleep', [event], at).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Casebook//Visits//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Sleep',
      'NAME:Sleep',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:subject-visit-1@casebook',
      'DTSTAMP:20261127T083015Z',
      'DTSTART;VALUE=DATE:20261127',
      'DTEND;VALUE=DATE:20261201',
      'SUMMARY:S-1: Follow-up\\, at home',
      'DESCRIPTION:due\\; window 1–3',
      'STATUS:TENTATIVE',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
  })

  test('has a component also without visits', () => {
    const lines = icalendar('Sleep', [], at).split('\r\n')
    expect(lines.filter((line) => /^(BEGIN|END):V/.test(line))).toEqual([
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'END:VTIMEZONE',
      'END:VCALENDAR',
    ])
  })

  test('has no end on the last day there is, which is not later than its beginning', () => {
    const last = { ...event, from: '9999-12-31', to: '9999-12-31' }
    expect(icalendar('Sleep', [last], at)).not.toContain('DTEND')
  })

  test('can’t be left by what people type', () => {
    const title = 'S-1\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:other\u2028x\u0000'
    expect(textOf(title)).toBe('S-1\\nEND:VEVENT\\nBEGIN:VEVENT\\nSUMMARY:other\\nx')
    const text = icalendar('Sleep', [{ ...event, title }], at)
    expect(text.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1)
  })
})
