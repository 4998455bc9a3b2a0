import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { makeClientAddress } from '../../src/http/public-origin.ts'

/** The client address of a request sent over `chain`, of a call and of a handshake: the client first, the direct peer last. */
async function addressOf(TRUST_PROXY: string | undefined, chain: readonly string[]) {
  const { trustProxy } = readConfig({ ...(TRUST_PROXY !== undefined && { TRUST_PROXY }) })
  const app = Fastify({ trustProxy })
  const ofHandshake = makeClientAddress(trustProxy)
  app.get('/', async ({ ip, raw }) => [ip, ofHandshake(raw)])
  const forwarded = chain.slice(0, -1).join(', ')
  const answer = await app.inject({
    url: '/',
    remoteAddress: chain.at(-1) ?? '',
    ...(forwarded && { headers: { 'x-forwarded-for': forwarded } }),
  })
  await app.close()
  return answer.json()
}

const forged = '6.6.6.6'
const client = '203.0.113.7'
const outer = '10.0.0.4'
const proxy = '10.0.0.5'

test.each([
  // Nobody is trusted.
  [undefined, [forged, proxy], proxy],
  ['false', [forged, proxy], proxy],
  ['0', [forged, proxy], proxy],
  ['0', [forged, client], client],
  // A number means that many proxies, and not one more.
  ['1', [client, proxy], client],
  ['1', [forged, client, proxy], client],
  ['1', [forged, client], forged],
  ['2', [client, outer, proxy], client],
  ['2', [forged, client, outer, proxy], client],
  ['2', [forged, client], forged],
  // By address or network: only those are trusted, whatever the headers say.
  [proxy, [client, proxy], client],
  [proxy, [forged, client, proxy], client],
  [proxy, [forged, client], client],
  ['10.0.0.0/8', [forged, client, outer, proxy], client],
  ['10.0.0.0/8', [forged, client], client],
  [`${proxy}, ${outer}`, [forged, client, outer, proxy], client],
  ['loopback', [forged, client, '127.0.0.1'], client],
  ['loopback', [forged, client], client],
  // Everybody is trusted: for a server behind a proxy that sets the header itself.
  ['true', [client, proxy], client],
])('with TRUST_PROXY %j a request over %j counts as from %s', async (setting, chain, address) => {
  expect(await addressOf(setting, chain)).toEqual([address, address])
})
