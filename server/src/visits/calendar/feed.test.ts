import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'
import { bearer } from '../../../test/beds/tokens.ts'
import { systemActor } from '../../access/scope.ts'
import { writePeople } from '../../writes/write.ts'

let casebook: Casebook
let admin: AddedPerson
let nurse: AddedPerson
let place: Place
let visitids: string[]
const isoDay = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Nora', { groups: ['hp'], sites: [place.siteid] })
  const { studyid, subjectid, formtypeid, visitid } = place
  const types = { formtypeids: [], activitytypeids: [] }
  const visits = await run(
    admin,
    'updateVisits',
    {
      studyid,
      visits: [
        { visitid, name: 'First day', day: 0, ...types },
        { name: 'Follow-up; at home, with \\ family', day: 28, daysBefore: 3, daysAfter: 7, ...types },
      ],
    },
    'visitid',
  )
  visitids = visits.map((visit: Place) => visit.visitid)
  const value = String(Date.parse(`${isoDay(-20)}T12:00:00Z`) / 1000)
  await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'date', value }] } })
  await run(nurse, 'updateSubjectVisit', {
    input: { subjectid, visitid, state: 'DONE', date: isoDay(-20), reason: 'Came by taxi', version: 1 },
  })
  await allow(true)
})
afterAll(() => casebook.stop())

const allow = (calendarFeed: boolean) =>
  run(admin, 'updateStudy', {
    siteid: place.siteid,
    studyid: place.studyid,
    input: { name: 'A study of palsy', status: 'OPEN', calendarFeed },
  })
