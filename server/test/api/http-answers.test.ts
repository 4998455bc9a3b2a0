import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerWebApp } from '../../src/http/web/web-app.ts'
import { type Casebook, type Person, personIn, startCasebook } from '../beds/casebook.ts'
import { openLive, until } from '../beds/live.ts'
import { bearer } from '../beds/tokens.ts'

let casebook: Casebook
beforeAll(async () => {
  casebook = await startCasebook()
})
afterAll(() => casebook.stop())

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

/** `fetch` would normalise such URLs before it sends them. */
function send(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { hostname, port } = new URL(casebook.origin)
  const { method = 'GET', headers = {}, body } = options
  return new Promise<Raw>((resolve, reject) => {
    const call = request({ hostname, port, path, method, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

test.each(['/%', '/%zz', '/assets/%'])(
  'an address that can’t be read (%s) is answered with every security header',
  async (path) => {
    const { status, headers, body } = await send(path)
    expect(status).toBe(400)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(JSON.parse(body).errors[0].extensions).toMatchObject({ code: 'BAD_INPUT', reason: 'request.unreadable' })
  },
)

/** What the server answers to these bytes, which need not be HTTP. */
function sendBytes(bytes: string) {
  const { hostname, port } = new URL(casebook.origin)
  return new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('error', () => undefined).on('close', () => resolve(text))
    socket.setEncoding('utf8').on('data', (part) => {
      text += part
    })
  })
}

test.each([
  [400, 'NONSENSE\r\n\r\n'],
  [400, 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n'],
  [431, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
])('what is no request is answered %i with every security header', async (status, bytes) => {
  const answer = await sendBytes(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const header of ['x-content-type-options: nosniff', 'x-frame-options: DENY', 'referrer-policy: no-referrer'])
    expect(answer).toContain(header)
  expect(answer).toContain('"reason":"request.unreadable"')
})

test.each(['/api', '/api/subjects', '/graphql/nothing', '/auth/nothing', '/assets/nothing.js'])(
  'an unknown %s is 404, not the page',
  async (path) => {
    const { status, body } = await send(path)
    expect(status).toBe(404)
    expect(JSON.parse(body).errors[0].extensions.code).toBe('NOT_FOUND')
  },
)

test('the page is served with its policy and its placeholders replaced, also at /index.html', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script nonce="__CSP_NONCE__"></script>__STUDY_TIMEZONE__')
  const app = Fastify()
  registerWebApp(app, { folder, uploadOrigins: [], studyTimezone: 'Europe/Oslo' })
  for (const url of ['/', '/index.html', '/index.html?x=1', '/studies/x/subjects']) {
    const { statusCode, headers, body } = await app.inject({ url })
    expect(statusCode, url).toBe(200)
    expect(headers['content-security-policy'], url).toContain("default-src 'none'")
    expect(headers['content-security-policy'], url).toContain(
      "require-trusted-types-for 'script'; trusted-types default",
    )
    expect(headers['content-security-policy'], url).toMatch(/; report-uri \/policy-reports$/)
    expect(body, url).toMatch(/nonce="[A-Za-z0-9+/=]{24}"/)
    expect(body, url).toContain('Europe/Oslo')
  }
  await app.close()
  await rm(folder, { recursive: true })
})

test('the web app is served as it was when the server started, also when another build has taken its place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-built-'))
  const build = async (name: string) => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(join(folder, 'assets'), { recursive: true })
    await writeFile(join(folder, 'index.html'), `<script src="/assets/${name}.js"></script>`)
    await writeFile(join(folder, 'assets', `${name}.js`), `'${name}'`)
    await writeFile(join(folder, 'assets', `${name}.js.gz`), gzipSync(`'${name}'`))
    await writeFile(join(folder, 'casebook.svg'), '<svg/>')
  }
  await build('one')
  const app = Fastify()
  registerWebApp(app, { folder, uploadOrigins: [], studyTimezone: 'Europe/Oslo' })
  await app.ready()
  await build('other')
  const { body } = await app.inject({ url: '/studies' })
  expect(body).toContain('/assets/one.js')
  const script = await app.inject({ url: '/assets/one.js', headers: { 'accept-encoding': 'br, gzip' } })
  // There is none for Brotli.
  expect([script.statusCode, script.body]).toEqual([200, `'one'`])
  const packed = await app.inject({ url: '/assets/one.js?x=1', headers: { 'accept-encoding': 'gzip' } })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(`'one'`)
  expect(packed.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(script.headers.etag).not.toBe(packed.headers.etag)
  const known = { 'accept-encoding': 'gzip', 'if-none-match': `"x", W/${packed.headers.etag}` }
  const again = await app.inject({ url: '/assets/one.js', headers: known })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const head = await app.inject({ method: 'HEAD', url: '/casebook.svg' })
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '6'])
  expect(head.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=3600' })
  for (const url of ['/assets/other.js', '/assets/one.js.gz'])
    expect((await app.inject({ url })).statusCode, url).toBe(404)
  await app.close()
  await rm(folder, { recursive: true })
})

