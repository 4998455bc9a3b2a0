// Measures what somebody at a screen feels, in a process of its own: reads one subject after another with short pauses.
// Started by probe.ts, which writes a Probe on the first line and then "go" for each measurement.
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import type { Probe, Probed } from './probe.ts'

const pauseMs = 5

const lines = createInterface(process.stdin)[Symbol.asyncIterator]()
const nextLine = async () => (await lines.next()).value ?? ''
const probe: Probe = JSON.parse(await nextLine())
const agent = new Agent({ keepAlive: true, maxSockets: probe.people.length })
console.log('ready')

while ((await nextLine()) === 'go') {
  const end = performance.now() + probe.seconds * 1000
  const taken = (await Promise.all(probe.people.map((headers, place) => readUntil(end, headers, place)))).flat()
  taken.sort((one, other) => one - other)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN
  const probed: Probed = { calls: taken.length, p50: at(0.5), p99: at(0.99), longest: at(1) }
  console.log(JSON.stringify(probed))
}
process.exit()

async function readUntil(end: number, headers: Record<string, string>, place: number): Promise<number[]> {
  const taken: number[] = []
  for (let next = place; performance.now() < end; next += probe.people.length) {
    const began = performance.now()
    const status = await call(headers, probe.bodies[next % probe.bodies.length] ?? '')
    if (status !== 200) throw new Error(`A reader was answered ${status}.`)
    taken.push(performance.now() - began)
    await wait(pauseMs)
  }
  return taken
}

function call(headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, method: 'POST', headers: { ...headers, accept: 'application/json' } }
    const asked = request(`${probe.origin}/graphql`, options, (answer) => {
      answer.on('data', () => undefined).on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
