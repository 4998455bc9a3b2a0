import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { freePorts } from '../beds.ts'
import { hammer } from './hammer.ts'
import { missingOf, openPair } from './pair.ts'
import { startHaproxy, startNginx } from './proxies.ts'

/** nginx without keepalive: each call opens a connection to a server, whose port may be closing. */
const withoutKept = (example: string) => example.replace(/^ {2}keepalive.*\n/gm, '')

/** How long nginx does not use a server that failed, even if it is back. haproxy: a second. */
const leftOutMs = 11_000

const ends: (() => Promise<unknown>)[] = []
test.afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('both servers are restarted in turn behind haproxy, nginx with HTTP/1.1 and HTTP/2, and nginx without keepalive: no call gets a bad answer', async () => {
  test.setTimeout(240_000)
  const pair = await openPair()
  ends.push(pair.close)
  const place = async () => ({ ...pair, port: await freePorts(10) })
  const [first, second, third] = [await place(), await place(), await place()]
  const nginx = await startNginx(second)
  const balancers = [
    { name: 'haproxy', target: first, balancer: await startHaproxy(first) },
    { name: 'nginx', target: second, balancer: nginx },
    // By default nginx ends a connection after 1,000 calls, and refuses those that are just arriving.
    { name: 'nginx with HTTP/2', target: second, balancer: nginx, isHttp2: true },
    { name: 'nginx without kept connections', target: third, balancer: await startNginx(third, withoutKept) },
  ]
  for (const balancer of new Set(balancers.map((each) => each.balancer))) ends.push(balancer.stop)
  const loads = balancers.map(({ name, target, balancer, isHttp2 }) => ({
    name,
    isHttp2,
    load: hammer({ ...target, ca: balancer.ca }, 16, { isHttp2 }),
  }))
  for (const { load } of loads) ends.push(load.stop)
  await wait(2_000)
  for (const instance of pair.instances) {
    await instance.drain()
    await instance.start()
    await wait(leftOutMs)
  }
  for (const { load } of loads) await load.stop()
  for (const { name, isHttp2, load } of loads) {
    const { answers, written, bad, ended } = load.tally
    console.log(`${name}: ${bad.length} bad of ${answers + bad.length}`)
    expect(bad.slice(0, 5), name).toEqual([])
    expect(answers, name).toBeGreaterThan(isHttp2 ? 1_100 : 200)
    expect(ended, name).toBe(0)
    expect(await missingOf(pair, written), name).toEqual([])
  }
})