test('a call without a session or with a wrong token receives a challenge', async () => {
  const call = (headers: Record<string, string>) =>
    send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"query":"{ me { sub } }"}',
    })
  const guest = await call({ 'sec-fetch-site': 'same-origin' })
  expect([guest.status, guest.headers['www-authenticate']]).toEqual([401, 'Bearer realm="casebook"'])
  const wrong = await call({ authorization: 'Bearer cbk_nothing' })
  expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="casebook", error="invalid_token"',
  ])
})

test('refusals of /auth have the form of the catalogue', async () => {
  const big = await send('/auth/backchannel-logout', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `logout_token=${'x'.repeat(2_000_000)}`,
  })
  expect(big.status).toBe(413)
  expect(JSON.parse(big.body).errors[0].extensions.reason).toBe('request.unreadable')
  const other = await send('/auth/sign-out', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' })
  expect(other.status).toBe(415)
  expect(JSON.parse(other.body)).not.toHaveProperty('statusCode')
})

test('a refused socket receives the reason in the form of the catalogue', async () => {
  const handshake = (path: string, headers: Record<string, string> = {}) =>
    send(path, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': 'graphql-transport-ws',
        ...headers,
      },
    })
  const guest = await handshake('/graphql', { origin: casebook.origin })
  expect(guest.status).toBe(401)
  expect(guest.headers['www-authenticate']).toContain('Bearer')
  expect(JSON.parse(guest.body).errors[0].extensions.code).toBe('UNAUTHENTICATED')
  const other = await handshake('/graphql', { origin: 'https://evil.example' })
  expect([other.status, JSON.parse(other.body).errors[0].extensions.reason]).toEqual([403, 'call.cross-origin'])
  const nowhere = await handshake('/elsewhere', { origin: casebook.origin })
  expect([nowhere.status, JSON.parse(nowhere.body).errors[0].extensions.code]).toEqual([404, 'NOT_FOUND'])
})

test('suggestions of similar names are given in local mode and not in production', async () => {
  const script = await bearer(await casebook.as('nurse'), { scopes: ['read'] })
  const production = await startCasebook(
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://casebook.example',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'casebook',
      OIDC_CLIENT_SECRET: 'a secret that nothing is asked for here',
    },
    casebook,
  )
  const there = personIn(script.browser, production.origin)
  // A field, an argument, a type, an input field and a value that resemble others.
  const restore = 'mutation ($kind: RemovedKind!) { restoreRemoved(kind: $kind, id: "x") { id } }'
  const documents: [string, Record<string, unknown>, string][] = [
    ['{ listSite { siteid } }', {}, 'Cannot query field'],
    ['{ listStudies(siteids: "x") { studyid } }', {}, 'Unknown argument'],
    ['query ($s: Ints) { listStudies(siteid: $s) { studyid } }', {}, 'Unknown type'],
    ['mutation { addSubjectV2(input: { sitid: "x" }) { subjectid } }', {}, 'is not defined by type'],
    [restore, { kind: 'SITES' }, 'does not exist in'],
  ]
  for (const [query, variables, says] of documents) {
    const messages = async (person: Person) =>
      (await person.call(query, variables)).errors?.map(({ message }) => message).join()
    expect(await messages(script)).toContain('Did you mean')
    expect(await messages(there)).toContain(says)
    expect(await messages(there)).not.toContain('Did you mean')
  }
  const said = async (person: Person) => {
    const live = openLive(person)
    const { codes } = live.watch('onSitesUpdates', {}, 'subscription { onSitesUpdate { id } }')
    await until('the refusal comes', () => codes.length > 0)
    await live.close()
    return codes.join()
  }
  expect(await said(script)).toContain('Did you mean')
  expect(await said(there)).toBe('Cannot query field "onSitesUpdate" on type "Subscription".')
  await production.stop()
})
