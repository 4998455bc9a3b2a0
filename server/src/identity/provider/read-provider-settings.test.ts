import { expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { ConfigError } from '../../config/config-error.ts'
import { readProviderSettings } from './read-provider-settings.ts'

const base = {
  OIDC_ISSUER: 'https://issuer.example/realms/health/',
  OIDC_CLIENT_ID: 'casebook',
  OIDC_CLIENT_SECRET: 'x',
}
const read = (env: Record<string, string> = {}) => readProviderSettings(readConfig({ ...base, ...env }))

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes
  }
  throw new Error('nothing was wrong')
}

test('without a provider there are no provider settings', () => {
  expect(readProviderSettings(readConfig({}))).toBeUndefined()
})

test('a provider without further settings is a standard one, with its issuer unchanged', () => {
  expect(read()).toMatchObject({
    issuer: 'https://issuer.example/realms/health/',
    scopes: 'openid profile',
    prompt: 'login',
    allowHttp: false,
    claims: { given_name: 'given_name', email: 'email' },
  })
  expect(read()?.level).toBeUndefined()
  expect(read()?.groups).toBeUndefined()
})

test('a kind of provider has default scopes, claims and level, which every setting overrides', () => {
  expect(read({ OIDC_PROVIDER: 'helseid' })).toMatchObject({
    name: 'HelseID',
    level: { claim: 'helseid://claims/identity/security_level', atLeast: '4' },
  })
  expect(read({ OIDC_PROVIDER: 'idporten' })).toMatchObject({
    acrValues: 'idporten-loa-high',
    level: { claim: 'acr', atLeast: 'idporten-loa-high' },
  })
  const overruled = read({
    OIDC_PROVIDER: 'helseid',
    OIDC_PROVIDER_NAME: 'Our identity',
    OIDC_SCOPES: 'openid',
    OIDC_LEVEL_MIN: '3',
    OIDC_LEVEL_CLAIM: 'acr',
    OIDC_PROMPT: '',
    OIDC_CLAIMS: 'hpr_number=https://claims.example/hpr=number; given_name=first',
  })
  expect(overruled).toMatchObject({
    name: 'Our identity',
    scopes: 'openid',
    prompt: '',
    level: { claim: 'acr', atLeast: '3' },
    claims: { hpr_number: 'https://claims.example/hpr=number', given_name: 'first', family_name: 'family_name' },
  })
  expect(read({ OIDC_PROVIDER: 'helseid', OIDC_LEVEL_MIN: 'none' })?.level).toBeUndefined()
})

test('groups are mapped by name, and admin is disabled unless enabled', () => {
  const groups = read({ OIDC_GROUPS_CLAIM: 'roles', OIDC_GROUPS_MAP: 'Nurses, ward 3=hp;Leads=study:admin' })?.groups
  expect(groups).toEqual({
    claim: 'roles',
    map: new Map([
      ['Nurses, ward 3', 'hp'],
      ['Leads', 'study:admin'],
    ]),
    admin: false,
  })
  expect(
    read({ OIDC_GROUPS_CLAIM: 'roles', OIDC_GROUPS_MAP: 'a=admin', OIDC_GROUPS_ADMIN: 'true' })?.groups?.admin,
  ).toBe(true)
})

test('every mistake is named', () => {
  expect(
    mistakesOf({
      OIDC_PROVIDER: 'facebook',
      OIDC_CLAIMS: 'first=given_name',
      OIDC_LEVEL_CLAIM: 'acr',
      OIDC_GROUPS_MAP: 'Nurses=nurse',
      OIDC_TIMEOUT_SECONDS: '0',
    }).map((line) => line.split(/[ :]/)[0]),
  ).toEqual(['OIDC_PROVIDER', 'OIDC_CLAIMS', 'OIDC_LEVEL_MIN', 'OIDC_GROUPS_MAP', 'OIDC_TIMEOUT_SECONDS'])
  expect(mistakesOf({ OIDC_GROUPS_CLAIM: 'roles' })).toEqual([expect.stringContaining('OIDC_GROUPS_MAP is missing')])
  expect(mistakesOf({ OIDC_GROUPS_MAP: 'a=hp' })).toEqual([expect.stringContaining('OIDC_GROUPS_CLAIM is missing')])
})

test('production refuses plain http from other hosts', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://casebook.example',
    OIDC_ISSUER: 'http://issuer.example',
    DATABASE_URL: 'postgres://127.0.0.1/casebook',
  }
  expect(mistakesOf(production)).toEqual(['OIDC_ISSUER must begin with https:// in production.'])
})
