import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { addPerson, changePerson } from '../../test/beds/people.ts'
import { unscoped } from '../database/unscoped.ts'

let casebook: Casebook
let admin: Person
let study: string
let otherStudy: string
beforeAll(async () => {
  casebook = await startCasebook()
  admin = await casebook.as('admin')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const add = 'mutation ($name: String!) { addStudy(siteid: "oslo", name: $name) { studyid } }'
  study = (await admin.ask(add, { name: 'Walking' })).addStudy.studyid
  otherStudy = (await admin.ask(add, { name: 'Running' })).addStudy.studyid
})
afterAll(() => casebook.stop())

const add = `mutation ($input: TokenInput!) { addToken(input: $input) { token accessToken { tokenid prefix scopes studies expires_at last_used_at } } }`

async function tokenOf(person: Person, input: Record<string, unknown> = {}) {
  const { addToken } = await person.ask(add, {
    input: { name: 'nightly', scopes: ['read', 'write'], days: 90, ...input },
  })
  return { text: String(addToken.token), ...addToken.accessToken }
}

async function callBy(token: string, query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await fetch(`${casebook.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })
  return { status: answer.status, ...(await answer.json()) }
}

const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.reason

test('a script acts with a token for its owner, without a cookie', async () => {
  const person = await addPerson(casebook, 'Anne', { groups: ['hp'] })
  const token = await tokenOf(person)
  expect(await callBy(token.text, '{ me { sub } listSites { siteid } }')).toMatchObject({
    status: 200,
    data: { me: { sub: person.personid }, listSites: [{ siteid: 'oslo' }] },
  })
})

test('changes made with a token are in the history with its owner and name', async () => {
  const person = await addPerson(casebook, 'Berit', { groups: ['hp'] })
  const token = await tokenOf(person, { name: 'importer' })
  await callBy(
    token.text,
    'mutation ($s: ID!) { addSubjectV2(input: { siteid: "oslo", studyid: $s, identifier: "by token" }) { subjectid } }',
    { s: study },
  )
  const rows = await casebook.services.people
    .selectFrom('history')
    .select(['actor', 'actor_name'])
    .where('actor', '=', person.personid)
    .where('kind', '=', 'subject')
    .execute()
  expect(rows).toEqual([{ actor: person.personid, actor_name: 'Berit (token importer)' }])
})

test('only its hash is stored, and its use is shown', async () => {
  const person = await addPerson(casebook, 'Cato', { groups: ['hp'] })
  const token = await tokenOf(person)
  const { rows } =
    await sql`select access_token::text, (select string_agg(history::text, '') from history) as history from access_token`.execute(
      unscoped(casebook.services.people),
    )
  expect(JSON.stringify(rows)).not.toContain(token.text.slice(12))
  expect(token.last_used_at).toBeNull()
  await callBy(token.text, '{ me { sub } }')
  const list = '{ listTokens { tokenid prefix last_used_at last_used_address } }'
  await until('the use is noted', async () => (await person.ask(list)).listTokens[0].last_used_at !== null)
  const { listTokens } = await person.ask(list)
  expect(listTokens).toEqual([
    {
      tokenid: token.tokenid,
      prefix: token.text.slice(0, 10),
      last_used_at: expect.any(String),
      last_used_address: '127.0.0.1',
    },
  ])
})

test('a token allows only what its scopes include', async () => {
  const person = await addPerson(casebook, 'Dag', { groups: ['hp', 'admin'] })
  const reader = await tokenOf(person, { scopes: ['read'] })
  const writer = await tokenOf(person, { scopes: ['write'] })
  const exporter = await tokenOf(person, { scopes: ['export'] })
  const read = '{ listSites { siteid } }'
  const write = 'mutation { updateSite(siteid: "oslo", name: "Oslo") { siteid } }'
  expect((await callBy(reader.text, read)).errors).toBeUndefined()
  expect(codeOf(await callBy(reader.text, write))).toBe('token.scope')
  expect((await callBy(writer.text, write)).errors).toBeUndefined()
  expect(codeOf(await callBy(writer.text, read))).toBe('token.scope')
  expect(codeOf(await callBy(exporter.text, read))).toBe('token.scope')
})

// No study asks for a signature. A call that signs would be @browserOnly: decision 12.
test('a token closes and reopens a subject of a study without signatures, and the history names it', async () => {
  const person = await addPerson(casebook, 'Elin', { groups: ['hp', 'study:admin'] })
  const { text } = await tokenOf(person, { name: 'closer' })
  const read = (await tokenOf(person, { scopes: ['read'] })).text
  const called = async (query: string, variables: Record<string, unknown>) => {
    const { data, errors } = await callBy(text, query, variables)
    expect(errors).toBeUndefined()
    return data
  }
  const typed = 'mutation ($s: ID!) { addActivityType(studyid: $s, description: "Stairs") { activitytypeid } }'
  const { activitytypeid } = (await called(typed, { s: study })).addActivityType
  const added = 'mutation ($i: AddSubjectV2Input!) { addSubjectV2(input: $i) { subjectid } }'
  const place = { siteid: 'oslo', studyid: study }
  const { subjectid } = (await called(added, { i: { ...place, identifier: 'to close' } })).addSubjectV2
  await called('mutation ($i: ActivityInput!) { addActivity(input: $i) { version } }', {
    i: { subjectid, activitytypeid, startTime: 1, stopTime: 2 },
  })
  const setStatus = 'mutation ($i: UpdateSubjectInput!) { updateSubject(input: $i) { status } }'
  for (const status of ['CLOSED', 'OPEN']) {
    const i = { ...place, subjectid, status }
    expect(codeOf(await callBy(read, setStatus, { i }))).toBe('token.scope')
    expect(await called(setStatus, { i })).toEqual({ updateSubject: { status } })
  }
  const listHistory = `query ($s: ID!, $id: ID!) { listHistory(studyid: $s, subjectid: $id, limit: 2) { actor kind } }`
  const { listHistory: entries } = await person.ask(listHistory, { s: study, id: subjectid })
  expect(entries).toEqual(Array(2).fill({ actor: 'Elin (token closer)', kind: 'subject' }))
})

test('no token administers people, tokens or sessions', async () => {
  const person = await addPerson(casebook, 'Eli', { groups: ['admin', 'hp'] })
  const { text } = await tokenOf(person, { scopes: ['read', 'write', 'export'] })
  const calls = [
    '{ listPeople { sub } }',
    '{ listTokens { tokenid } }',
    '{ listSessions { sessionid } }',
    'mutation { addToken(input: { name: "x", scopes: [read], days: 1 }) { token } }',
    'mutation { endAllSessions }',
    `mutation { deactivatePerson(personid: "${person.personid}") { state } }`,
    'mutation { updateMe(input: { given_name: "E", family_name: "E" }) { sub } }',
    'mutation { resendEmailVerification }',
  ]
  for (const query of calls) expect(codeOf(await callBy(text, query)), query).toBe('token.browser-only')
})

test('a token never has more rights than its owner at that moment', async () => {
  const person = await addPerson(casebook, 'Frode', { groups: ['hp'] })
  const { text } = await tokenOf(person)
  expect((await callBy(text, '{ listSites { siteid } }')).data.listSites).toHaveLength(1)
  await changePerson(casebook, person.personid, { groups: ['hp'], sites: [] })
  expect((await callBy(text, '{ listSites { siteid } }')).data.listSites).toEqual([])
  await changePerson(casebook, person.personid, { groups: [] })
  expect((await callBy(text, '{ listSites { siteid } }')).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  await changePerson(casebook, person.personid, { groups: ['hp'], state: 'deactivated' })
  expect((await callBy(text, '{ me { sub } }')).status).toBe(401)
})

test('a token confined to a study sees nothing else', async () => {
  const person = await addPerson(casebook, 'Grete', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  const { text } = await tokenOf(person, { studies: [study] })
  expect(
    (
      await callBy(
        text,
        `{ listSubjects(studyid: "${study}") { subjectid } getStudy(siteid: "oslo", studyid: "${study}") { name } }`,
      )
    ).data.getStudy,
  ).toEqual({ name: 'Walking' })
  const elsewhere = [
    `{ listSubjects(studyid: "${otherStudy}") { subjectid } }`,
    `{ getStudy(siteid: "oslo", studyid: "${otherStudy}") { name } }`,
    `mutation { updateStudy(siteid: "oslo", studyid: "${otherStudy}", input: { name: "Mine", status: "OPEN" }) { studyid } }`,
    `mutation { addSubjectV2(input: { siteid: "oslo", studyid: "${otherStudy}", identifier: "x" }) { subjectid } }`,
    `mutation { addActivityType(studyid: "${otherStudy}", description: "x") { activitytypeid } }`,
  ]
  for (const query of elsewhere)
    expect((await callBy(text, query)).errors?.[0]?.extensions.code, query).toBe('NOT_FOUND')
  const beyond = [
    '{ listSites { siteid } }',
    '{ getSite(siteid: "oslo") { name studies { name } } }',
    '{ listStudies(siteid: "oslo") { name } }',
    '{ listDevices(siteid: "oslo") { deviceid } }',
    'mutation { addStudy(siteid: "oslo", name: "Third") { studyid } }',
    'mutation { addSite(identifier: "mine", name: "Mine") { siteid } }',
    'mutation { updateSite(siteid: "oslo", name: "Mine") { siteid } }',
    'mutation { addDevice(siteid: "oslo", deviceid: "A1") { deviceid } }',
  ]
  for (const query of beyond) expect(codeOf(await callBy(text, query)), query).toBe('token.confined')
})

test('a token for a study that its owner does not see is refused', async () => {
  const person = await addPerson(casebook, 'Hanne', { groups: ['hp'], sites: [] })
  expect(
    await person.refused(add, { input: { name: 'x', scopes: ['read'], days: 1, studies: [study] } }),
  ).toMatchObject({ code: 'NOT_FOUND', field: 'studies' })
})

test('a token ends when it expires, or its owner or an administrator revokes it', async () => {
  const person = await addPerson(casebook, 'Ivar', { groups: ['hp'] })
  const other = await addPerson(casebook, 'Jorunn', { groups: ['hp'] })
  const [first, second, third] = [await tokenOf(person), await tokenOf(person), await tokenOf(person)]
  const remove = 'mutation ($tokenid: ID!) { removeToken(tokenid: $tokenid) { tokenid } }'
  expect(await other.refused(remove, { tokenid: first.tokenid })).toMatchObject({ code: 'NOT_FOUND' })
  expect(
    await other.refused('query ($p: ID) { listTokens(personid: $p) { tokenid } }', { p: person.personid }),
  ).toMatchObject({ code: 'NOT_FOUND' })
  expect(
    (await admin.ask('query ($p: ID) { listTokens(personid: $p) { tokenid } }', { p: person.personid })).listTokens,
  ).toHaveLength(3)
  await person.ask(remove, { tokenid: first.tokenid })
  await admin.ask(remove, { tokenid: second.tokenid })
  await unscoped(casebook.services.people)
    .transaction()
    .execute(async (tx) => {
      await sql`set local casebook.actor = 'test'`.execute(tx)
      await sql`update access_token set expires_at = now() where tokenid = ${third.tokenid}`.execute(tx)
    })
  for (const { text } of [first, second, third])
    expect(await callBy(text, '{ me { sub } }')).toMatchObject({ status: 401 })
  expect((await person.ask('{ listTokens { tokenid } }')).listTokens).toEqual([])
})

test('an invalid token is refused, even with a valid cookie, and too many tries are blocked for a while', async () => {
  const nurse = await casebook.signIn('nurse')
  const answer = await nurse.call('{ me { sub } }', {}, { authorization: 'Bearer cbk_wrong' })
  expect(answer).toMatchObject({
    status: 401,
    errors: [{ extensions: { code: 'UNAUTHENTICATED', reason: 'token.unknown' } }],
  })
  let limited: Answer | undefined
  for (let tries = 0; tries < 61 && !limited; tries++) {
    const next = await callBy('cbk_wrong', '{ me { sub } }')
    if (next.status === 429) limited = next
  }
  expect(limited?.errors?.[0]?.extensions).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: expect.any(Number),
  })
})
