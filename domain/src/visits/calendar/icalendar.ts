import { addDays } from '../due.ts'

/** A visit as a calendar program shows it: whole days, which block nobody's time. */
export type CalendarEvent = {
  /** The same for the same visit, whatever becomes of it. */
  uid: string
  title: string
  /** What stands below the title. */
  note: string
  /** The first day, and the last one, as yyyy-MM-dd. */
  from: string
  to: string
  /** `CONFIRMED`, or `TENTATIVE` of a visit that has not begun; `CANCELLED` of one that was missed. */
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
}

/** How many octets a line has at most. */
const lineOctets = 75

/** A text as RFC 5545 writes it (3.3.11). Control characters have no place in it; breaks of any kind are one. */
export function textOf(text: string): string {
  return text
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
}

/** How many octets a character has in UTF-8. Thousands of events are written at once. */
function octetsOf(point: number): number {
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

/** Folds a line, so that none is longer than 75 octets, and none breaks within a character (3.1). */
export function folded(line: string): string {
  const whole = line.toWellFormed()
  // A unit of UTF-16 has at most three octets.
  if (whole.length * 3 <= lineOctets) return whole
  let [text, octets] = ['', 0]
  for (const character of whole) {
    const length = octetsOf(character.codePointAt(0) ?? 0)
    if (octets + length > lineOctets) [text, octets] = [`${text}\r\n `, 1]
    text += character
    octets += length
  }
  return text
}

/** A calendar must have a component (3.6), also while it has no visit; Outlook refuses one without any. */
const nothing = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const dateOf = (day: string) => day.replaceAll('-', '')

/** The day after the last one, which must be later than the first (3.8.2.2). The last day that there is has none. */
function endOf(from: string, to: string): string[] {
  const end = addDays(to, 1) ?? to
  return end > from ? [`DTEND;VALUE=DATE:${dateOf(end)}`] : []
}

/**
 * A calendar by RFC 5545. `at`: when it was made, to the second (2026-10-20T08:00:00Z), which tells programs what is newer, without
 * a number in each event. No event has a class: Google Calendar shows of confidential ones that somebody is busy, and nothing else.
 */
export function icalendar(name: string, events: readonly CalendarEvent[], at: string): string {
  const stamp = `${at.replace(/[-:]|\.\d+/g, '').replace(/Z$/, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Casebook//Visits//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${textOf(name)}`,
    `NAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    // The same for Outlook.
    'X-PUBLISHED-TTL:PT1H',
    ...(events.length === 0 ? nothing : []),
    ...events.flatMap(({ uid, title, note, from, to, status }) => [
      'BEGIN:VEVENT',
      `UID:${textOf(uid)}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${dateOf(from)}`,
      ...endOf(from, to),
      `SUMMARY:${textOf(title)}`,
      ...(note === '' ? [] : [`DESCRIPTION:${textOf(note)}`]),
      `STATUS:${status}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
