import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'

/** Plain http if `ca`, the authority's certificate, is omitted. */
type Target = { port: number; ca?: Buffer; token: string }

/** The outcomes of the calls. */
export type Tally = { answers: number; written: string[]; bad: string[]; repeated: number }

/** How long a call without a proper answer is retried with the same idempotency key. */
const repeatMs = 60_000

/**
 * Calls through many connections at once, until stopped: three reads, then a write. Each call is made once or, with
 * `repeats`, retried until it is answered, as scripts should. A call without a proper answer in the end is bad.
 */
export function hammer({ port, ca, token }: Target, connections: number, { repeats = false } = {}) {
  const run = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 12)
  const { Agent, request } = ca ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...(ca && { ca }) })
  const tally: Tally = { answers: 0, written: [], bad: [], repeated: 0 }
  let isOver = false
  let made = 0

  function send(query: string, key: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      }
      const call = request({ host: '127.0.0.1', port, path: '/graphql', method: 'POST', agent, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
        answer.on('error', reject)
      })
      call.on('error', reject)
      call.end(JSON.stringify({ query }))
    })
  }

  async function work() {
    while (!isOver) {
      made += 1
      const deviceid = made % 4 === 0 ? `${run}N${made}` : undefined
      const query = deviceid
        ? `mutation { addDevice(siteid: "oslo", deviceid: "${deviceid}") { deviceid } }`
        : '{ getSite(siteid: "oslo") { name } }'
      const why = await answerTo(query)
      if (why) tally.bad.push(why)
      else {
        tally.answers += 1
        if (deviceid) tally.written.push(deviceid)
      }
    }
  }

  /** What is wrong with the answer; undefined if it is fine. */
  async function answerTo(query: string): Promise<string | undefined> {
    const key = randomUUID()
    for (const end = Date.now() + repeatMs; ; await wait(100)) {
      const why = await send(query, key).then(
        ({ status, text }) =>
          status === 200 && !text.includes('"errors"') ? undefined : `${status} ${text.slice(0, 200)}`,
        String,
      )
      if (!why || !repeats || Date.now() > end) return why
      tally.repeated += 1
    }
  }

  const working = Array.from({ length: connections }, work)
  return {
    tally,
    async stop(): Promise<Tally> {
      isOver = true
      await Promise.all(working)
      agent.destroy()
      return tally
    },
  }
}
