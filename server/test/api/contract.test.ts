import { readFileSync } from 'node:fs'
import {
  buildClientSchema,
  buildSchema,
  findBreakingChanges,
  getIntrospectionQuery,
  getNamedType,
  isObjectType,
  printSchema,
} from 'graphql'
import { createSchema } from 'graphql-yoga'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedGroups, enforceAllow } from '../../src/graphql/allow.ts'
import { undescribed } from '../../src/graphql/descriptions.ts'
import { shapedTypes } from '../../src/shapes/shape/shape.ts'
import { type Casebook, personIn, startCasebook } from '../beds/casebook.ts'
import { operations, schema } from '../beds/operations.ts'
import { addPerson } from '../beds/people.ts'
import { bearer } from '../beds/tokens.ts'

const contract = buildSchema(readFileSync(new URL('../../../domain/contract.graphql', import.meta.url), 'utf8'))

describe('the served schema', () => {
  test('has no breaking change from the contract', () => {
    expect(findBreakingChanges(contract, buildSchema(printSchema(schema)))).toEqual([])
  })

  test('allows the same groups as the contract', () => {
    const promised = [contract.getQueryType(), contract.getMutationType(), contract.getSubscriptionType()]
    const fields = promised.flatMap((type) => Object.values(type?.getFields() ?? {}))
    expect(fields).toHaveLength(20 + 38 + 12)
    for (const field of fields) {
      const served = operations.get(field.name)?.field
      expect(served && allowedGroups(schema, served), field.name).toEqual(allowedGroups(contract, field))
    }
  })

  test('says of every root field who may call it', () => {
    for (const { field } of operations.values()) expect(allowedGroups(schema, field), field.name).not.toEqual([])
  })

  test('reads values by the caller’s alias only of objects that come from the database that way', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    const others = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter((type) => !roots.includes(type) && !shapedTypes.has(type.name))
    const mixed = others.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => shapedTypes.has(getNamedType(field.type).name))
        .map((field) => `${type.name}.${field.name}`),
    )
    expect(mixed).toEqual([])
  })

  test('does not start with a root field that does not declare who may call it', () => {
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

  test('is answered in production to signed-in people and tokens', async () => {
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
    const nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
    const script = await bearer(nurse, { scopes: ['read'] })
    const byToken = await personIn(script.browser, production.origin).call(introspect)
    const here = await addPerson(production, 'Lars', { groups: ['hp'] })
    here.browser.setCookie('127.0.0.1', '__Host-casebook_session', here.browser.cookie('casebook_session') ?? '')
    const byCookie = await here.call(introspect)
    const byGuest = await production.guest().call(introspect)
    await production.stop()
    expect(byToken.data.__schema.queryType.name).toBe('Query')
    expect(byCookie.data.__schema.queryType.name).toBe('Query')
    expect(byGuest).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  test('says what every type, field, argument, value, directive and scalar is', async () => {
    const nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
    const { data } = await nurse.call(getIntrospectionQuery({ schemaDescription: true }))
    expect(undescribed(buildClientSchema(data))).toEqual([])
  })

  test('says who may call a root field', async () => {
    const { __schema } = await (await addPerson(casebook, 'Kari', { groups: ['hp'] })).ask(introspect)
    const client = buildClientSchema({ __schema })
    const said = (kind: 'Query' | 'Mutation', name: string) => {
      const type = client.getType(kind)
      return isObjectType(type) ? type.getFields()[name]?.description?.split('\n').at(-1) : undefined
    }
    expect(said('Query', 'listSites')).toBe('Members of admin or hp may call it; by access token with the scope read.')
    expect(said('Mutation', 'addSite')).toBe('Members of admin may call it; by access token with the scope write.')
    expect(said('Mutation', 'updateMe')).toBe('Everybody who is signed in may call it; not by access token.')
  })

  test('reports missing descriptions', () => {
    const bare = buildSchema(
      'directive @d(a: Int) on FIELD "q" type Query { f(b: Int): E } enum E { V } input I { x: Int }',
    )
    const places = ['Query.f', 'Query.f(b:)', 'E', 'E.V', 'I', 'I.x', '@d', '@d(a:)']
    expect(undescribed(bare).sort()).toEqual(places.sort())
  })

  test('is available as text at /graphql/schema to signed-in people and tokens', async () => {
    const nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
    const script = await bearer(nurse, { scopes: ['read'] })
    for (const { browser } of [nurse, script]) {
      const answer = await browser.fetch(`${casebook.origin}/graphql/schema`)
      expect(answer).toMatchObject({ status: 200 })
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(findBreakingChanges(contract, buildSchema(answer.body))).toEqual([])
      expect(answer.body).toContain('Whole seconds since 1970-01-01T00:00:00Z')
    }
    expect(await casebook.guest().browser.fetch(`${casebook.origin}/graphql/schema`)).toMatchObject({ status: 401 })
  })
})
