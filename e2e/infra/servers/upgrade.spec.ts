import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { hasHistory, layOutEarlierRelease } from '../../../server/test/robust/earlier-release.ts'
import { casebook, main } from '../instance.ts'
import { hammer } from './hammer.ts'
import { missingOf, openPair } from './pair.ts'
import { startHaproxy } from './proxies.ts'

const ends: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('two servers of 0.1.0 are upgraded behind haproxy under load, in the documented order', async () => {
  if (!hasHistory) console.log('skipped: the upgrade from 0.1.0 is not tried: the commits are not at hand')
  test.skip(!hasHistory, 'the commits are not at hand, as in a download of the sources alone')
  test.setTimeout(180_000)
  // Not below the repository, whose checks would find its sources.
  const folder = await mkdtemp(join(tmpdir(), 'casebook-earlier-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const earlier = await layOutEarlierRelease(folder)
  const pair = await openPair({ main: earlier })
  ends.push(pair.close)
  const balancer = await startHaproxy(pair)
  ends.push(balancer.stop)
  const load = hammer({ ...pair, ca: balancer.ca }, 16)
  ends.push(load.stop)
  const [first, second] = pair.instances
  const restart = async (instance: typeof first, version: string) => {
    await instance.drain()
    instance.main = version
    await instance.start()
    await wait(2_000)
  }
  await wait(2_000)
  expect(await casebook(pair.env, 'migrate')).toContain('0092-history-3-partitions')
  await wait(2_000)
  // A server of the earlier version restarts on the new schema. Then each is upgraded, and one is rolled back once.
  await restart(first, earlier)
  await restart(first, main)
  await restart(second, main)
  await restart(second, earlier)
  await restart(second, main)
  await load.stop()
  const { answers, written, bad } = load.tally
  console.log(`upgrade and rollback: ${bad.length} bad of ${answers + bad.length}, ${written.length} written`)
  expect(bad.slice(0, 5)).toEqual([])
  expect(written.length).toBeGreaterThan(50)
  expect(await missingOf(pair, written)).toEqual([])
  expect(await casebook(pair.env, 'verify-history')).toContain('The history says what the tables hold.')
  const client = new pg.Client(pair.postgres.env.SUPER_DATABASE_URL)
  await client.connect()
  const { rows } = await client.query(`select relkind from pg_class where relname = 'history'`)
  await client.end()
  expect(rows).toEqual([{ relkind: 'p' }])
})