const subscribe = async (person = nurse, days = 365) => {
  const input = { name: 'My calendar', scopes: ['calendar'], studies: [place.studyid], days }
  const { token, accessToken } = await run(person, 'addToken', { input }, 'token accessToken { tokenid }')
  return { token: String(token), tokenid: String(accessToken.tokenid) }
}
async function get(token: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${casebook.origin}/calendar/${token}.ics`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const plain = (text: string) => text.replaceAll('\r\n ', '')

test('a calendar program reads the visits by the address alone: identifiers, and nothing that people wrote', async () => {
  const { subjectid, identifier, visitid } = place
  const { token } = await subscribe()
  const { status, headers, text } = await get(token)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('set-cookie')).toBeNull()
  const compact = (day: string) => day.replaceAll('-', '')
  const lines = plain(text).split('\r\n')
  expect(lines.filter((line) => /^(UID|DTSTART|DTEND|SUMMARY|DESCRIPTION|STATUS)/.test(line))).toEqual([
    `UID:${subjectid}-${visitid}-1@casebook`,
    `DTSTART;VALUE=DATE:${compact(isoDay(-20))}`,
    `DTEND;VALUE=DATE:${compact(isoDay(-19))}`,
    `SUMMARY:${identifier}: First day`,
    'STATUS:CONFIRMED',
    `UID:${subjectid}-${visitids[1]}-1@casebook`,
    `DTSTART;VALUE=DATE:${compact(isoDay(8))}`,
    `DTEND;VALUE=DATE:${compact(isoDay(9))}`,
    `SUMMARY:${identifier}: Follow-up\\; at home\\, with \\\\ family`,
    `DESCRIPTION:${isoDay(5)}/${isoDay(15)}`,
    'STATUS:TENTATIVE',
  ])
  for (const hidden of ['palsy', 'taxi', 'Nora', place.siteid]) expect(text).not.toContain(hidden)
})

test('what has not changed is not sent again', async () => {
  const { token } = await subscribe()
  const { headers, text } = await get(token)
  const tag = headers.get('etag') ?? ''
  expect(text).toMatch(/\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/)
  expect(await get(token, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
  expect(tag).toMatch(/^W\/"/)
  for (const known of [tag.replace('W/', ''), `"before", ${tag}`])
    expect(await get(token, { 'if-none-match': known })).toMatchObject({ status: 304, text: '' })
  const missed = { subjectid: place.subjectid, visitid: visitids[1], state: 'MISSED', reason: 'Moved away' }
  await run(nurse, 'updateSubjectVisit', { input: missed })
  const later = await get(token, { 'if-none-match': tag })
  expect(later.status).toBe(200)
  expect(later.text).toContain('STATUS:CANCELLED')
  expect(later.text).not.toContain('Moved')
})

test('a program may ask first what there is, without the calendar itself', async () => {
  const { token } = await subscribe()
  const { headers, text } = await get(token)
  const asked = await fetch(`${casebook.origin}/calendar/${token}.ics`, { method: 'HEAD' })
  expect([asked.status, await asked.text()]).toEqual([200, ''])
  for (const name of ['content-type', 'etag', 'cache-control']) expect(asked.headers.get(name)).toBe(headers.get(name))
  expect(Number(asked.headers.get('content-length'))).toBe(new TextEncoder().encode(text).length)
  expect((await fetch(`${casebook.origin}/calendar/${token}x.ics`, { method: 'HEAD' })).status).toBe(404)
})

test('the same visit remains the same event, whatever becomes of it', async () => {
  const { token } = await subscribe()
  const eventsOf = async () =>
    new Map(
      plain((await get(token)).text)
        .split('BEGIN:VEVENT')
        .slice(1)
        .map((event) => [/\r\nUID:(.*)\r/.exec(event)?.[1], event] as const),
    )
  const before = await eventsOf()
  expect(before.size).toBe(2)
  // Another day zero, another name and day of the visit, another name of the subject.
  const { siteid, studyid, subjectid, formtypeid, visitid } = place
  const value = String(Date.parse(`${isoDay(-18)}T12:00:00Z`) / 1000)
  await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'date', value }] } })
  await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, identifier: 'Renamed-1' } })
  const types = { formtypeids: [], activitytypeids: [] }
  await run(admin, 'updateVisits', {
    studyid,
    visits: [
      { visitid: visitids[1], name: 'Week 4', day: 30, ...types },
      { visitid, name: 'Day 0', day: 0, ...types },
    ],
  })
  const after = await eventsOf()
  expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
  const moved = after.get(`${subjectid}-${visitids[1]}-1@casebook`)
  expect(moved).toContain('SUMMARY:Renamed-1: Week 4\r\n')
  expect(moved).toContain(`DTSTART;VALUE=DATE:${isoDay(12).replaceAll('-', '')}\r\n`)
})

test('a study that does not allow it has no calendar, and no token for one', async () => {
  const { token } = await subscribe()
  await allow(false)
  expect(await get(token)).toMatchObject({ status: 404 })
  const input = { name: 'x', scopes: ['calendar'], studies: [place.studyid], days: 1 }
  expect(await refusal(nurse, 'addToken', { input })).toMatchObject({ code: 'CONFLICT', reason: 'token.calendar.off' })
  await allow(true)
  expect(await get(token)).toMatchObject({ status: 200 })
  expect(await run(admin, 'getStudy', { siteid: place.siteid, studyid: place.studyid }, 'calendarFeed')).toEqual({
    calendarFeed: true,
  })
  // Another change of the study leaves it.
  const { siteid, studyid } = place
  await run(admin, 'updateStudy', { siteid, studyid, input: { name: 'Renamed', status: 'OPEN' } })
  expect(await get(token)).toMatchObject({ status: 200 })
})

test('a token that is revoked, has expired, or is none, has no calendar, and no program asks for a password', async () => {
  const none = { status: 404, text: 'There is no such calendar.\n' }
  const { token, tokenid } = await subscribe()
  await run(nurse, 'removeToken', { tokenid })
  const revoked = await get(token)
  expect(revoked).toMatchObject(none)
  expect(revoked.headers.get('www-authenticate')).toBeNull()
  expect(await get('cbk_nothing')).toMatchObject(none)
  expect(await get(`${token}x`)).toMatchObject(none)
  const other = await subscribe()
  await writePeople(casebook.services.people, systemActor('tests'), undefined, (tx) =>
    tx
      .updateTable('access_token')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('tokenid', '=', other.tokenid)
      .execute(),
  )
  expect(await get(other.token)).toMatchObject(none)
})

test('a person who loses the site, the group or the access reads nothing', async () => {
  const { token } = await subscribe()
  expect(await get(token)).toMatchObject({ status: 200 })
  await changePerson(casebook, nurse.personid, { groups: ['hp'], sites: [(await makePlace(casebook)).siteid] })
  expect(await get(token)).toMatchObject({ status: 404, text: 'There is no such calendar.\n' })
  await changePerson(casebook, nurse.personid, { groups: ['study:admin'], sites: [place.siteid] })
  expect(await get(token)).toMatchObject({ status: 404 })
  await changePerson(casebook, nurse.personid, { groups: ['hp'], sites: [place.siteid], state: 'deactivated' })
  expect(await get(token)).toMatchObject({ status: 404 })
})

test('a token for a calendar is for one study and nothing else', async () => {
  const { token } = await subscribe()
  const answer = await fetch(`${casebook.origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ listVisits(studyid: "${place.studyid}") { name } }` }),
  })
  expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
  const feed = await fetch(`${casebook.origin}/odata/${place.siteid}/${place.studyid}/`, {
    headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` },
  })
  expect(feed.status).toBe(403)
  // Others do not open a calendar.
  const script = await bearer(nurse, { scopes: ['read', 'export'], studies: [place.studyid] })
  expect(await get(script.token)).toMatchObject({ status: 404 })
  const wanted = (input: object) =>
    refusal(nurse, 'addToken', {
      input: { name: 'x', scopes: ['calendar'], studies: [place.studyid], days: 1, ...input },
    })
  expect(await wanted({ scopes: ['calendar', 'read'] })).toMatchObject({ reason: 'token.calendar', field: 'scopes' })
  expect(await wanted({ studies: null })).toMatchObject({ reason: 'token.calendar', field: 'studies' })
  expect(await wanted({ days: 366 })).toMatchObject({ reason: 'token.days' })
  const elsewhere = await makePlace(casebook)
  expect(await wanted({ studies: [elsewhere.studyid] })).toMatchObject({ code: 'NOT_FOUND' })
})

test('subjects that are deleted are not in it', async () => {
  const { token } = await subscribe()
  const { studyid, subjectid, identifier } = place
  expect((await get(token)).text).toContain(subjectid)
  await run(admin, 'removeSubject', { studyid, subjectid })
  const { status, text } = await get(token)
  expect(status).toBe(200)
  expect(text).not.toContain(subjectid)
  expect(text).not.toContain(identifier)
})
