import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dropDatabases, type FreshDatabase, freshDatabase } from '../../../test/beds/database.ts'
import { runOnce } from '../../../test/beds/run-once.ts'
import { exitStatus } from '../../mistakes/mistake.ts'
import type { Finding } from './finding.ts'

vi.setConfig({ testTimeout: 60_000 })

let home: string
let database: FreshDatabase
let server: Server
let host: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'casebook-check-tls-'))
  database = await freshDatabase()
  const [key, cert] = [join(home, 'server.key'), join(home, 'server.crt')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert],
    ],
    { stdio: 'pipe' },
  )
  // Provider, store and Casebook's own address in one, as far as they are reached at all.
  server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
    const issuer = `https://${host}`
    const metadata = { issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` }
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [{ kty: 'RSA' }] } : metadata))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  host = `localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await dropDatabases()
  await rm(home, { recursive: true, force: true })
})

/** What `check` finds in production, with each service behind the same certificate. */
async function check(env: Record<string, string> = {}) {
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${host}`,
    DATA_DIR: home,
    SECRET_KEY: 'a secret of thirty-two characters or more',
    DATABASE_URL: database.runtime.url,
    DATABASE_OWNER_URL: database.owner.url,
    S3_ENDPOINT: `https://${host}`,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    SMTP_URL: `smtps://${host}`,
    MAIL_FROM: 'Casebook <casebook@example.org>',
    OIDC_ISSUER: `https://${host}`,
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_SECRET: 'a secret',
    ...env,
  }
  const { stdout } = await runOnce('cli', settings, { args: ['check', '--json'] })
  const { findings }: { findings: Finding[] } = JSON.parse(stdout.join('\n'))
  return findings
}

const distrust = 'not signed by an authority that is trusted here (DEPTH_ZERO_SELF_SIGNED_CERT)'

test('a certificate that is not trusted is named for store, mail server, provider and PUBLIC_URL, with what to do', async () => {
  const failed = (await check()).filter(({ state }) => state === 'failed')
  expect(failed).toEqual([
    expect.objectContaining({ part: 'store', status: exitStatus.store, sentence: expect.stringContaining(distrust) }),
    expect.objectContaining({ part: 'mail', status: exitStatus.mail, sentence: expect.stringContaining(distrust) }),
    expect.objectContaining({
      part: 'provider',
      status: exitStatus.provider,
      sentence: expect.stringContaining(distrust),
    }),
    expect.objectContaining({ part: 'network', sentence: expect.stringContaining(distrust) }),
  ])
  for (const { sentence } of failed)
    expect(sentence).toContain('NODE_EXTRA_CA_CERTS names a file with further authorities')
})

test('NODE_EXTRA_CA_CERTS makes it trusted', async () => {
  const findings = await check({ NODE_EXTRA_CA_CERTS: join(home, 'server.crt') })
  expect(findings.filter(({ sentence }) => sentence.includes(distrust))).toEqual([])
  for (const part of ['provider', 'clock', 'network'])
    expect(findings).toContainEqual(expect.objectContaining({ part, state: 'ok' }))
})

test('a HOST that only this machine reaches is a note in production', async () => {
  const note = (findings: Finding[]) => findings.filter(({ sentence }) => sentence.includes('only a proxy on this'))
  expect(note(await check())).toEqual([
    { part: 'network', state: 'note', sentence: expect.stringContaining('For a balancer elsewhere set HOST=0.0.0.0') },
  ])
  expect(note(await check({ HOST: '0.0.0.0' }))).toEqual([])
})
