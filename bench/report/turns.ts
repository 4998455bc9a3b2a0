import { setTimeout as wait } from 'node:timers/promises'
import type { Bed } from '../beds/bed.ts'
import { everythingKept } from '../beds/fill.ts'
import { ask, type Target } from '../beds/servers.ts'
import { forgetPeak, readPeakMemory, readUsage } from '../beds/usage.ts'
import { type Calls, load } from '../load/load.ts'

/** A case with one kind of call, sent as fast as it is answered. */
export type CallCase = {
  name: string
  casebook: (bed: Bed) => Calls
  postgraphile: (bed: Bed) => Calls
  /** The call to the server written by hand, if it has an equivalent. */
  handWritten?: (bed: Bed) => Calls
  /** For writes: how many rows the calls have created so far, to compare with the answers. */
  countWrites?: { casebook: string; postgraphile?: string }
  /** For cases in which even a few connections keep the servers busy for long. */
  mostConnections?: number
  leastSeconds?: number
  /** Restores the records before each turn. */
  reset?: (bed: Bed) => Promise<void>
}

/** The results of one server in one turn. */
export type Turn = {
  perSecond: number
  p50: number
  p99: number
  /** Processor time per call in milliseconds. The servers' is known on Linux only. */
  clientCpu: number
  serverCpu: number | undefined
  databaseCpu: number | undefined
  peakMemory: number | undefined
}

type Side = { target: Target; calls: Calls; count?: string | undefined }

function sidesOf(bed: Bed, one: CallCase): [Side, ...Side[]] {
  const sides: [Side, ...Side[]] = [
    { target: bed.casebook, calls: one.casebook(bed), count: one.countWrites?.casebook },
    { target: bed.postgraphile, calls: one.postgraphile(bed), count: one.countWrites?.postgraphile },
  ]
  if (one.handWritten) sides.push({ target: bed.handWritten, calls: one.handWritten(bed) })
  return sides
}

/** Waits until the servers have finished the previous turn's calls, at most 20 s. */
export async function settle({ casebook, postgraphile, handWritten, postgresPid }: Bed) {
  const pids = [casebook.pid, postgraphile.pid, handWritten.pid, postgresPid]
  const read = async () => (await readUsage(pids))?.cpuSeconds ?? 0
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const before = await read()
    await wait(250)
    if ((await read()) - before < 0.05) return
  }
}

type Plan = { connections: number; seconds: number }

/** Loads a server for a while. */
export async function measure(
  bed: Bed,
  { target, calls }: Omit<Side, 'count'>,
  plan: Plan,
): Promise<Turn & { answered: number }> {
  const read = () => Promise.all([readUsage([target.pid]), readUsage([bed.postgresPid])])
  await forgetPeak(target.pid)
  let before = await read()
  let after = before
  const found = await load(target, calls, plan, {
    async start() {
      before = await read()
    },
    async end() {
      after = await read()
    },
  })
  const each = (at: 0 | 1) => {
    const [from, to] = [before[at], after[at]]
    return from && to && found.answered > 0 ? ((to.cpuSeconds - from.cpuSeconds) * 1000) / found.answered : undefined
  }
  const { perSecond, p50, p99, clientCpu, answered } = found
  const peakMemory = await readPeakMemory(target.pid)
  return { perSecond, p50, p99, clientCpu, answered, serverCpu: each(0), databaseCpu: each(1), peakMemory }
}

/** The turns of Casebook and of each other server with this number of connections. */
export type Measured = { connections: number; casebook: Turn[]; others: { name: string; turns: Turn[] }[] }

export type TurnPlan = { seconds: number; turns: number; connections: number[] }

/** Warms up all servers, then measures them in turns. Throws if a call fails or an answered write is missing. */
export async function takeTurns(bed: Bed, one: CallCase, plan: TurnPlan): Promise<Measured[]> {
  const sides = sidesOf(bed, one)
  // Otherwise the server would count what was filled in while its writes are measured.
  if (one.countWrites) await everythingKept(bed.superuser)
  const most = one.mostConnections ?? 1_000
  const seconds = Math.max(plan.seconds, one.leastSeconds ?? 0)
  for (const side of sides) {
    await ask(side.target, 'next' in side.calls ? side.calls.next() : (side.calls.lot[0] ?? ''))
    await measure(bed, side, { connections: Math.min(10, most), seconds: Math.max(3, seconds) })
    await settle(bed)
  }
  const measured: Measured[] = []
  for (const connections of plan.connections.filter((count) => count <= most)) {
    const taken = sides.map(({ target }): { name: string; turns: Turn[] } => ({ name: target.name, turns: [] }))
    for (let turn = 0; turn < plan.turns; turn++) {
      for (const [at, side] of sides.entries()) {
        await one.reset?.(bed)
        taken[at]?.turns.push(await measureWrites(bed, side, { connections, seconds }))
        await settle(bed)
      }
    }
    const [casebook, ...others] = taken
    measured.push({ connections, casebook: casebook?.turns ?? [], others })
  }
  return measured
}

async function measureWrites(bed: Bed, side: Side, plan: Plan): Promise<Turn> {
  const written = side.count ? await readCount(bed, side.count) : 0
  const { answered, ...turn } = await measure(bed, side, plan)
  const found = side.count ? (await readCount(bed, side.count)) - written : answered
  if (found < answered) {
    throw new Error(`${side.target.name} acknowledged more writes than are there: ${found} of ${answered}`)
  }
  return turn
}

async function readCount(bed: Bed, statement: string): Promise<number> {
  const { rows } = await bed.superuser.query<{ count: number }>(statement)
  return Number(rows[0]?.count)
}
