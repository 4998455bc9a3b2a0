import { readdirSync, readFileSync } from 'node:fs'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { readResidentMemory } from '../../bench/beds/usage.ts'
import { check, expectNone } from '../checks.ts'
import type { Answer } from '../person.ts'
import { signIn } from '../person.ts'
import { makeRandom, type Random } from '../random.ts'
import { isLimited, whyInvalid } from './answers.ts'
import { wellShapedCall } from './calls.ts'
import { malformedCall, oddHeaders } from './malformed.ts'
import type { Setting } from './setting.ts'

type Sent = { name: string; site: string; body: string; headers: Record<string, string>; isMalformed: boolean }
type Seen = {
  wrong: string[]
  slow: Sent[]
  statuses: Map<number, number>
  malformed: number
  memory: (number | undefined)[]
}

const atOnce = 4
const slowFromMs = 100
/** A server may close a connection over input that it refuses to read, such as a body that is too large. */
const closed = 0
const mostClosedShare = 0.02
/** Lists within lists of an input can be longer than what the server reads. */
const mostBodyBytes = 1_000_000

/** Sends `count` generated calls as four people, a few at a time, and checks every answer. */
export async function fuzzGraphQL(setting: Setting, count: number, seed: number): Promise<void> {
  const seen: Seen = { wrong: [], slow: [], statuses: new Map(), malformed: 0, memory: [] }
  await check(`${count} generated GraphQL calls: no INTERNAL, no 5xx, nothing told of the inside`, async () => {
    const schema = readSchema()
    const random = makeRandom(seed)
    let sent = 0
    const sender = async () => {
      while (sent < count) {
        sent++
        if (sent % Math.ceil(count / 20) === 0) seen.memory.push(await readResidentMemory(setting.server.pid))
        await sendOne(setting, nextCall(random, schema, setting), seen)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sender))
    expectNone('wrong answers', seen.wrong)
    const unanswered = seen.statuses.get(closed) ?? 0
    if (unanswered > seen.malformed * mostClosedShare + 2)
      throw new Error(`${unanswered} of ${seen.malformed} malformed calls were not answered`)
    return [...seen.statuses]
      .sort()
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')
  })
  await check(`every answer within ${slowFromMs} ms but for what limits refuse`, () => repeatSlowCalls(setting, seen))
  await check('no growth of memory: the heap was bounded, and what the process holds stays', async () => {
    const memory = seen.memory.filter((megabytes) => megabytes !== undefined)
    if (memory.length < seen.memory.length || memory.length === 0) throw new Error('the memory could not be read')
    const middle = Math.min(...memory.slice(8, 12))
    const end = Math.min(...memory.slice(-4))
    const summary = `${middle.toFixed(0)} MB half way, ${end.toFixed(0)} MB at the end`
    if (end > middle * 1.25 + 40) throw new Error(summary)
    return summary
  })
}

function nextCall(random: Random, schema: ReturnType<typeof readSchema>, { pool }: Setting): Sent {
  const name = random.pick(['admin', 'admin', 'coordinator', 'coordinator', 'nurse', 'nurse', 'patient'])
  const site = random.pick(pool.sites)
  const isWellShaped = random.chance(0.85)
  const body = isWellShaped ? wellShapedCall({ schema, pool, random, site }) : malformedCall(random, pool)
  const headers = random.chance(0.03) ? random.pick(oddHeaders) : {}
  const isTooLong = Buffer.byteLength(body) > mostBodyBytes
  return { name, site, body, headers, isMalformed: !isWellShaped || isTooLong || Object.keys(headers).length > 0 }
}

async function sendOne(setting: Setting, sent: Sent, seen: Seen) {
  const answer = await answerTo(setting, sent)
  seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1)
  if (sent.isMalformed) seen.malformed++
  const why = answer.status === closed && !sent.isMalformed ? 'no answer to a well-formed call' : whyInvalid(answer)
  if (why)
    seen.wrong.push(
      `${why}: ${sent.name} sent ${sent.body} ${JSON.stringify(sent.headers)}, was answered ${answer.text}`,
    )
  if (answer.milliseconds > slowFromMs && !isLimited(answer)) seen.slow.push(sent)
  keepIds(setting, sent, answer)
}

async function answerTo(setting: Setting, { name, body, headers }: Sent): Promise<Answer> {
  const person = setting.people.get(name)
  if (!person) throw new Error(`nobody is called ${name}`)
  const answer = await person.send(body, headers).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TimeoutError')
      return { status: 599, text: 'no answer', milliseconds: 0 }
    // The next call detects a dead server.
    if (setting.server.isRunning()) return { status: closed, text: String(error), milliseconds: 0 }
    throw new Error(`the server is gone after ${body.slice(0, 2_000)}`)
  })
  const isSignedOut = answer.status === 401 && Object.keys(headers).length === 0
  if (isSignedOut) setting.people.set(name, await signIn(setting.server.origin, name))
  return answer
}

/** New records are used in calls, too. */
function keepIds({ pool }: Setting, { site }: Sent, { status, text }: Answer) {
  if (status !== 200 || !text.startsWith('{"data":{"add')) return
  for (const [, name, id] of text.matchAll(
    /"(siteid|studyid|subjectid|formtypeid|activitytypeid|deviceid|referencedataid)":"([^"]+)"/g,
  )) {
    if (name && id) pool.add(site, name, id)
  }
}

/** On a busy machine anything may be slow once. A call counts as slow if it is slow again on its own. */
async function repeatSlowCalls(setting: Setting, { slow }: Seen): Promise<string> {
  const wrong: string[] = []
  for (const sent of slow.slice(0, 300)) {
    let best = Number.POSITIVE_INFINITY
    let limited = false
    for (let attempt = 0; attempt < 3 && best > slowFromMs && !limited; attempt++) {
      const answer = await answerTo(setting, sent)
      best = Math.min(best, answer.milliseconds)
      limited = isLimited(answer)
    }
    if (best > slowFromMs && !limited) wrong.push(`${best.toFixed(0)} ms: ${sent.name} ${sent.body}`)
  }
  expectNone('slow answers', wrong)
  return `${slow.length} took longer among the others, none alone`
}

const domain = new URL('../../domain/src/', import.meta.url)

/** The schema of the domain, which is the one that is served. */
function readSchema(): GraphQLSchema {
  const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'))
  return buildSchema(files.map((name) => readFileSync(new URL(name, domain), 'utf8')).join('\n'))
}
