import { readCsv } from '@casebook/domain/exports/csv/read-csv.ts'
import { csvOf } from '@casebook/domain/exports/csv/write-csv.ts'
import { hostileText } from '@casebook/domain/exports/testing/hostile-text.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../../test/beds/casebook.ts'
import { field, run } from '../../../test/beds/operations.ts'
import { addPerson, changePerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'
import { bearer } from '../../../test/beds/tokens.ts'
import { proveScope, systemActor } from '../../access/scope.ts'
import { unscoped } from '../../database/unscoped.ts'
import { readFeedTables } from './feed.sql.ts'
import { subjectsPerPage } from './feed-route.ts'

let casebook: Casebook
let place: Place
let other: Place
let chief: Person
let token: string

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  other = await makePlace(casebook)
  chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'], sites: 'all' })
  token = await tokenOf(chief, { scopes: ['export'] })
}, 60_000)
afterAll(() => casebook.stop())

const tokenOf = async (person: Person, more: Parameters<typeof bearer>[1]) => (await bearer(person, more)).token

const rootOf = ({ siteid, studyid }: Pick<Place, 'siteid' | 'studyid'>) =>
  `${casebook.origin}/odata/${siteid}/${studyid}/`
const signedIn = (password: string) => ({
  authorization: `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`,
})

async function get(url: string, headers: Record<string, string> = signedIn(token)) {
  const answer = await fetch(url, { headers })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) }
}

type Json = Record<string, string | number | boolean | null>

/** All rows of a table, page by page. */
async function readAll(url: string) {
  const rows: Json[] = []
  let pages = 0
  for (let next: string | undefined = url; next; ) {
    const answer = await get(next)
    expect(answer.status, answer.text).toBe(200)
    const body: { value: Json[]; '@odata.nextLink'?: string } = answer.json()
    rows.push(...body.value)
    pages += 1
    next = body['@odata.nextLink']
  }
  return { rows, pages }
}

test('every page of every table has what the CSV files have, whatever people typed', async () => {
  const { siteid, studyid, activitytypeid } = place
  const fields = [
    field('Note', 'String', { length: 500 }),
    field('Number', 'Number'),
    field('At', 'Time'),
    field('Day', 'Date'),
  ]
  const { formtypeid } = await run(chief, 'addFormType', { studyid, identifier: 'Typed', fields })
  const texts = fc.sample(
    hostileText.filter((text) => text.trim() !== ''),
    { numRuns: subjectsPerPage + 20, seed: 5 },
  )
  for (const [at, note] of texts.entries()) {
    const { subjectid } = await run(chief, 'addSubjectV2', { input: { siteid, studyid, identifier: `P-${at}` } })
    const values = { Note: note, Number: at % 2 ? '1e1' : '-0.5', At: '24:30', Day: '1792497600' }
    const list = Object.entries(values).map(([key, value]) => ({ key, value }))
    if (at % 3 === 0) await run(chief, 'addForm', { input: { subjectid, formtypeid, fields: list } })
    if (at % 4 === 0)
      await run(chief, 'addActivity', {
        input: { subjectid, activitytypeid, startTime: 1792476000, stopTime: 1792476600, comment: note },
      })
  }
  const document = (await get(rootOf(place))).json()
  const scope = proveScope(systemActor('exports'), 'all')
  const { rows: ids } = await sql<{
    subjectid: string
  }>`select subjectid from current_subject where studyid = ${studyid}
    and status <> 'DELETED' order by subjectid collate "C"`.execute(unscoped(casebook.services.people))
  const { db, config } = casebook.services
  const whole = await readFeedTables(
    db,
    scope,
    place,
    ids.map(({ subjectid }) => subjectid),
    config.studyTimezone,
  )
  expect(document.value.map(({ name }: { name: string }) => name)).toEqual(whole.map(({ tableId }) => tableId))
  let paged = 0
  for (const table of whole) {
    const { rows, pages } = await readAll(`${rootOf(place)}${table.tableId}`)
    if (pages > 1) paged += 1
    const [, ...lines] = readCsv((await Array.fromAsync(csvOf(table))).join(''))
    const isText = (type: string) => type === 'text' || type === 'choice'
    const expected = lines.map(({ cells }) =>
      cells.map((cell, at) =>
        isText(table.columns[at]?.type ?? '') ? (cell?.replace(/^'(?=[=+\-@'\t\r])/, '') ?? null) : cell,
      ),
    )
    const found = rows.map((row) =>
      table.columns.map(({ columnId, key, type }) => {
        const value = row[columnId] ?? null
        return (key && value === '') || value === null ? null : type === 'number' ? value : String(value)
      }),
    )
    const numbers = expected.map((cells) =>
      cells.map((cell, at) => (cell !== null && table.columns[at]?.type === 'number' ? Number(cell) : cell)),
    )
    expect([table.tableId, found]).toEqual([table.tableId, numbers])
    expect((await get(`${rootOf(place)}${table.tableId}/$count`)).text).toBe(String(lines.length))
  }
  expect(paged).toBeGreaterThan(2)
  expect(texts.some((text) => /[\r\n"]/.test(text))).toBe(true)
}, 240_000)

test('$select, $top and $count do what OData says, and everything else is refused', async () => {
  const subjects = `${rootOf(place)}subjects`
  const { rows, pages } = await readAll(`${subjects}?$select=identifier,status&$top=${subjectsPerPage + 5}`)
  expect([rows.length, pages]).toEqual([subjectsPerPage + 5, 2])
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['identifier', 'status'])
  const counted = (await get(`${subjects}?$count=true&$top=1`)).json()
  expect(counted['@odata.count']).toBeGreaterThan(subjectsPerPage)
  expect(counted.value).toHaveLength(1)
  expect((await get(`${subjects}?$top=0`)).json().value).toEqual([])
  const refused = [
    '$filter=a eq 1',
    '$skip=1',
    '$orderby=status',
    '$select=nothing',
    '$top=-1',
    '$top=1&$top=2',
    '$skiptoken=%00',
    'a=1',
  ]
  const statuses = await Promise.all(refused.map(async (query) => (await get(`${subjects}?${query}`)).status))
  expect(statuses).toEqual([501, 501, 501, 400, 400, 400, 400, 400])
  expect((await get(`${subjects}?$select=${'a,'.repeat(5_000)}`)).status).toBe(414)
  expect((await get(`${rootOf(place)}nothing`)).status).toBe(404)
  expect((await get(`${rootOf(place)}subjects/$count/1`)).status).toBe(404)
})

