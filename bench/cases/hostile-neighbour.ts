import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { mainThreadOf } from '../../server/src/rate-limits/main-thread.ts'
import type { Bed } from '../beds/bed.ts'
import { pick } from '../beds/pick.ts'
import { addReaders } from '../beds/readers.ts'
import { startCasebook } from '../beds/servers.ts'
import { siteid } from '../beds/site.ts'
import { prepareLoad } from '../load/load.ts'
import { type Probed, startProber } from '../load/probe.ts'
import type { Finding } from '../report/report.ts'
import { settle, type TurnPlan } from '../report/turns.ts'

/** Sent from a separate process. */
const flood = { connections: 20, seconds: 120 }
/** Other people who read meanwhile, from another one. */
const others = 4
const probesPerSecond = 3
const settlingMs = 1_000
const changesOfLongHistory = 6_000
const accountedCalls = 1_000_000

/** `leastBytes`: an answer with fewer would not be what the attack is about. */
type Attack = { name: string; groups?: string; bodies: string[]; leastBytes?: number }

/**
 * The service for others while one person floods the server: reads of one subject after another, without load and then
 * under each attack, in one run. The attacks are as expensive as the limits allow. The server is a second one with the
 * usual limits, since the first has none. Others are measured for three times the seconds of a turn, each time.
 */
export const hostileNeighbour = {
  name: 'hostile-neighbour',
  async run(bed: Bed, plan: TurnPlan): Promise<Finding[]> {
    const usual = await startCasebook(bed.urls, bed.dataDir, { CALLS_PER_MINUTE: '6000' })
    try {
      const findings = await measure(
        { ...bed, casebook: { ...bed.casebook, ...usual } },
        plan.seconds * probesPerSecond,
      )
      return [...findings, await measureAccounting()]
    } finally {
      await usual.stop()
    }
  },
}

async function measure(bed: Bed, seconds: number): Promise<Finding[]> {
  const { studyid, subjectids } = bed.studies.hundred
  const bodies = pick(subjectids, 100).map((subjectid) => {
    const query = `query ($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) { subjectid identifier status } }`
    return JSON.stringify({ query, variables: { studyid, subjectid } })
  })
  const people = await addReaders(bed, others)
  const prober = await startProber({ origin: bed.casebook.origin, people, bodies, seconds })
  const findings: Finding[] = []
  try {
    // The first reads compile the code and fill the caches.
    await prober.measure()
    for (const attack of await attacksOn(bed)) {
      const began = performance.now()
      findings.push(await measureUnder(bed, attack, prober.measure))
      console.log(`${attack.name}: took ${((performance.now() - began) / 1000).toFixed(0)} s`)
    }
  } finally {
    prober.stop()
  }
  return findings
}

async function measureUnder(
  bed: Bed,
  { name, groups, bodies, leastBytes = 0 }: Attack,
  probe: () => Promise<Probed>,
): Promise<Finding> {
  const quiet = await probe()
  const people = await addReaders(bed, 1, groups)
  await expectMeant(bed.casebook.origin, people[0] ?? {}, bodies[0] ?? '', leastBytes)
  const attack = prepareLoad({ ...bed.casebook, people }, { lot: bodies }, flood)
  await attack.ready
  const attacked = attack.go()
  await wait(settlingMs)
  const under = await probe()
  attack.stop()
  const { answered, refused, cut } = await attacked
  // What was asked for last is still being made, and the next quiet measurement would count it.
  await settle(bed)
  return {
    name: `others read while one person has ${flood.connections} calls in flight: ${name}; ${answered - refused} answered, ${refused} refused, ${cut} cut off`,
    measured: `quiet ${textOf(quiet)}; during ${textOf(under)}: ${(under.p50 / quiet.p50).toFixed(1)} ×, ${(under.p99 / quiet.p99).toFixed(1)} ×`,
    goal: 'p99 within 3 ×',
  }
}

