import { check, expectNone } from '../checks.ts'
import { makeRandom, type Random } from '../random.ts'
import { sendRaw } from './raw.ts'
import type { Setting } from './setting.ts'
import { hostileTexts } from './values.ts'

type Maker = (host: string, random: Random) => string | Buffer

const call = '{"query":"{ me { sub } }"}'
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const post = (host: string, ...headers: string[]) =>
  `${['POST /graphql HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n`
const paths = [
  '/',
  '/graphql',
  '/auth/session',
  '/auth/callback',
  '/auth/sign-in',
  '/health',
  '/ready',
  '/idp/token',
  '/assets/x.js',
  '/objects/x',
  '/metrics',
]

/** Requests that violate the protocol, or barely comply with it. */
const makers: readonly Maker[] = [
  (_, random) => Buffer.from(Array.from({ length: 1 + random.below(4_000) }, () => random.below(256))),
  () => '\r\n\r\n\r\n',
  () => 'GET /\r\n\r\n',
  (host) => lines('GET / HTTP/9.9', `Host: ${host}`),
  (host) => lines('get / http/1.1', `Host: ${host}`),
  (host) => lines('PRI * HTTP/2.0', `Host: ${host}`, '', 'SM'),
  (host, random) =>
    lines(
      `${random.pick(['TRACE', 'CONNECT', 'DELETE', 'PUT', 'PATCH', 'PROPFIND', 'OPTIONS', 'HEAD', 'BREW'])} ${random.pick(paths)} HTTP/1.1`,
      `Host: ${host}`,
    ),
  () => lines('GET / HTTP/1.1'),
  () => lines('GET / HTTP/1.1', 'Host: a', 'Host: b'),
  (_, random) =>
    lines(
      'GET /auth/session HTTP/1.1',
      `Host: ${random.pick(['', ' ', 'a b', '[::1', 'x'.repeat(3_000), '\u00e6', 'evil.example', '127.0.0.1:99999', '@', '#', '%00', '[zz]:1'])}`,
    ),
  (host, random) => lines(`GET ${random.pick(paths)}${encodeOdd(random)} HTTP/1.1`, `Host: ${host}`),
  (host, random) => lines(`GET ${random.pick(paths)}?${encodeOdd(random)} HTTP/1.1`, `Host: ${host}`),
  (host, random) =>
    lines(
      `GET ${random.pick(paths)}?returnTo=${encodeOdd(random)}&login_hint=${encodeOdd(random)}&state=${encodeOdd(random)}&code=x HTTP/1.1`,
      `Host: ${host}`,
    ),
  (host) => lines('GET /%ff%fe%00 HTTP/1.1', `Host: ${host}`),
  (host) => lines('GET /../../../../etc/passwd HTTP/1.1', `Host: ${host}`),
  (host) => lines('GET /assets/..%2f..%2f..%2fserver/src/main.ts HTTP/1.1', `Host: ${host}`),
  (host) => lines('GET //evil.example/%2e%2e HTTP/1.1', `Host: ${host}`),
  (host) => lines('GET http://evil.example/ HTTP/1.1', `Host: ${host}`),
  (host) => lines('GET http://[ HTTP/1.1', `Host: ${host}`),
  (host) => lines('GET * HTTP/1.1', `Host: ${host}`),
  (host, random) => lines(`GET /${'a'.repeat(random.below(20_000))} HTTP/1.1`, `Host: ${host}`),
  (host, random) =>
    lines('GET / HTTP/1.1', `Host: ${host}`, ...Array.from({ length: random.below(3_000) }, (_, n) => `X-${n}: ${n}`)),
  (host, random) => lines('GET / HTTP/1.1', `Host: ${host}`, `X: ${'x'.repeat(random.below(30_000))}`),
  (host) => lines('GET / HTTP/1.1', `Host: ${host}`, 'X : y', ': z', 'Folded: a', ' b'),
  (host) => lines('GET / HTTP/1.1', `Host: ${host}`, 'Cookie: \u0000\u0001;=;;=casebook_session'),
  (host, random) =>
    lines(
      'GET / HTTP/1.1',
      `Host: ${host}`,
      `Range: bytes=${random.pick(['-', '9-1', '0-0,0-0,0-0', 'x'])}`,
      `If-None-Match: ${'"'.repeat(99)}`,
      'If-Modified-Since: never',
    ),
  (host) => `${post(host, 'Content-Length: -1')}${call}`,
  (host) => `${post(host, 'Content-Length: 99999999999999999999')}${call}`,
  (host) => `${post(host, 'Content-Length: 5', 'Content-Length: 26')}${call}`,
  (host) => `${post(host, 'Content-Length: 26', 'Transfer-Encoding: chunked')}0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
  (host) => `${post(host, 'Transfer-Encoding: chunked, gzip')}${call}`,
  (host) => `${post(host, 'Transfer-Encoding: chunked')}zz\r\n${call}\r\n0\r\n\r\n`,
  (host) => `${post(host, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n${call}`,
  (host) => `${post(host, 'Transfer-Encoding: chunked')}1a\r\n${call}\r\n0\r\nTrailer: ${'x'.repeat(30_000)}\r\n\r\n`,
  (host) => `${post(host, 'Content-Length: 2000000')}${'x'.repeat(1_100_000)}`,
  (host) => `${post(host, 'Content-Length: 26', 'Expect: 100-continue')}${call}`,
  (host) => `${post(host, 'Content-Length: 26', 'Expect: nonsense')}${call}`,
  (host) =>
    `${post(host, 'Content-Length: 26', 'Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__')}${call}`,
  (host) => `${post(host, 'Content-Length: 26')}${call}${post(host, 'Content-Length: 26')}${call}`.repeat(50),
  (host) => post(host, 'Content-Length: 26').slice(0, 80),
  (host, random) =>
    `${lines(
      `POST ${random.pick(paths)} HTTP/1.1`,
      `Host: ${host}`,
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 3',
    )}a=%`,
  (host, random) =>
    `${lines(
      `POST ${random.pick(paths)} HTTP/1.1`,
      `Host: ${host}`,
      `Content-Type: ${random.pick([';', 'application/json;;', 'a/b; c="', 'text/plain; charset=\u00e6'])}`,
      'Content-Length: 2',
    )}{}`,
]

function encodeOdd(random: Random): string {
  const text = random.pick(hostileTexts).slice(0, 2_000)
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}

/** Broken HTTP on separate connections: refused or cut off, never a 5xx, and complete requests are answered as before. */
export async function breakHttp({ server, people }: Setting, count: number, seed: number): Promise<void> {
  await check(`${count} broken HTTP requests: no 5xx, no crash, nothing of the inside`, async () => {
    const random = makeRandom(seed)
    const host = new URL(server.origin).host
    const wrong: string[] = []
    const statuses = new Map<string, number>()
    let sent = 0
    const sender = async () => {
      while (sent++ < count) {
        const bytes = random.pick(makers)(host, random)
        const { text, status, milliseconds } = await sendRaw(server.origin, bytes, {
          hangUp: random.chance(0.15),
          timeoutMs: 400,
        })
        const kind = status === undefined ? 'cut off' : String(status)
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
        // The protocol itself defines 501 for unknown methods and 505 for unknown versions.
        const isWrong = status !== undefined && status >= 500 && status !== 501 && status !== 505
        if (isWrong || /node_modules|root:x:|startServer/.test(text)) {
          wrong.push(
            `${kind} after ${milliseconds.toFixed(0)} ms to ${JSON.stringify(bytes.toString('latin1').slice(0, 700))}: ${text.slice(0, 500)}`,
          )
        }
        if (!server.isRunning())
          throw new Error(`the server is gone after ${JSON.stringify(bytes.toString('latin1').slice(0, 3_000))}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, sender))
    expectNone('wrong answers', wrong)
    await people.get('nurse')?.ask('{ me { sub } }')
    return [...statuses]
      .sort()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')
  })
}
