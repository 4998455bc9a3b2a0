// A load generator that uses little processor time: plain sockets, requests prepared in advance, and answers that are
// only counted, by their Content-Length. Started by load.ts, which writes a Job on the first line, a body on each
// following line, then "go", and "stop" to end early.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { Job, Load } from './load.ts'

const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
const nextLine = async () => (await lines.next()).value ?? ''
const job: Job = JSON.parse(await nextLine())
const requests: Buffer[] = []
for (let at = 0; at < job.bodies; at++) requests.push(requestOf(await nextLine()))

const answered: number[] = []
let answeredInTime = 0
let refused = 0
let cut = 0
let firstRefusal = ''
let sent = 0
let end = Number.POSITIVE_INFINITY

const clients = await Promise.all(Array.from({ length: job.connections }, (_, number) => open(headOf(number))))
console.log('ready')
await nextLine()
const cpuBefore = process.cpuUsage()
const began = performance.now()
end = began + job.seconds * 1000
nextLine().then(() => {
  end = Math.min(end, performance.now())
})
await Promise.all(clients.map((run) => run()))
const { user, system } = process.cpuUsage(cpuBefore)
const took = Math.min(performance.now(), end) - began
answered.sort((one, other) => one - other)
const at = (share: number) => answered[Math.min(answered.length - 1, Math.floor(answered.length * share))] ?? Number.NaN
const load: Load = {
  answered: answered.length,
  refused,
  cut,
  firstRefusal,
  perSecond: (answeredInTime * 1000) / took,
  p50: at(0.5),
  p99: at(0.99),
  clientCpu: (user + system) / 1000 / Math.max(1, answered.length),
}
console.log(JSON.stringify(load))
process.exit()

function requestOf(body: string): Buffer {
  const bytes = Buffer.from(body)
  return Buffer.concat([Buffer.from(`content-length: ${bytes.length}\r\n\r\n`), bytes])
}

/** What stands before each request of a connection. */
function headOf(connection: number): Buffer {
  const headers = { ...job.people[connection % job.people.length], host: `${job.host}:${job.port}` }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST ${job.path} HTTP/1.1\r\n${lines.join('')}`)
}

/** What a connection sends next; undefined if the time is over or everything was sent. */
function nextRequest(place: number): Buffer | undefined {
  if (performance.now() >= end || (job.once && sent >= requests.length)) return undefined
  return job.once ? requests[sent++] : requests[place % requests.length]
}

/** Opens a connection that sends one request after another. If the server closes it, it is reopened. */
async function open(head: Buffer): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Each connection starts at a different body, so that they do not all send the same one at once.
  let place = Math.floor(Math.random() * requests.length)
  let sentAt = 0
  const reader = makeReader(() => {
    const now = performance.now()
    answered.push(now - sentAt)
    if (now <= end) answeredInTime++
    send()
  })
  let socket = await connectTo(reader)
  watch()

  function watch() {
    socket.on('error', () => undefined)
    socket.once('close', async () => {
      if (performance.now() >= end) return resolve()
      cut++
      reader.reset()
      socket = await connectTo(reader)
      watch()
      send()
    })
  }

  function send() {
    const request = nextRequest(place++)
    if (!request) return resolve()
    sentAt = performance.now()
    // Both in one packet.
    socket.cork()
    socket.write(head)
    socket.write(request)
    socket.uncork()
  }

  return () => {
    send()
    return promise
  }
}

type Reader = ReturnType<typeof makeReader>

async function connectTo(reader: Reader): Promise<Socket> {
  const onread = {
    buffer: Buffer.allocUnsafe(262_144),
    callback(length: number, bytes: Uint8Array) {
      reader.take(Buffer.from(bytes.buffer, bytes.byteOffset, length))
      return true
    },
  }
  const socket = connect({ host: job.host, port: job.port, noDelay: true, onread })
  await once(socket, 'connect')
  return socket
}

/** Reads responses, but only their lengths and whether they are refusals. Calls `whole` after each. */
function makeReader(whole: () => void) {
  let missing = 0
  let head: Buffer | undefined

  /** The number of bytes of the body still expected; undefined if the head is incomplete. */
  function readHead(bytes: Buffer): number | undefined {
    const known = head ? Buffer.concat([head, bytes]) : bytes
    const bodyAt = known.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) {
      head = Buffer.from(known)
      return undefined
    }
    head = undefined
    const text = known.toString('latin1', 0, bodyAt)
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
    if (length === undefined) throw new Error(`An answer does not say how long it is: ${text}`)
    // "HTTP/1.1 200 OK"; a response that contains only errors begins with them.
    const isFine = text.startsWith('200', 9) && known.toString('latin1', bodyAt, bodyAt + 9) !== '{"errors"'
    if (!isFine) {
      refused++
      firstRefusal ||= known.toString('utf8', 0, 1000)
    }
    return Number(length) - (known.length - bodyAt)
  }

  return {
    take(bytes: Buffer) {
      const left = missing > 0 ? missing - bytes.length : readHead(bytes)
      if (left === undefined) return
      if (left < 0) throw new Error('An answer is longer than it says.')
      missing = left
      if (left === 0) whole()
    },
    reset() {
      missing = 0
      head = undefined
    },
  }
}
