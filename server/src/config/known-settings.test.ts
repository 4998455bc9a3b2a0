import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { editDistance, findMistyped, knownSettings } from './known-settings.ts'
import { readTrust } from './trust-proxy.ts'

test('the known settings are those of .env.example', async () => {
  const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
  const named = text.split('\n').flatMap((line) => /^#?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
  const ours = named.filter((name) => !name.startsWith('OTEL_'))
  expect([...ours].sort()).toEqual([...knownSettings].sort())
})

test('a missing, additional, different or swapped letter is one step', () => {
  for (const typed of ['S3_BUKET', 'S3_BUCKKET', 'S3_BUCKER', 'S3_BUCEKT'])
    expect(editDistance(typed, 'S3_BUCKET')).toBe(1)
  expect(editDistance('', 'abc')).toBe(3)
})

test('the distance is symmetric, and 0 only for equal texts', () => {
  const word = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a))
      expect(editDistance(a, b) === 0).toBe(a === b)
    }),
  )
})

test('every setting with one letter left out is recognised', () => {
  for (const name of knownSettings.filter((known) => known.includes('_') && known.length > 6)) {
    const typed = name.slice(0, -2) + name.slice(-1)
    if (knownSettings.includes(typed)) continue
    expect(findMistyped({ [typed]: 'x' })[0]?.meant, typed).toBeDefined()
  }
})

test('variables of other programs are left alone', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'LANG', 'LC_ALL', 'NODE_OPTIONS', 'npm_config_cache', 'XDG_RUNTIME_DIR']
  const alsoOthers = [
    'KUBERNETES_SERVICE_PORT',
    'INVOCATION_ID',
    'JOURNAL_STREAM',
    'SESSION_MANAGER',
    'SSL_CERT_FILE',
    'HTTP_PROXY',
    'NO_PROXY',
  ]
  const env = Object.fromEntries(
    [...others, ...alsoOthers, 'OTEL_SERVICE_NAME', 'PGSSLMODE'].map((name) => [name, 'x']),
  )
  expect(findMistyped(env)).toEqual([])
  expect(readConfig(env).warnings).toEqual([])
})

test('a setting that is given is not suggested for another name', () => {
  expect(findMistyped({ S3_BUKET: 'a', S3_BUCKET: 'b' })).toEqual([{ name: 'S3_BUKET' }])
})

test('TRUST_PROXY accepts addresses, networks, a number or a keyword, and nothing else', () => {
  for (const good of ['10.0.0.5', '10.0.0.0/8, ::1', 'loopback', 'fd00::/8', '2', 'true'])
    expect(readTrust(good), good).toBeDefined()
  for (const bad of ['10.0.0', '10.0.0.0/33', 'haproxy', '10.0.0.5;10.0.0.6', '::1/129', '1.2.3.4/8/8'])
    expect(readTrust(bad), bad).toBeUndefined()
})

test('in production, http and the embedded database must be allowed explicitly', () => {
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://casebook.example',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'c',
    OIDC_CLIENT_SECRET: 's',
  }
  expect(() => readConfig(env)).toThrow('PUBLIC_URL must begin with https://')
  expect(() => readConfig(env)).toThrow('DATABASE_URL is missing: in production')
  const config = readConfig({ ...env, ALLOW_HTTP: 'true', DATABASE_URL: 'embedded' })
  expect(config.databaseUrl).toBeUndefined()
  expect(readConfig({}).databaseUrl).toBeUndefined()
})
