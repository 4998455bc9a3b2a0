import { readFileSync } from 'node:fs'
import { groups as allGroups, type Group } from '@casebook/domain/shared/groups.ts'
import { buildSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowedGroups } from '../../src/graphql/allow.ts'
import { type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { openLive, until } from '../beds/live.ts'
import { attempt, documentOf, operations } from '../beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../beds/people.ts'
import { makePlace, nowhere, type Place } from '../beds/place.ts'
import type { Row } from './row.ts'
import { rows } from './rows.ts'

const contract = buildSchema(readFileSync(new URL('../../../domain/contract.graphql', import.meta.url), 'utf8'))
const promised = [contract.getQueryType(), contract.getMutationType(), contract.getSubscriptionType()].map((type) =>
  type?.getFields(),
)

/** The groups that may call a root field: those of the contract, or else of the row. */
function groupsOf(name: string): readonly string[] {
  const field = promised.map((fields) => fields?.[name]).find((found) => found !== undefined)
  return field ? allowedGroups(contract, field) : (rows[name]?.groups ?? [])
}

const named = {
  patient: ['patient'],
  nurse: ['hp'],
  coordinator: ['hp', 'study:admin', 'subject:admin'],
  'administrator limited to sites': ['admin', 'hp', 'study:admin', 'subject:admin'],
  'nobody in particular': [],
  ...Object.fromEntries(allGroups.map((group): [string, Group[]] => [`somebody of ${group} alone`, [group]])),
} satisfies Record<string, readonly Group[]>

/** Ids that show where a row refers to them. */
const samplePlace = nowhere()

let casebook: Casebook
/** The place that every person in the test belongs to. */
let own: Place & { sibling: Place }
/** The place that none of them belongs to. */
let other: Place
const people = new Map<string, { person: AddedPerson; groups: readonly Group[] }>()
let chief: AddedPerson
const without = new Map<string, Person>()

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  own = await makePlace(casebook)
  other = await makePlace(casebook)
  for (const [name, groups] of Object.entries(named)) {
    people.set(name, { person: await addPerson(casebook, name, { groups, sites: [own.siteid] }), groups })
  }
  const all = { groups: named['administrator limited to sites'], sites: 'all' } as const
  chief = await addPerson(casebook, 'Administrator of all sites', all)
  const deactivated = await addPerson(casebook, 'Deactivated', all)
  await changePerson(casebook, deactivated.personid, { state: 'deactivated' })
  const pending = await addPerson(casebook, 'Pending', all)
  await changePerson(casebook, pending.personid, { state: 'pending' })
  without.set('a guest', casebook.guest())
  without.set('the newcomer, having signed in', await casebook.as('newcomer'))
  without.set('somebody pending who kept a cookie', pending)
  without.set('somebody deactivated who kept a cookie', deactivated)
}, 60_000)
afterAll(() => casebook.stop())

/** Where a root field is called: a mutation gets a place that nobody else uses. */
async function placeFor(name: string, person: AddedPerson): Promise<Place & { sibling: Place }> {
  if (operations.get(name)?.kind !== 'mutation') return own
  const place = await makePlace(casebook)
  const sites = belongsTo.get(person) ?? [own.siteid]
  sites.push(place.siteid)
  belongsTo.set(person, sites)
  await changePerson(casebook, person.personid, { sites })
  return place
}
const belongsTo = new Map<AddedPerson, string[]>()

type Outcome = { code: string; text: string; status: number }

async function outcomeOf(person: Person, name: string, variables: Record<string, unknown>): Promise<Outcome> {
  if (operations.get(name)?.kind === 'subscription') return outcomeOfWatching(person, name, variables)
  const { status, ...answer } = await attempt(person, name, variables)
  const [error] = answer.errors ?? []
  return { status, code: error ? String(error.extensions?.code ?? error.message) : 'OK', text: JSON.stringify(answer) }
}

async function outcomeOfWatching(person: Person, name: string, variables: Record<string, unknown>): Promise<Outcome> {
  const live = openLive(person)
  const watched = live.watch(name, variables)
  await until(`${name} is answered`, () => {
    casebook.services.live.publishReadAgain()
    return watched.state.ended !== undefined || watched.changes.length > 0
  })
  const code = String(watched.codes[0] ?? watched.state.ended ?? 'OK')
  await live.close()
  return { status: 200, code, text: JSON.stringify(watched.codes) }
}

/** The place's ids in a row's variables, by their path. */
function idsIn(variables: unknown, place: Place, path: string[] = []): { path: string[]; key: keyof Place }[] {
  if (typeof variables === 'string') {
    const key = placeKeys.find((known) => place[known] === variables)
    return key ? [{ path, key }] : []
  }
  if (typeof variables !== 'object' || variables === null) return []
  return Object.entries(variables).flatMap(([key, value]) => idsIn(value, place, [...path, key]))
}
const placeKeys = Object.keys(nowhere()).filter((key): key is keyof Place => key in nowhere())