test('$metadata describes each table with a key, and the feed says which version of OData it is', async () => {
  const answer = await get(`${rootOf(place)}$metadata`)
  expect(answer.headers.get('odata-version')).toBe('4.0')
  expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
  expect((await get(rootOf(place).slice(0, -1))).json()).toEqual((await get(rootOf(place))).json())
  for (const { name } of (await get(rootOf(place))).json().value) {
    expect(answer.text).toContain(`<EntitySet Name="${name}" EntityType="Casebook.${name}">`)
    expect(answer.text).toMatch(new RegExp(`<EntityType Name="${name}"><Key><PropertyRef`))
  }
})

test('a token is the password; the feed has no session, and no more than the token and its owner may export', async () => {
  const url = `${rootOf(place)}subjects`
  const unsigned = await get(url, {})
  expect([unsigned.status, unsigned.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="casebook", charset="UTF-8"',
  ])
  expect((await chief.browser.fetch(url)).status).toBe(401)
  expect((await get(url, signedIn('wrong'))).status).toBe(401)
  expect((await get(url, { authorization: `Basic ${'A'.repeat(3_000)}` })).status).toBe(401)
  expect((await get(url, { authorization: `Bearer ${token}` })).status).toBe(200)

  const reading = await tokenOf(chief, { scopes: ['read'] })
  expect((await get(url, signedIn(reading))).status).toBe(403)
  const confined = await tokenOf(chief, { scopes: ['export'], studies: [other.studyid] })
  expect((await get(url, signedIn(confined))).status).toBe(404)
  expect((await get(`${rootOf(other)}subjects`, signedIn(confined))).status).toBe(200)
  expect((await get(`${rootOf({ siteid: other.siteid, studyid: place.studyid })}subjects`)).status).toBe(404)

  const leaving = await addPerson(casebook, 'Leaving', { groups: ['study:admin'], sites: [place.siteid] })
  const kept = await tokenOf(leaving, { scopes: ['export'] })
  expect((await get(url, signedIn(kept))).status).toBe(200)
  await changePerson(casebook, leaving.personid, { groups: ['hp'], sites: [place.siteid] })
  expect((await get(url, signedIn(kept))).status).toBe(403)
})

test('reading the feed is in the history, also of who begins with a page of their own', async () => {
  const reader = await addPerson(casebook, 'Sly', { groups: ['study:admin'], sites: [place.siteid] })
  const own = signedIn(await tokenOf(reader, { scopes: ['export'] }))
  expect((await get(`${rootOf(place)}subjects?$skiptoken=!`, own)).json().value.length).toBeGreaterThan(0)
  const accesses = await run(chief, 'listExportAccesses', { siteid: place.siteid, studyid: place.studyid })
  expect(accesses.filter(({ by }: { by: string }) => by.startsWith('Sly'))).toHaveLength(1)
})

test('reading the feed is in the history, once an hour, and listed with what else was taken out', async () => {
  const reader = await addPerson(casebook, 'Reader', { groups: ['study:admin'], sites: [place.siteid] })
  const own = signedIn(await tokenOf(reader, { scopes: ['export'] }))
  for (const table of ['subjects', 'activities', 'subjects'])
    expect((await get(`${rootOf(place)}${table}`, own)).status).toBe(200)
  const accesses = await run(chief, 'listExportAccesses', { siteid: place.siteid, studyid: place.studyid })
  expect(
    accesses.filter(({ by }: { by: string }) => by.startsWith('Reader')).map(({ kind }: { kind: string }) => kind),
  ).toEqual(['FEED'])
})
