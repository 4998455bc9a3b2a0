import { groups } from '@casebook/domain/shared/groups.ts'
import type { GraphQLField } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Casebook, startCasebook } from '../beds/casebook.ts'
import { documentOf, operations, run } from '../beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../beds/people.ts'
import { makePlace, nowhere, type Place } from '../beds/place.ts'
import type { Row } from './row.ts'
import { rows } from './rows.ts'

const scopesOfTokens = [['read'], ['write'], ['export'], ['read', 'write', 'export']]

let casebook: Casebook
/** Has every group, at a named set of sites. */
let owner: AddedPerson
let sites: string[]
let own: Place
let other: Place
const tokens = new Map<string, string>()

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  own = await makePlace(casebook)
  other = await makePlace(casebook)
  sites = [own.siteid]
  owner = await addPerson(casebook, 'Owner', { groups: [...groups], sites })
  for (const scopes of scopesOfTokens) {
    const input = { name: scopes.join(' '), scopes, days: 1 }
    tokens.set(scopes.join(), (await run(owner, 'addToken', { input }, 'token')).token)
  }
}, 60_000)
afterAll(() => casebook.stop())

async function codeOf(scopes: readonly string[], name: string, variables: unknown): Promise<string> {
  const answer = await fetch(`${casebook.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.get(scopes.join())}` },
    body: JSON.stringify({ query: documentOf(name), variables }),
  })
  const { errors }: Answer = await answer.json()
  return errors ? String(errors[0]?.extensions.code) : 'OK'
}

/** A mutation changes records at its own place. */
async function placeFor(kind: string): Promise<Place> {
  if (kind === 'query') return own
  const place = await makePlace(casebook)
  sites.push(place.siteid)
  await changePerson(casebook, owner.personid, { sites })
  return place
}

/** Whether the schema closes a root field to tokens. */
function isBrowserOnly({ astNode }: GraphQLField<unknown, unknown>) {
  return astNode?.directives?.some(({ name }) => name.value === 'browserOnly') ?? false
}

/** The scope that a token needs for a root field. */
function neededScope({ astNode }: GraphQLField<unknown, unknown>, kind: string): string {
  const given = astNode?.directives?.find(({ name }) => name.value === 'tokenScope')?.arguments?.[0]?.value
  return given?.kind === 'StringValue' ? given.value : kind === 'query' ? 'read' : 'write'
}

const called = [...operations].filter(([, { kind }]) => kind !== 'subscription')

describe.each(
  called.map(([name, { kind, field }]) => ({
    name,
    kind,
    isClosed: isBrowserOnly(field),
    needed: neededScope(field, kind),
  })),
)('$name', ({ name, kind, isClosed, needed }) => {
  const row: Row = rows[name] ?? { give: () => ({}) }

  test.each(scopesOfTokens.map((scopes) => ({ scopes })))('by a token of $scopes', async ({ scopes }) => {
    const isCovered = !isClosed && scopes.includes(needed)
    await row.prepare?.(casebook)
    const place = isCovered ? await placeFor(kind) : own
    expect(await codeOf(scopes, name, row.give(place))).toBe(isCovered ? (row.answer ?? 'OK') : 'FORBIDDEN')
    const given = JSON.stringify(row.give(other))
    if (![other.siteid, other.studyid, other.subjectid].some((id) => given.includes(`"${id}"`))) return
    const elsewhere = await codeOf(scopes, name, row.give(other))
    expect(elsewhere).toBe(isCovered ? await codeOf(scopes, name, row.give(nowhere())) : 'FORBIDDEN')
    expect(elsewhere).not.toBe('OK')
  })
})