/** An attack by somebody who may not call what they call, or that finds nothing, would measure nothing. */
async function expectMeant(origin: string, headers: Record<string, string>, body: string, leastBytes: number) {
  const answer = await fetch(`${origin}/graphql`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (/"code":"(FORBIDDEN|UNAUTHENTICATED|NOT_FOUND)"/.test(text))
    throw new Error(`not an attack: ${text.slice(0, 300)}`)
  if (text.length < leastBytes) throw new Error(`an answer of ${text.length} bytes is no attack: ${text.slice(0, 300)}`)
}

async function attacksOn(bed: Bed): Promise<Attack[]> {
  const { hundred, thousand, tenThousand } = bed.studies
  const flat = `listSubjects(studyid: "${tenThousand.studyid}") { subjectid identifier status }`
  const nested = `listSubjects(studyid: "${thousand.studyid}") { subjectid activities { activitytypeid referenceData { filename } } }`
  const place = { siteid, studyid: hundred.studyid }
  const gzip = gzipSync(`subjectid,identifier\n"${'x'.repeat(7_900_000)}",`).toString('base64')
  const preview = 'query ($input: ImportInput!) { previewImport(input: $input) { mistakes { row } } }'
  const definitions = 'query ($s: ID!, $d: String!) { previewDefinitions(studyid: $s, definitions: $d) { name } }'
  const record = `query ($siteid: ID!, $studyid: ID!, $subjectid: ID!) { getSubjectRecord(siteid: $siteid, studyid: $studyid, subjectid: $subjectid) }`
  const subjectid = await lengthenHistory(bed)
  return [
    {
      name: '1,400 unknown fields, new names each, by a patient',
      groups: '{patient}',
      bodies: Array.from({ length: 500 }, (_, call) => body(`{ ${times(1_400, (n) => `x${call}y${n}`)} }`)),
    },
    { name: '29 nested lists, refused', bodies: [body(`{ ${times(29, (n) => `a${n}: ${nested}`)} }`)] },
    {
      name: 'imports of 10 kB that unpack to 8 MB of one cell',
      bodies: [body(preview, { input: { ...place, formtypeid: null, filename: 'a.csv', gzip } })],
    },
    {
      name: `the record of a subject with a history of ${changesOfLongHistory} changes`,
      bodies: [body(record, { ...place, subjectid })],
      leastBytes: changesOfLongHistory * 500,
    },
    {
      name: 'previews of definitions of 900 kB',
      groups: '{hp,study:admin}',
      bodies: [body(definitions, { s: place.studyid, d: manyDefinitions() })],
    },
    { name: '30 aliases', bodies: [body(`{ ${times(30, (n) => `a${n}: ${oneOf(bed)}`)} }`)] },
    { name: 'flat lists of 10,000', bodies: [body(`{ ${times(29, (n) => `a${n}: ${flat}`)} }`)] },
    { name: 'nested lists of 1,000', bodies: [body(`{ ${times(19, (n) => `a${n}: ${nested}`)} }`)] },
  ]
}

/** As much of a subject as a query may ask for. */
function oneOf({ studies }: Bed): string {
  const { studyid, subjectids } = studies.thousand
  return `getSubject(studyid: "${studyid}", subjectid: "${subjectids[0]}") { facts { cells changedBy } forms { fields { key value } formtype { identifier fields { name } } } activities { startTime activitytype { description } referenceData { filename changedBy } } }`
}

/** Changes a form of one subject many times, and returns the subject. */
async function lengthenHistory({ superuser, studies }: Bed): Promise<string> {
  const subjectid = studies.hundred.subjectids[0] ?? ''
  // The connection that fills the database runs no triggers, and so would write no history.
  await superuser.query(`do $$ begin
    perform set_config('session_replication_role', 'origin', true), set_config('casebook.actor', 'system:bench', true),
      set_config('casebook.actor_name', 'bench', true);
    for n in 1..${changesOfLongHistory} loop
      update form set fields = jsonb_build_array(jsonb_build_object('key', 'Note', 'value', repeat('x', 200) || n))
        where (subjectid, formtypeid) = (select subjectid, formtypeid from form where subjectid = '${subjectid}' order by formtypeid limit 1);
    end loop; end $$`)
  return subjectid
}

/** What counting the time of a call costs the main thread, with work that takes none, for a thousand people in turn. */
async function measureAccounting(): Promise<Finding> {
  const thread = mainThreadOf(10_000_000)
  const people = Array.from({ length: 1_000 }, (_, n) => `person ${n}`)
  const nothing = () => undefined
  const took = async (call: (personid: string) => unknown) => {
    const began = performance.now()
    for (let n = 0; n < accountedCalls; n++) await call(people[n % people.length] ?? '')
    return ((performance.now() - began) * 1_000) / accountedCalls
  }
  await took((personid) => thread.run(personid, nothing))
  const [counted, plain] = [await took((personid) => thread.run(personid, nothing)), await took(async () => nothing())]
  return {
    name: 'counting the main thread’s time of a person, each time that work of a call begins',
    measured: `${(counted - plain).toFixed(2)} µs`,
    goal: '',
  }
}

function manyDefinitions(): string {
  const field = { type: 'String', required: false, length: null }
  const fields = Array.from({ length: 400 }, (_, n) => ({ ...field, name: `Field ${n}`, pattern: `[A-Z]{1,${n + 1}}` }))
  const formTypes = Array.from({ length: 18 }, (_, n) => ({ identifier: `Form ${n}`, fields }))
  return JSON.stringify({ casebook: 'definitions', format: 1, formTypes, activityTypes: [] })
}

function times(count: number, field: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => field(n)).join(' ')
}

function body(query: string, variables: Record<string, unknown> = {}): string {
  return JSON.stringify({ query, variables })
}

function textOf({ p50, p99 }: Probed): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
