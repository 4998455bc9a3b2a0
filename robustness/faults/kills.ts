import { setTimeout as wait } from 'node:timers/promises'
import { check } from '../checks.ts'
import { asSuperuser, type Deployment, deploy, emptyDataDir } from '../deployment.ts'
import { type Person, signIn } from '../person.ts'
import { makeRandom } from '../random.ts'
import { postgresPids, postmasterPid, signalAll } from './processes.ts'
import { addPlace } from './setting.ts'
import { lookForWrites, startWriters } from './writers.ts'

const victims = ['the server', 'PostgreSQL', 'one connection of PostgreSQL', 'both'] as const

/** kill -9 at random moments under write load, this many times. Then the database is frozen for `frozenSeconds`. */
export async function killUnderLoad(rounds: number, frozenSeconds: number, seed: number): Promise<void> {
  const { dataDir, remove } = await emptyDataDir()
  const random = makeRandom(seed)
  let server: Deployment = await deploy({ dataDir })
  const port = Number(new URL(server.origin).port)
  const admin: Person = await signIn(server.origin, 'admin')
  const place = await addPlace(admin, 12)
  const writers = startWriters({ ...place, address: () => ({ origin: server.origin, cookie: admin.cookie }) })

  async function killOne(victim: (typeof victims)[number]) {
    const pids = await postgresPids(dataDir)
    const [postmaster] = pids
    if (victim === 'one connection of PostgreSQL') signalAll([random.pick(pids.slice(1))], 'SIGKILL')
    if (victim === 'PostgreSQL' && postmaster) signalAll([postmaster], 'SIGKILL')
    if (victim === 'both') signalAll(pids, 'SIGKILL')
    if (victim === 'the server' || victim === 'both') {
      await server.kill()
      server = await deploy({ dataDir, port })
    }
  }

  try {
    await writers.awaitMore(20)
    for (let round = 0; round < rounds; round++) {
      const victim = victims[round % victims.length] ?? 'both'
      await check(`kill -9 of ${victim}, round ${round + 1}: writes go on`, async () => {
        await wait(random.below(1_500))
        writers.longest()
        const began = Date.now()
        await killOne(victim)
        await writers.awaitMore(40)
        return `after ${((Date.now() - began) / 1000).toFixed(1)} s; the longest wait for an acknowledgement ${(writers.longest() / 1000).toFixed(1)} s`
      })
    }
    if (frozenSeconds > 0) {
      await check(`the database frozen for ${frozenSeconds} s: the server lives and every write waits`, async () => {
        const before = writers.refusals().length
        const frozen = await postgresPids(dataDir)
        signalAll(frozen, 'SIGSTOP')
        await wait(frozenSeconds * 500)
        const health = await fetch(`${server.origin}/health`, { signal: AbortSignal.timeout(2_000) })
        if (!health.ok) throw new Error(`/health answered ${health.status}`)
        await wait(frozenSeconds * 500)
        signalAll(frozen, 'SIGCONT')
        await writers.awaitMore(100)
        const refused = writers.refusals().slice(before)
        return `${refused.length} refusals${refused[0] ? `, the first ${refused[0].slice(0, 200)}` : ''}`
      })
    }
    await check('nothing acknowledged is missing, nothing is there twice, history rows equal writes', async () => {
      const written = await writers.stop()
      return asSuperuser(dataDir, (client) => lookForWrites(client, written))
    })
  } finally {
    await writers.stop()
    await server.stop()
    await check('nothing of PostgreSQL is left behind', async () => {
      const left = await postmasterPid(dataDir)
      if (left !== undefined) throw new Error(`postmaster.pid names ${left}`)
      return undefined
    })
    await remove()
  }
}
