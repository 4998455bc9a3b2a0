import { readFileSync } from 'node:fs'
import { buildSchema, findBreakingChanges, getIntrospectionQuery, printSchema } from 'graphql'
import { createSchema } from 'graphql-yoga'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedGroups, enforceAllow } from '../src/platform/allow.ts'
import { type Casebook, startCasebook } from './casebook.ts'
import { operations, schema } from './operations.ts'
import { addPerson } from './people.ts'

const contract = buildSchema(readFileSync(new URL('../../domain/contract.graphql', import.meta.url), 'utf8'))

describe('the served schema', () => {
  test('breaks nothing that the contract promises', () => {
    expect(findBreakingChanges(contract, buildSchema(printSchema(schema)))).toEqual([])
  })

  test('lets the same groups call what the contract has', () => {
    const promised = [contract.getQueryType(), contract.getMutationType(), contract.getSubscriptionType()]
    const fields = promised.flatMap((type) => Object.values(type?.getFields() ?? {}))
    expect(fields).toHaveLength(16 + 31 + 10)
    for (const field of fields) {
      const served = operations.get(field.name)?.field
      expect(served && allowedGroups(schema, served), field.name).toEqual(allowedGroups(contract, field))
    }
  })

  test('says of every root field who may call it', () => {
    for (const { field } of operations.values()) expect(allowedGroups(schema, field), field.name).not.toEqual([])
  })

  test('does not start with a root field that says not who may call it', () => {
    const open = createSchema({
      typeDefs: `directive @allow(groups: [String!]!) on FIELD_DEFINITION
        type Query { guarded: Int @allow(groups: ["hp"]) open: Int }`,
    })
    expect(() => enforceAllow(open)).toThrow('open')
  })

  test('does not start with a root field that nobody may call', () => {
    const closed = createSchema({
      typeDefs: `directive @allow(groups: [String!]!) on FIELD_DEFINITION
        type Query { closed: Int @allow(groups: []) }`,
    })
    expect(() => enforceAllow(closed)).toThrow('closed')
  })
})

describe('introspection', () => {
  const introspect = getIntrospectionQuery()
  let casebook: Casebook
  beforeAll(async () => {
    casebook = await startCasebook()
  })
  afterAll(() => casebook.stop())

  test('is answered outside production', async () => {
    const nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
    const { __schema } = await nurse.ask(introspect)
    expect(__schema.queryType.name).toBe('Query')
  })

  test('is refused in production', async () => {
    const production = await startCasebook(
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://casebook.example',
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'casebook',
        OIDC_CLIENT_SECRET: 'a secret that nothing is asked for here',
      },
      casebook,
    )
    const nurse = await addPerson(production, 'Kari', { groups: ['hp'] })
    const token = nurse.browser.cookie('casebook_session') ?? ''
    nurse.browser.setCookie('127.0.0.1', '__Host-casebook_session', token)
    const me = await nurse.call('{ me { sub } }')
    const answer = await nurse.call(introspect)
    await production.stop()
    expect(me.data.me.sub).toBe(nurse.personid)
    expect(answer.data).toBeUndefined()
    expect(answer.errors?.[0]?.message).toContain('introspection')
  })
})
