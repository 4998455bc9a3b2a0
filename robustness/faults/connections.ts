import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/embedded-postgres/launcher.ts'
import { check } from '../checks.ts'
import { deploy, emptyDataDir } from '../deployment.ts'
import { signIn } from '../person.ts'
import { makeRandom } from '../random.ts'
import { startProxy } from './proxy.ts'
import { addPlace } from './setting.ts'
import { lookForWrites, startWriters } from './writers.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error }

/** The connections to the database and to the browser are broken in every way, repeatedly, under write load. */
export async function breakConnections(rounds: number, seed: number): Promise<void> {
  const random = makeRandom(seed)
  const { dataDir, remove } = await emptyDataDir()
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const toDatabase = await startProxy({ path: `${postgres.owner.host}/.s.PGSQL.${postgres.owner.port}` }, random)
  const through = (user: string) => `postgres://${user}@127.0.0.1:${toDatabase.port}/${postgres.owner.database}`
  const env = { DATABASE_URL: through(postgres.runtime.user), DATABASE_OWNER_URL: through(postgres.owner.user) }
  const server = await deploy({ dataDir, env })
  const toServer = await startProxy({ port: Number(new URL(server.origin).port), host: '127.0.0.1' }, random)
  const admin = await signIn(server.origin, 'admin')
  const place = await addPlace(admin, 12)
  const origin = `http://127.0.0.1:${toServer.port}`
  const writers = startWriters({ ...place, address: () => ({ origin, cookie: admin.cookie }) })

  const part = (name: string, work: () => Promise<unknown>, goOn = 40) =>
    check(name, async () => {
      writers.longest()
      const before = writers.refusals().length
      await work()
      const took = await writers.awaitMore(goOn)
      const refused = writers.refusals().slice(before)
      const summary = `writes go on after ${(took / 1000).toFixed(1)} s; the longest wait ${(writers.longest() / 1000).toFixed(1)} s`
      return `${summary}; ${refused.length} refusals${refused[0] ? `, such as ${refused[0].slice(0, 200)}` : ''}`
    })
  try {
    await writers.awaitMore(20)
    await part(`all connections to the database cut, ${rounds} times`, async () => {
      for (let round = 0; round < rounds; round++) {
        toDatabase.cutAll()
        await wait(random.below(400))
      }
    })
    await part(`connections to the database that break at a random byte, for ${rounds} s`, async () => {
      toDatabase.setMode('brittle')
      toDatabase.cutAll()
      await wait(rounds * 1_000)
      toDatabase.setMode('open')
      toDatabase.cutAll()
    })
    await part(`connections of the browser that break at a random byte, for ${rounds} s`, async () => {
      toServer.setMode('brittle')
      toServer.cutAll()
      await wait(rounds * 1_000)
      toServer.setMode('open')
      toServer.cutAll()
    })
    await part('the database unreachable for 8 s', async () => {
      toDatabase.setMode('closed')
      toDatabase.cutAll()
      await wait(8_000)
      toDatabase.setMode('open')
    })
    await part('half-open: every connection to the database goes silent and stays', async () => toDatabase.deafenAll())
    await check('nothing acknowledged is missing, nothing is there twice, history rows equal writes', async () => {
      const written = await writers.stop()
      const url = new URL(postgres.superuser.url)
      url.pathname = `/${postgres.owner.database}`
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      return lookForWrites(client, written).finally(() => client.end())
    })
  } finally {
    await writers.stop()
    await toServer.stop()
    await server.stop()
    await toDatabase.stop()
    await postgres.stop()
    await remove()
  }
}
