import { request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { attempt, documentOf, refusal, run } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'

let casebook: Casebook
let nurse: AddedPerson
let cookie: string
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  cookie = `casebook_session=${nurse.browser.cookie('casebook_session')}`
})
afterAll(() => casebook.stop())

const json = { 'content-type': 'application/json' }
const ownPage = { 'sec-fetch-site': 'same-origin' }
/** Requests the standard's content type, with which the status reports the result of the call. */
const standard = { accept: 'application/graphql-response+json' }
const me = JSON.stringify({ query: '{ me { sub } }' })

/** One request to /graphql with exactly these headers; fetch would add some. */
function send(headers: Record<string, string>, body: string, { method = 'POST', path = '/graphql' } = {}) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const call = request(`${casebook.origin}${path}`, { method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

const errorOf = (text: string) => JSON.parse(text).errors[0]

describe('a call from another site', () => {
  test('is answered if it is from our own page, by Sec-Fetch-Site or by Origin', async () => {
    expect(await send({ ...json, ...ownPage, cookie }, me)).toMatchObject({ status: 200 })
    expect(await send({ ...json, origin: casebook.origin, cookie }, me)).toMatchObject({ status: 200 })
  })

  const foreign: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'own' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['nobody knows where', {}],
  ]
  test.each(foreign)('from %s is refused with 403, though its cookie is good', async (_, headers) => {
    const from = { ...headers, ...(headers.origin === 'own' && { origin: casebook.origin }) }
    const { status, text } = await send({ ...json, cookie, ...from }, me)
    expect(status).toBe(403)
    expect(errorOf(text).extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'call.cross-origin' })
  })

  test('allows no other origin to read an answer', async () => {
    const { headers } = await send({ ...json, cookie, origin: 'https://evil.example' }, me)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST', cookie }
    const answer = await send(preflight, '', { method: 'OPTIONS' })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '127.0.0.1@evil.example'])(
    'under the host name %s is nobody',
    async (host) => {
      const { status } = await send({ ...json, ...ownPage, cookie, host }, me)
      expect(status).toBe(401)
    },
  )
})

describe('a call from a page that was loaded for another person', () => {
  const add = JSON.stringify({ query: 'mutation { addSite(identifier: "others", name: "x") { siteid } }' })
  const by = async (headers: Record<string, string>, body = add) => {
    const { status, text } = await send({ ...json, ...ownPage, ...headers }, body)
    return { status, text, reason: JSON.parse(text).errors?.[0].extensions.reason }
  }

  test.each(['somebody', '', ' ', 'NURSE', '%', 'a'.repeat(4_000), "' or true --"])(
    'named %s is refused before anything is done',
    async (person) => {
      const { status, reason, text } = await by({ cookie, 'casebook-person': person })
      expect({ status, reason }).toEqual({ status: 401, reason: 'session.another' })
      expect(text).not.toContain(nurse.personid)
      expect(await run(nurse, 'listSites')).toEqual([])
    },
  )

  test('neither reads nor counts as activity of the other', async () => {
    const other = await addPerson(casebook, 'Ola', { groups: ['hp'] })
    const token = other.browser.cookie('casebook_session') ?? ''
    const { people } = casebook.services
    const before = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await people
      .updateTable('session')
      .set({ last_active_at: before(5) })
      .execute()
    const theirs = { cookie: `casebook_session=${token}` }
    const active = async () =>
      (await people.selectFrom('session').select('sessionid').where('last_active_at', '>', before(1)).execute()).length
    expect(await by({ ...theirs, 'casebook-person': nurse.personid }, me)).toMatchObject({ status: 401 })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await active()).toBe(0)
    expect(await by({ ...theirs, 'casebook-person': encodeURIComponent(other.personid) }, me)).toMatchObject({
      status: 200,
    })
    await vi.waitFor(async () => expect(await active()).toBe(1))
  })

  test('is answered if it names the person of the cookie, by whatever letters, or nobody', async () => {
    const { text } = await by({ cookie }, me)
    const { sub } = JSON.parse(text).data.me
    expect(JSON.parse((await by({ cookie, 'casebook-person': encodeURIComponent(sub) }, me)).text).data.me.sub).toBe(
      sub,
    )
  })
})

