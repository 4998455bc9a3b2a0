import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { casebook } from '../instance.ts'
import { hammer } from './hammer.ts'
import { missingOf, openPair } from './pair.ts'
import { startHaproxy } from './proxies.ts'
import { movingAddress, startStandby } from './standby-of.ts'

const ends: (() => unknown)[] = []
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('the primary is lost under load and its standby takes over: nothing acknowledged is lost, no server is restarted', async () => {
  test.setTimeout(180_000)
  let address: Awaited<ReturnType<typeof movingAddress>> | undefined
  const pair = await openPair({
    async databaseUrl(lies) {
      const url = new URL(lies)
      address = await movingAddress(Number(url.port))
      ends.push(address.close)
      return Object.assign(url, { port: String(address.port) }).href
    },
  })
  ends.push(pair.close)
  const standby = await startStandby(pair.postgres, pair.home)
  ends.push(standby.stop)
  const balancer = await startHaproxy(pair)
  ends.push(balancer.stop)
  // Lists are read from the standby if it has caught up. After the failover it is the primary.
  const env = { ...pair.env, DATABASE_READ_URL: standby.at(pair.postgres.env.DATABASE_URL ?? '') }
  for (const instance of pair.instances) {
    await instance.drain()
    await instance.start({ DATABASE_READ_URL: env.DATABASE_READ_URL })
  }
  const check = await casebook(env, 'check').catch(String)
  expect(check).toContain('The standby of DATABASE_READ_URL answers, and is of the same database.')
  await wait(2_000)

  const load = hammer({ ...pair, ca: balancer.ca }, 16, { repeats: true })
  ends.push(load.stop)
  await wait(3_000)
  await pair.postgres.run('kill')
  await wait(3_000)
  await standby.promote()
  address?.moveTo(standby.port)
  const before = load.tally.written.length
  await expect.poll(() => load.tally.written.length, { timeout: 60_000 }).toBeGreaterThan(before + 20)
  await load.stop()

  const { answers, written, bad, repeated } = load.tally
  console.log(
    `failover: ${bad.length} failed for good of ${answers + bad.length}, ${repeated} made again, ${written.length} written`,
  )
  expect(bad.slice(0, 5)).toEqual([])
  expect(await missingOf(pair, written)).toEqual([])
  expect(await casebook(pair.env, 'verify-history')).toContain('The history says what the tables hold.')
})
