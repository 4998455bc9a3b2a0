import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Bed } from './bed.ts'
import { ask, type Target } from './servers.ts'
import { forgetPeak, readPeakMemory, readUsage } from './usage.ts'

/** The bodies of one server's calls: a fixed lot that is sent again and again, or a new one for each call. */
export type Calls = { lot: string[] } | { next: () => string }

/** A case that is one kind of call, sent as fast as it is answered. */
export type CallCase = {
  name: string
  casebook: (bed: Bed) => Calls
  postgraphile: (bed: Bed) => Calls
  /** For writes: how many rows the calls have left so far, to be compared with the answers. */
  countWrites?: { casebook: string; postgraphile?: string }
  /** Where even a few connections keep the servers busy for long. */
  mostConnections?: number
  leastSeconds?: number
  /** Puts the records back to where they were, before each turn. */
  reset?: (bed: Bed) => Promise<void>
}

/** What one server did in one turn. */
export type Turn = {
  perSecond: number
  p50: number
  p99: number
  /** In milliseconds a call; known on Linux only. */
  serverCpu: number | undefined
  databaseCpu: number | undefined
  peakMemory: number | undefined
}

/** Waits until both are done with what the last turn left unanswered, 20 s at most. */
async function settle({ casebook, postgraphile, postgresPid }: Bed) {
  const read = async () => (await readUsage([casebook.pid, postgraphile.pid, postgresPid]))?.cpuSeconds ?? 0
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const before = await read()
    await wait(250)
    if ((await read()) - before < 0.05) return
  }
}

type Load = { connections: number; seconds: number }

async function measure(bed: Bed, target: Target, calls: Calls, { connections, seconds }: Load): Promise<Turn> {
  await forgetPeak(target.pid)
  const before = await Promise.all([readUsage([target.pid]), readUsage([bed.postgresPid])])
  const result = await autocannon({
    url: target.origin,
    connections,
    duration: seconds,
    timeout: 60,
    setupClient: (client) => client.setRequests(requestsOf(target, calls)),
  })
  const after = await Promise.all([readUsage([target.pid]), readUsage([bed.postgresPid])])
  const { non2xx, errors, timeouts } = result
  if (non2xx + errors + timeouts > 0) {
    throw new Error(`${target.name}: ${non2xx} refused, ${errors} broken, ${timeouts} unanswered`)
  }
  const total = result['2xx']
  const each = (at: 0 | 1) => {
    const [from, to] = [before[at], after[at]]
    return from && to && total > 0 ? ((to.cpuSeconds - from.cpuSeconds) * 1000) / total : undefined
  }
  return {
    perSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    serverCpu: each(0),
    databaseCpu: each(1),
    peakMemory: await readPeakMemory(target.pid),
  }
}

function requestsOf({ path, headers }: Target, calls: Calls): autocannon.Request[] {
  const request = (body: string): autocannon.Request => ({ method: 'POST', path, headers, body })
  if ('next' in calls) {
    return [{ ...request(calls.next()), setupRequest: (known) => ({ ...known, body: calls.next() }) }]
  }
  // Every connection begins at another place, so that they don't all ask for the same at once.
  const start = Math.floor(Math.random() * calls.lot.length)
  return [...calls.lot.slice(start), ...calls.lot.slice(0, start)].map(request)
}

export type Measured = { connections: number; casebook: Turn[]; postgraphile: Turn[] }

export type Plan = { seconds: number; turns: number; connections: number[] }

/** Measures both in turns after warming both up; a call that fails or a write that is not there ends it. */
export async function takeTurns(bed: Bed, one: CallCase, plan: Plan): Promise<Measured[]> {
  const sides = [
    { target: bed.casebook, calls: one.casebook(bed), count: one.countWrites?.casebook },
    { target: bed.postgraphile, calls: one.postgraphile(bed), count: one.countWrites?.postgraphile },
  ] as const
  const most = one.mostConnections ?? 1_000
  const seconds = Math.max(plan.seconds, one.leastSeconds ?? 0)
  for (const { target, calls } of sides) {
    await ask(target, 'next' in calls ? calls.next() : (calls.lot[0] ?? ''))
    await measure(bed, target, calls, { connections: Math.min(10, most), seconds: Math.max(3, seconds) })
    await settle(bed)
  }
  const measured: Measured[] = []
  for (const connections of plan.connections.filter((count) => count <= most)) {
    const taken: Turn[][] = [[], []]
    for (let turn = 0; turn < plan.turns; turn++) {
      for (const [at, { target, calls, count }] of sides.entries()) {
        await one.reset?.(bed)
        const written = count ? await readCount(bed, count) : 0
        const result = await measure(bed, target, calls, { connections, seconds })
        if (count) await expectWrites(bed, count, written + Math.floor(result.perSecond * seconds * 0.98), target)
        taken[at]?.push(result)
        await settle(bed)
      }
    }
    measured.push({ connections, casebook: taken[0] ?? [], postgraphile: taken[1] ?? [] })
  }
  return measured
}

async function readCount(bed: Bed, statement: string): Promise<number> {
  const { rows } = await bed.superuser.query<{ count: number }>(statement)
  return Number(rows[0]?.count)
}

async function expectWrites(bed: Bed, statement: string, least: number, target: Target) {
  const found = await readCount(bed, statement)
  if (found < least) throw new Error(`${target.name} acknowledged more writes than are there: ${found} of ${least}`)
}
