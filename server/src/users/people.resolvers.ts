import { problem } from '@casebook/domain/shared/problems.ts'
import { mayAdminister, whyNotGroups, whyNotLastAdmin, whyNotSites } from '@casebook/domain/users/rights.rules.ts'
import type { Resolvers, RightsInput } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { lockPerson, type Person } from '../identity/people/people.sql.ts'
import { givenReason, refuseStale } from '../writes/versions.ts'
import { type PeopleWrite, writePeople } from '../writes/write.ts'
import {
  countOtherAdmins,
  listMissingSites,
  listPeople,
  type PersonRow,
  type Rights,
  setRights,
  setState,
} from './administration.sql.ts'
import { invalidateSessions } from './sessions.sql.ts'

const apiStates = { pending: 'PENDING', active: 'ACTIVE', deactivated: 'DEACTIVATED' } as const
const storedStates = { PENDING: 'pending', ACTIVE: 'active', DEACTIVATED: 'deactivated' } as const

function personOf(row: PersonRow) {
  const { asserted_name: name, hpr_number, assurance_level, first_seen_at, last_seen_at, ...person } = row
  const asserted = first_seen_at &&
    last_seen_at && {
      name,
      hpr_number,
      assurance_level,
      first_seen: first_seen_at.toISOString(),
      last_seen: last_seen_at.toISOString(),
    }
  return {
    ...person,
    state: apiStates[row.state],
    created_at: row.created_at.toISOString(),
    sessionCount: row.session_count,
    tokenCount: row.token_count,
    asserted,
  }
}

async function readPerson(
  { people, config }: RequestContext,
  personid: string,
  /** The caller's sites. */
  own: RequestContext['scope']['sites'],
) {
  const [row] = await listPeople(people, own, config, { personid })
  if (!row) throw problem('person.missing', { field: 'personid' })
  return personOf(row)
}

type Change = { personid: string; version?: number | null | undefined; reason?: string | null | undefined }

type Work = (tx: PeopleWrite, person: Person, otherAdmins: number) => Promise<unknown>

/** One attributed change of a person. Locks the person and all administrators. Returns the person after the change. */
async function change(context: RequestContext, { personid, version, reason }: Change, work: Work) {
  await writePeople(context.people, context.scope.actor, givenReason(reason), async (tx) => {
    const otherAdmins = await countOtherAdmins(tx, personid)
    const person = await lockPerson(tx, personid)
    if (!mayAdminister(context.scope.sites, person)) throw problem('person.missing')
    await refuseStale(tx, { kind: 'person', id: personid }, person.version, version)
    await work(tx, person, otherAdmins)
  })
  // Also if the change took them out of the caller's sight, as the removal of their last site does.
  return readPerson(context, personid, 'all')
}

type Given = { input: RightsInput; state: Rights['state']; otherAdmins: number }

async function giveRights(
  { scope }: RequestContext,
  tx: PeopleWrite,
  person: Person,
  { input, state, otherAdmins }: Given,
) {
  const groups = [...new Set(input.groups)]
  const sites = input.all_sites ? [] : [...new Set(input.sites)]
  const after = { state, groups, all_sites: input.all_sites, sites }
  const why = whyNotGroups(groups) ?? whyNotSites(scope.sites, after) ?? whyNotLastAdmin(person, after, otherAdmins)
  if (why) throw why
  const missing = await listMissingSites(
    tx,
    scope,
    sites.filter((siteid) => !person.sites.includes(siteid)),
  )
  if (missing.length > 0) throw problem('site.missing', { field: 'sites' })
  await setRights(tx, person.personid, after)
}

export const peopleResolvers = {
  Query: {
    async listPeople(_, { state }, { people, scope, config }) {
      const rows = await listPeople(people, scope.sites, config, { state: state ? storedStates[state] : undefined })
      return rows.map(personOf)
    },
    getPerson: (_, { personid }, context) => readPerson(context, personid, context.scope.sites),
  },
  Mutation: {
    approvePerson: (_, { personid, input }, context) =>
      change(context, { personid, version: input.version }, async (tx, person, otherAdmins) => {
        if (person.state !== 'pending') throw problem('person.not-pending')
        await giveRights(context, tx, person, { input, state: 'active', otherAdmins })
      }),

    updatePerson: (_, { personid, input }, context) =>
      change(context, { personid, version: input.version }, async (tx, person, otherAdmins) => {
        if (person.state === 'pending') throw problem('person.not-active')
        await giveRights(context, tx, person, { input, state: person.state, otherAdmins })
      }),

    deactivatePerson: (_, args, context) =>
      change(context, args, async (tx, person, otherAdmins) => {
        if (person.state !== 'active') throw problem('person.not-active')
        const why = whyNotLastAdmin(person, { ...person, state: 'deactivated' }, otherAdmins)
        if (why) throw why
        await setState(tx, person.personid, 'deactivated')
      }),

    // Earlier sessions stay invalid. Until then their owners are told that they are refused.
    reactivatePerson: (_, args, context) =>
      change(context, args, async (tx, person) => {
        if (person.state !== 'deactivated') throw problem('person.not-deactivated')
        await setState(tx, person.personid, 'active')
        await invalidateSessions(tx, person.personid)
      }),

    endPersonSessions: (_, { personid }, context) =>
      change(context, { personid }, (tx) => invalidateSessions(tx, personid)),
  },
} satisfies Resolvers
