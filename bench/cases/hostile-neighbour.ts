import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bed } from '../beds/bed.ts'
import { pick } from '../beds/pick.ts'
import { addReaders } from '../beds/readers.ts'
import { startCasebook } from '../beds/servers.ts'
import { prepareLoad } from '../load/load.ts'
import type { Finding } from '../report/report.ts'

type Headers = Record<string, string>

/** Sent from a separate process, so that the cost of reading responses is not counted as waiting time of others. */
const flood = { connections: 20, seconds: 120 }
const reads = 400

/**
 * The service for others while one person floods the server: reads of one subject after another and `/ready`, first
 * without load and then under each of two attacks. The expensive call is as expensive as the limits allow. The server
 * is a second one with the usual limits, since the first has none.
 */
export const hostileNeighbour = {
  name: 'hostile-neighbour',
  async run(bed: Bed): Promise<Finding[]> {
    const usual = await startCasebook(bed.urls, bed.dataDir, { CALLS_PER_MINUTE: '6000' })
    try {
      return await measure({ ...bed, casebook: { ...bed.casebook, ...usual } })
    } finally {
      await usual.stop()
    }
  },
}

async function measure(bed: Bed): Promise<Finding[]> {
  const { tenThousand, thousand } = bed.studies
  const [reader, attacker] = await addReaders(bed, 2)
  if (!reader || !attacker) throw new Error('no readers')
  const read = () => readSubjects(bed, reader)
  await read()
  const quiet = await read()
  const flat = `listSubjects(studyid: "${tenThousand.studyid}") { subjectid identifier status }`
  const nested = `listSubjects(studyid: "${thousand.studyid}") { subjectid activities { activitytypeid referenceData { filename } } }`
  const attacks = { 'flat lists of 10,000': times(29, flat), 'nested lists of 1,000': times(19, nested) }
  const findings: Finding[] = [{ name: 'a subject read, without other load', measured: percentiles(quiet), goal: '' }]
  for (const [name, query] of Object.entries(attacks)) {
    const attack = prepareLoad({ ...bed.casebook, people: [attacker] }, { lot: [JSON.stringify({ query })] }, flood)
    await attack.ready
    const attacked = attack.go()
    await wait(1_000)
    const under = await read()
    const ready = await timesOf(30, () => call(bed.casebook.origin, '/ready', reader))
    attack.stop()
    const { answered, refused, cut } = await attacked
    findings.push({
      name: `the same while one person has ${flood.connections} calls of ${name} in flight; ${answered - refused} answered, ${refused} refused, ${cut} cut off`,
      measured: `${percentiles(under)}; ${(at(under, 0.99) / at(quiet, 0.99)).toFixed(1)} × of quiet`,
      goal: 'p99 within 3 ×',
    })
    findings.push({ name: '/ready meanwhile', measured: percentiles(ready), goal: '' })
  }
  return findings
}

function times(count: number, field: string): string {
  return `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')} }`
}

function readSubjects({ casebook, studies }: Bed, headers: Headers): Promise<number[]> {
  const bodies = pick(studies.hundred.subjectids, 100).map((subjectid) => {
    const query = `query ($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) { subjectid identifier status } }`
    return JSON.stringify({ query, variables: { studyid: studies.hundred.studyid, subjectid } })
  })
  let next = 0
  return timesOf(reads, () => call(casebook.origin, '/graphql', headers, bodies[next++ % bodies.length]))
}

/** In ms, one after another with pauses, like a person at a screen. */
async function timesOf(count: number, work: () => Promise<number>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    const status = await work()
    if (status !== 200) throw new Error(`answered ${status}`)
    taken.push(performance.now() - began)
    await wait(5)
  }
  return taken
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

function call(origin: string, path: string, headers: Headers, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { agent, method: body ? 'POST' : 'GET', headers: { ...headers, accept: 'application/json' } }
    const asked = request(`${origin}${path}`, options, (answer) => {
      answer.on('data', () => undefined).on('end', () => resolve(answer.statusCode ?? 0))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

function at(taken: readonly number[], share: number): number {
  const sorted = taken.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function percentiles(taken: readonly number[]): string {
  return `p50 ${at(taken, 0.5).toFixed(1)} ms, p99 ${at(taken, 0.99).toFixed(1)} ms`
}