describe('what is not a JSON call', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/jsonp',
    'application/json5',
  ])('of content type %s is refused with 415', async (type) => {
    const { status, text } = await send({ 'content-type': type, ...ownPage, cookie }, me)
    expect(status).toBe(415)
    expect(errorOf(text).extensions.code).toBe('BAD_INPUT')
  })

  test('without a content type is refused with 415', async () => {
    expect(await send({ ...ownPage, cookie }, me)).toMatchObject({ status: 415 })
  })

  test.each(['', '{', '[]', 'null', '1', '"{ me { sub } }"', '{}', '{"query":1}', '{"query":"{ me"}', '{"query":""}'])(
    'with the body %s is refused with 400',
    async (body) => {
      const { status, text } = await send({ ...json, ...standard, ...ownPage, cookie }, body)
      expect({ status, errors: JSON.parse(text).errors?.length }).toEqual({ status: 400, errors: 1 })
    },
  )

  test('with invalid UTF-8 is not answered with 500', async () => {
    const answer = await fetch(`${casebook.origin}/graphql`, {
      method: 'POST',
      headers: { ...json, ...ownPage, cookie },
      body: Buffer.concat([Buffer.from('{"query":"{ me { sub } } #'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    })
    expect(answer.status).toBeLessThan(500)
  })

  test('over 1 MB is refused with 413, whatever its content', async () => {
    const body = JSON.stringify({ query: '{ me { sub } }', variables: { filler: 'x'.repeat(1_000_000) } })
    const { status, text } = await send({ ...json, ...ownPage, cookie }, body)
    expect(status).toBe(413)
    expect(errorOf(text).extensions.code).toBe('BAD_INPUT')
  })

  test('of just under 1 MB is answered', async () => {
    const body = JSON.stringify({ query: '{ me { sub } }', variables: { filler: 'x'.repeat(990_000) } })
    expect(await send({ ...json, ...ownPage, cookie }, body)).toMatchObject({ status: 200 })
  })

  test.each(['text/event-stream', 'multipart/mixed', 'text/html', 'image/png'])(
    'to be answered as %s is refused with 406',
    async (accept) => {
      const { status, text } = await send({ ...json, ...ownPage, cookie, accept }, me)
      expect(status).toBe(406)
      expect(errorOf(text).extensions.code).toBe('BAD_INPUT')
    },
  )

  test('is answered in one part, and never cached, whatever else is accepted', async () => {
    for (const accept of [
      'multipart/mixed, application/json',
      'text/event-stream;q=0.9, */*;q=0.1',
      'application/*',
      '',
    ]) {
      const { status, text, headers } = await send({ ...json, ...ownPage, cookie, accept }, me)
      expect(status).toBe(200)
      expect(JSON.parse(text).data.me.sub).toBe(nurse.personid)
      expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    }
  })

  test('with several operations is refused', async () => {
    const { status, text } = await send({ ...json, ...ownPage, cookie }, `[${me},${me}]`)
    expect(status).toBe(400)
    expect(text).not.toContain(nurse.personid)
  })

  test('with a mutation by GET is refused with 405', async () => {
    const query = encodeURIComponent('mutation { addSite(identifier: "byget", name: "x") { siteid } }')
    const { status } = await send({ ...ownPage, cookie }, '', { method: 'GET', path: `/graphql?query=${query}` })
    expect(status).toBe(405)
    expect(await run(nurse, 'listSites')).toEqual([])
  })

  const mutation = JSON.stringify({ query: 'mutation { addSite(identifier: "x", name: "x") { siteid } }' })
  test.each(['PUT', 'PATCH', 'DELETE'])('by %s is not taken', async (method) => {
    const { status } = await send({ ...json, ...ownPage, cookie }, mutation, { method })
    expect([400, 404, 405]).toContain(status)
    expect(await run(nurse, 'listSites')).toEqual([])
  })
})

describe('a query beyond the limits', () => {
  const code = async (query: string) => {
    const { status, errors } = await nurse.call(query, {}, standard)
    return { status, messages: errors?.map(({ message }) => message).join(' ') }
  }

  test('of depth is refused, and of the deepest allowed is answered', async () => {
    const seven = '{ listSites { studies { subjects { forms { formtype { fields { name } } } } } } }'
    expect(await code(seven)).toMatchObject({ status: 200 })
    const eleven = `{ a { b { c { d { e { f { g { h { i { j { k } } } } } } } } } } }`
    expect(await code(eleven)).toEqual({ status: 400, messages: 'The query is nested over 10 levels deep.' })
  })

  test('in nested fragments is counted in full', async () => {
    const fragments = Array.from({ length: 11 }, (_, n) => `fragment f${n} on Site { x { ...f${n + 1} } }`).join(' ')
    expect(await code(`{ listSites { ...f0 } } ${fragments} fragment f11 on Site { siteid }`)).toEqual({
      status: 400,
      messages: 'The query is nested over 10 levels deep.',
    })
  })

  test('of aliases is refused at 31 and answered at 30', async () => {
    const aliased = (count: number) => `{ ${Array.from({ length: count }, (_, n) => `a${n}: me { sub }`).join(' ')} }`
    expect(await code(aliased(30))).toMatchObject({ status: 200 })
    expect(await code(aliased(31))).toEqual({ status: 400, messages: 'The query uses over 30 aliases.' })
  })

  test('of aliases in a mutation is refused before any of it is done', async () => {
    const name = (n: number) => 'abcdefghijklmnopqrstuvwxyz'.charAt(n % 26).repeat(1 + Math.floor(n / 26))
    const adds = Array.from({ length: 31 }, (_, n) => `a${n}: addSite(identifier: "${name(n)}", name: "x") { siteid }`)
    expect(await code(`mutation { ${adds.join(' ')} }`)).toMatchObject({ status: 400 })
    expect(await run(nurse, 'listSites')).toEqual([])
  })

  test('of cost is refused: lists within lists within lists', async () => {
    const everything = 'identifier status version subjectid studyid siteid snapshot'
    const activity =
      'subjectid activitytypeid startTime stopTime comment version referenceData { filename size status }'
    const query = `{ listSites { studies { subjects { ${everything} activities { ${activity} } forms { fields { key value } } devices { deviceid position } } } } }`
    expect(await code(query)).toMatchObject({ status: 200 })
    const twice = Array.from({ length: 10 }, (_, n) => `s${n}: ${query.slice(2, -2)}`).join(' ')
    expect(await code(`{ ${twice} }`)).toEqual({ status: 400, messages: 'The query asks for too much at once.' })
  })

  test.each([
    ['a field 100,000 times', `{ me { ${'sub '.repeat(100_000)} } }`],
    ['a field 2,400 times', `{ me { ${'sub '.repeat(2_400)} } }`],
    ['a field of the schema 2,400 times', `{ __schema { types { ${'name '.repeat(2_400)} } } }`],
    ['an unclosed bracket 400,000 times', `{ me ${'{ '.repeat(400_000)}`],
    ['a list 1,000 deep', `{ getSite(siteid: ${'['.repeat(1_000)}"x"${']'.repeat(1_000)}) { name } }`],
    ['an object 900 deep', `{ getSite(siteid: ${'{a: '.repeat(900)}1${'}'.repeat(900)}) { name } }`],
    ['a list 100,000 deep', `{ getSite(siteid: ${'['.repeat(100_000)}`],
    ['a directive 50,000 times', `{ me ${'@skip(if: false) '.repeat(50_000)} { sub } }`],
    ['a fragment that doubles 30 times', doubling(30)],
    ['a fragment that holds itself', '{ me { ...f } } fragment f on User { sub ...f }'],
    ['two fragments that hold each other', '{ me { ...f } } fragment f on User { ...g } fragment g on User { ...f }'],
    [
      'variables 40,000 times',
      `query (${Array.from({ length: 40_000 }, (_, n) => `$v${n}: Int`).join(' ')}) { me { sub } }`,
    ],
  ])('%s is refused within a second', async (_, query) => {
    const start = performance.now()
    const { status } = await nurse.call(query, {}, standard)
    expect(status).toBe(400)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

async function asSuperuser({ database }: Casebook, statement: string) {
  const client = new pg.Client({ connectionString: database.superuser.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function doubling(times: number): string {
  const fragments = Array.from({ length: times }, (_, n) => `fragment f${n} on User { ...f${n + 1} ...f${n + 1} }`)
  return `{ me { ...f0 } } ${fragments.join(' ')} fragment f${times} on User { sub }`
}

describe('a failure', () => {
  test('has a code, a reason, its params, the field at fault and a sentence', async () => {
    const long = await refusal(nurse, 'addSite', { identifier: 'oslo', name: 'x'.repeat(201) })
    expect(long).toEqual({
      message: 'This text has 201 characters; the maximum is 200.',
      code: 'BAD_INPUT',
      reason: 'text.too-long',
      params: { max: 200, count: 201 },
      field: 'name',
    })
  })

  test('of a variable that GraphQL refuses keeps the form of GraphQL', async () => {
    for (const startTime of [1.5, '1', 1e300, null, {}, [1, 2]]) {
      const input = { subjectid: 's', activitytypeid: 'a', startTime, stopTime: 2 }
      const { data, errors } = await attempt(nurse, 'addActivity', { input })
      expect(data).toBeUndefined()
      expect(errors?.[0]?.message).toContain('$input')
      expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL')
    }
  })

  test('of a literal that GraphQL refuses keeps the form of GraphQL', async () => {
    for (const time of ['1.5', '"1"', '99999999999999999999', 'null', '{}']) {
      const { errors } = await nurse.call(
        `mutation { addActivity(input: { subjectid: "s", activitytypeid: "a", startTime: ${time}, stopTime: 2 }) { version } }`,
      )
      expect(errors?.length).toBeGreaterThan(0)
      for (const error of errors ?? []) expect(error.extensions?.code).not.toBe('INTERNAL')
    }
  })

  test('of an argument that a variable leaves without a value keeps the form of GraphQL', async () => {
    const { errors } = await nurse.call('query ($siteid: ID = "oslo") { getSite(siteid: $siteid) { name } }', {
      siteid: null,
    })
    expect(errors?.[0]?.message).toContain('"siteid"')
    expect(errors?.[0]?.extensions?.code).not.toBe('INTERNAL')
  })

  test('that is unexpected is INTERNAL with an id, without details of the database', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => printed.mockRestore())
    const broken = await startCasebook()
    const admin = await addPerson(broken, 'Ingrid', { groups: ['admin'] })
    await run(admin, 'addSite', { identifier: 'oslo', name: 'Oslo' })
    await asSuperuser(broken, 'alter table device rename to device_that_is_gone')
    for (const [name, variables] of [
      ['listDevices', { siteid: 'oslo' }],
      ['addDevice', { siteid: 'oslo', deviceid: 'A1' }],
    ] as const) {
      const answer = await admin.browser.fetch(`${broken.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: documentOf(name), variables }),
      })
      expect(answer.status).toBe(200)
      const { data, errors } = JSON.parse(answer.body)
      expect(data).toBeNull()
      const [error] = errors ?? []
      expect(error?.extensions).toEqual({
        code: 'INTERNAL',
        reason: 'internal',
        errorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        params: { errorId: error?.extensions.errorId },
      })
      expect(JSON.stringify(errors)).not.toMatch(/relation|device_that|select|insert|sql|\.ts|stack/i)
      // The bed prints the cause, and a call by a person throws it.
      const cause = printed.mock.calls.flat().find((text) => String(text).includes(String(error?.extensions.errorId)))
      expect(cause).toMatch(/^INTERNAL [0-9a-f-]{36}: .*relation "\w*device\w*" does not exist[\s\S]*\n +at /)
      await expect(attempt(admin, name, variables)).rejects.toThrow(/INTERNAL .*relation "\w*device\w*" does not exist/)
    }
    await broken.stop()
  })
})
