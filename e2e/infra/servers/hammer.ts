import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openHttp1, openHttp2, type Target } from './lines.ts'

/** The outcomes of the calls. */
export type Tally = {
  answers: number
  written: string[]
  bad: string[]
  repeated: number
  /** HTTP/2 connections that the other side ended. */
  ended: number
}

/** How long a call without a proper answer is retried with the same idempotency key. */
const repeatMs = 60_000

/**
 * Calls through many connections at once, until stopped: three reads, then a write. Each call is made once or, with
 * `repeats`, retried until it is answered, as scripts should. A call without a proper answer in the end is bad. With `isHttp2`, the
 * calls share one HTTP/2 connection.
 */
export function hammer(target: Target, connections: number, { repeats = false, isHttp2 = false } = {}) {
  const run = randomUUID().replaceAll('-', '').toUpperCase().slice(0, 12)
  const tally: Tally = { answers: 0, written: [], bad: [], repeated: 0, ended: 0 }
  const onEnded = () => {
    tally.ended += 1
  }
  const line = isHttp2 ? openHttp2(target, onEnded) : openHttp1(target, connections)
  let isOver = false
  let made = 0

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
      const why = await line
        .send(query, key)
        .then(
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
      line.close()
      return tally
    },
  }
}