function replaced(variables: unknown, [key, ...rest]: string[], value: string): unknown {
  if (key === undefined) return value
  if (Array.isArray(variables))
    return variables.map((item, place) => (String(place) === key ? replaced(item, rest, value) : item))
  return { ...Object(variables), [key]: replaced(Object(variables)[key], rest, value) }
}

test('every root field has its row, and every row its root field', () => {
  expect(Object.keys(rows).sort()).toEqual([...operations.keys()].sort())
  for (const name of operations.keys()) expect(groupsOf(name), name).not.toEqual([])
})

describe.each([...operations.keys()].filter((name) => rows[name]))('%s', (name) => {
  const row: Row = rows[name] ?? { give: () => ({}) }
  const allowed = groupsOf(name)
  const isSubscription = operations.get(name)?.kind === 'subscription'
  const mayCall = (groups: readonly string[]) =>
    allowed.includes('signed-in') || groups.some((group) => allowed.includes(group))
  const isFineFor = (groups: readonly string[]) => row.finer?.some((group) => groups.includes(group)) ?? true
  const isOfPlace = idsIn(row.give(samplePlace), samplePlace).length > 0

  test('refuses people who are not signed in or not active with UNAUTHENTICATED', async () => {
    for (const [who, person] of without) {
      if (isSubscription) continue
      const { status, errors, data } = await person.call(documentOf(name), row.give(own))
      expect({ who, status, code: errors?.[0]?.extensions.code, data }).toEqual({
        who,
        status: 401,
        code: 'UNAUTHENTICATED',
        data: undefined,
      })
    }
  })

  test('answers each group as in the contract, at an own site', async () => {
    await each(async (who, person, groups) => {
      const place = mayCall(groups) ? await placeFor(name, person) : own
      const caller = row.endsSession ? await addPerson(casebook, who, { groups, sites: [own.siteid] }) : person
      const { code } = await outcomeOf(caller, name, row.give(place))
      expect(`${who}: ${code}`).toBe(
        `${who}: ${mayCall(groups) && isFineFor(groups) ? (row.answer ?? 'OK') : 'FORBIDDEN'}`,
      )
    })
  })

  if (!isOfPlace) return

  test('answers an administrator of all sites at any site', async () => {
    const place = await makePlace(casebook)
    const { code } = await outcomeOf(chief, name, row.give(place))
    expect(code).toBe(allowed.includes('patient') ? 'FORBIDDEN' : (row.answer ?? 'OK'))
  })

  test('answers for another site byte for byte as for records that do not exist', async () => {
    await each(async (who, person, groups) => {
      const elsewhere = await outcomeOf(person, name, row.give(other))
      const missing = await outcomeOf(person, name, row.give(nowhere()))
      expect(`${who}: ${elsewhere.code}`).toBe(`${who}: ${mayCall(groups) ? 'NOT_FOUND' : 'FORBIDDEN'}`)
      expect(elsewhere).toEqual(missing)
    })
  })

  test('refuses ids that do not belong together with NOT_FOUND', async () => {
    const boss = people.get('administrator limited to sites')
    if (!boss) throw new Error('there is no limited administrator')
    const place = await placeFor(name, boss.person)
    const given = row.give(place)
    const ids = idsIn(given, place).filter(({ key, path }) => key !== 'identifier' && path[0] !== row.apart)
    for (const [where, wrong] of Object.entries({ sibling: place.sibling, other, nowhere: nowhere() })) {
      for (const { path, key } of ids) {
        const mixed = ids.map((id) => ({ key: id.key, value: id.path === path ? wrong[key] : place[id.key] }))
        if ([place, place.sibling].some((one) => belongTogether(mixed, one))) continue
        const { code } = await outcomeOf(boss.person, name, Object(replaced(row.give(place), path, wrong[key])))
        expect(`${path.join('.')} of ${where}: ${code}`).toBe(`${path.join('.')} of ${where}: NOT_FOUND`)
      }
    }
  })
})

async function each(work: (who: string, person: AddedPerson, groups: readonly Group[]) => Promise<void>) {
  await Promise.all([...people].map(([who, { person, groups }]) => work(who, person, groups)))
}

/** A device belongs to the whole site, so any device of it fits either study. */
function belongTogether(mixed: { key: keyof Place; value: string }[], place: Place) {
  return mixed.every(
    ({ key, value }) =>
      value === place[key] ||
      (key === 'deviceid' && value.length === place.deviceid.length && value !== other.deviceid),
  )
}
