import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasProgram, outputOf } from '../../../test/programs.ts'
import { addDays } from '../due.ts'
import { type CalendarEvent, icalendar } from './icalendar.ts'

const python = ['/usr/bin/python3', 'python3'].find((program) =>
  hasProgram(program, ['-c', 'import icalendar, vobject']),
)
if (!python) console.warn('The calendar is not read by icalendar and vobject: Python or one of them is not installed.')

const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
/** Without a backslash, which icalendar takes for an escape even if it is escaped itself. */
const texts = fc.string({
  unit: fc.constantFrom(',', ';', '\n', ':', '"', ' ', 'n', 'å', '😀', 'BEGIN:VEVENT', '2026'),
})
const event = fc
  .record({
    title: texts,
    from: days,
    length: fc.nat({ max: 40 }),
    status: fc.constantFrom('CONFIRMED', 'TENTATIVE', 'CANCELLED'),
  })
  .map(({ title, from, length, status }): Omit<CalendarEvent, 'uid'> => {
    const first = from.toISOString().slice(0, 10)
    return { title: `S-1: ${title}.`, note: '', from: first, to: addDays(first, length) ?? first, status }
  })

const reader = `
import json, sys
import icalendar, vobject
def one(uid, title, start, end, status):
    return [str(uid), str(title), start.isoformat(), end.isoformat(), str(status)]
found = []
for text in json.load(open(sys.argv[1], encoding='utf-8')):
    by_icalendar = [one(e['UID'], e['SUMMARY'], e['DTSTART'].dt, e['DTEND'].dt, e['STATUS'])
        for e in icalendar.Calendar.from_ical(text).walk('VEVENT')]
    by_vobject = [one(e.uid.value, e.summary.value, e.dtstart.value, e.dtend.value, e.status.value)
        for e in vobject.readOne(text).contents.get('vevent', [])]
    found.append([by_icalendar, by_vobject])
print(json.dumps(found))
`

test.skipIf(!python)('icalendar and vobject read of each visit what was written (needs both)', () => {
  const made = fc.sample(fc.array(event, { maxLength: 5 }), 40)
  const calendars = made.map((events) => events.map((each, at) => ({ ...each, uid: `subject-visit-${at}@casebook` })))
  const folder = mkdtempSync(join(tmpdir(), 'casebook-calendar-'))
  try {
    const file = join(folder, 'calendars.json')
    writeFileSync(
      file,
      JSON.stringify(calendars.map((events) => icalendar('Sleep; 2', events, '2026-11-27T08:30:15Z'))),
    )
    const found = JSON.parse(outputOf(python ?? '', ['-c', reader, file]))
    const written = calendars.map((events) =>
      events.map(({ uid, title, from, to, status }) => [uid, title, from, addDays(to, 1), status]),
    )
    expect(found).toEqual(written.map((events) => [events, events]))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
