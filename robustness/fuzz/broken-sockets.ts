import { randomBytes } from 'node:crypto'
import { check, expectNone } from '../checks.ts'
import { makeRandom, type Random } from '../random.ts'
import { type RawAnswer, sendRaw } from './raw.ts'
import type { Setting } from './setting.ts'
import { hostileTexts } from './values.ts'

type FrameOptions = { opcode?: number; fin?: boolean; reserved?: number; masked?: boolean; claimed?: number }

/** One WebSocket frame, valid or invalid. */
function frame(
  payload: string | Buffer,
  { opcode = 1, fin = true, reserved = 0, masked = true, claimed }: FrameOptions = {},
): Buffer {
  const data = Buffer.from(payload)
  const length = claimed ?? data.length
  const head = [(fin ? 0x80 : 0) | (reserved << 4) | opcode]
  const maskBit = masked ? 0x80 : 0
  if (length < 126) head.push(maskBit | length)
  else if (length < 65_536) head.push(maskBit | 126, length >> 8, length & 255)
  else
    head.push(
      maskBit | 127,
      0,
      0,
      0,
      0,
      (length >>> 24) & 255,
      (length >>> 16) & 255,
      (length >>> 8) & 255,
      length & 255,
    )
  if (!masked) return Buffer.concat([Buffer.from(head), data])
  const mask = randomBytes(4)
  return Buffer.concat([Buffer.from(head), mask, data.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

const init = frame('{"type":"connection_init"}')
const message = (value: unknown) => frame(typeof value === 'string' ? value : JSON.stringify(value))
const subscribe = (query: unknown, more: Record<string, unknown> = {}, id: unknown = 'a') =>
  message({ id, type: 'subscribe', payload: { query, ...more } })

type Maker = (random: Random) => Buffer[]

/** What is sent once a socket is open. */
const makers: readonly Maker[] = [
  (random) => [randomBytes(1 + random.below(3_000))],
  () => [frame('{"type":"connection_init"}', { masked: false })],
  (random) => [frame('x', { reserved: 1 + random.below(7) })],
  (random) => [frame('x', { opcode: random.pick([3, 4, 5, 6, 7, 11, 12, 15]) })],
  () => [frame('x', { opcode: 0 })],
  () => [frame('x', { fin: false }), frame('y', { opcode: 1 })],
  () => [frame('x'.repeat(200), { opcode: 9 })],
  () => [frame('x', { opcode: 9, fin: false })],
  () => [frame(Buffer.from([0xc3, 0x28, 0xa0, 0xff]))],
  () => [frame('x', { claimed: 0x7fffffff })],
  () => [frame('x'.repeat(70_000))],
  () => Array.from({ length: 2_000 }, (_, at) => frame('x'.repeat(40), { opcode: at === 0 ? 1 : 0, fin: false })),
  () => Array.from({ length: 500 }, () => frame('ping', { opcode: 9 })),
  (random) => [frame(Buffer.from(random.pick([[], [3], [3, 231], [0, 0], [255, 255], [3, 232, 0xff]])), { opcode: 8 })],
  () => [frame(randomBytes(100), { opcode: 2 })],
  (random) => [
    message(
      random.pick(['', 'null', '[]', '{}', '{"type":1}', '{"type":"nonsense"}', '{', '"', '{"type":"__proto__"}']),
    ),
  ],
  (random) => [message(random.pick(hostileTexts))],
  () => [subscribe('subscription { onSitesUpdates { id } }')],
  () => [init, init],
  () => [init, message({ type: 'connection_ack' })],
  () => [init, message({ type: 'ping', payload: 'text' }), message({ type: 'pong', payload: [] })],
  () => [message({ type: 'connection_init', payload: { __proto__: null, authorization: 'x'.repeat(9_000) } })],
  () => [
    init,
    subscribe('subscription { onSitesUpdates { id } }'),
    subscribe('subscription { onSitesUpdates { id } }'),
  ],
  () => [init, subscribe('mutation { addSite(identifier: "evil", name: "x") { siteid } }')],
  () => [init, subscribe('{ listSites { siteid } }')],
  () => [init, subscribe('subscription { onSitesUpdates { id } onPeopleUpdates { id } }')],
  () => [init, subscribe('subscription { nothing { id } }')],
  (random) => [
    init,
    subscribe(`subscription { onSubjectsUpdates(studyid: ${JSON.stringify(random.pick(hostileTexts))}) { id } }`),
  ],
  (random) => [
    init,
    subscribe('subscription($s: ID!) { onSubjectsUpdates(studyid: $s) { id } }', {
      variables: { s: random.pick(hostileTexts) },
    }),
  ],
  (random) => [
    init,
    subscribe('subscription($s: ID!) { onSubjectsUpdates(studyid: $s) { id } }', {
      variables: random.pick([null, [], 'x', 1, { s: {} }, { s: null }]),
    }),
  ],
  (random) => [init, subscribe(random.pick([null, 1, {}, [], '', '{'.repeat(5_000)]))],
  (random) => [
    init,
    subscribe(
      'subscription { onSitesUpdates { id } }',
      {},
      random.pick([null, 1, {}, '', '__proto__', 'x'.repeat(9_000)]),
    ),
  ],
  (random) => [
    init,
    subscribe('subscription { onSitesUpdates { id } }', {
      operationName: random.pick([1, {}, 'x', '__proto__']),
      extensions: 'x',
    }),
  ],
  () => [
    init,
    ...Array.from({ length: 300 }, (_, at) => subscribe('subscription { onSitesUpdates { id } }', {}, `s${at}`)),
  ],
  () => [
    init,
    message({ id: 'never', type: 'complete' }),
    message({ id: 'a', type: 'next', payload: {} }),
    message({ id: 'a', type: 'error', payload: [] }),
  ],
  () => [init, subscribe(`subscription { ${'a: onSitesUpdates { id } '.repeat(2_000)} }`)],
]

const badHandshakes: readonly Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { cookie: 'casebook_session=nonsense' },
  { 'sec-websocket-version': '7' },
  { 'sec-websocket-key': 'short' },
  { 'sec-websocket-protocol': 'nonsense' },
  { 'sec-websocket-protocol': '' },
  { 'sec-websocket-protocol': 'graphql-ws, , ,' },
  { 'sec-websocket-extensions': 'permessage-deflate; client_max_window_bits=99999; nonsense="' },
  { upgrade: 'nonsense' },
]

/** Broken handshakes, frames and messages: refused or closed, and the server keeps running. */
export async function breakSockets({ server, people }: Setting, count: number, seed: number): Promise<void> {
  const nurse = people.get('nurse')
  if (!nurse) throw new Error('nobody signed in')
  const { host } = new URL(server.origin)
  const right = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'graphql-transport-ws',
    origin: server.origin,
    cookie: nurse.cookie,
  }
  const handshake = (path: string, headers: Record<string, string>) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )

  await check(`${count} broken sockets: refused or closed, no 5xx, no crash, nothing written`, async () => {
    const random = makeRandom(seed)
    const wrong: string[] = []
    const seen = new Map<string, number>()
    let sent = 0
    const sender = async () => {
      while (sent++ < count) {
        const isHandshake = random.chance(0.2)
        const headers = isHandshake ? { ...right, ...random.pick(badHandshakes) } : right
        const path =
          isHandshake && random.chance(0.3)
            ? random.pick(['/', '/graphql/', '/nothing', '//', '/graphql?x=%'])
            : '/graphql'
        const frames = random.pick(makers)(random)
        const bytes = Buffer.concat([handshake(path, headers), ...(isHandshake ? [] : frames)])
        const answer = await sendRaw(server.origin, bytes, { hangUp: random.chance(0.2), timeoutMs: 400 })
        seen.set(String(answer.status), (seen.get(String(answer.status)) ?? 0) + 1)
        const why = whyWrongSocket(answer)
        if (why) wrong.push(`${why}: ${bytes.toString('latin1').slice(-600)} was answered ${answer.text.slice(-500)}`)
        if (!server.isRunning()) throw new Error(`the server is gone after ${bytes.toString('latin1').slice(0, 3_000)}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, sender))
    expectNone('wrong answers', wrong)
    const { listSites } = await (people.get('admin') ?? nurse).ask('{ listSites { siteid } }')
    if (JSON.stringify(listSites).includes('evil')) throw new Error('a mutation over the socket was done')
    return [...seen]
      .sort()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')
  })
}

function whyWrongSocket({ status, text }: RawAnswer): string | undefined {
  if (status !== undefined && status >= 500) return `status ${status}`
  if (text.includes('"INTERNAL"') || text.includes('node_modules')) return 'INTERNAL'
  return undefined
}
