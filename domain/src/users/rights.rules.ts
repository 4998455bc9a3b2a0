import { groups, isAdmin, isGroup } from '../shared/groups.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { whyNotName } from '../shared/text.rules.ts'

export const tokenScopes = ['read', 'write', 'export'] as const
/** `calendar`: a token that stands in an address, and so is good for nothing else. */
export type TokenScope = (typeof tokenScopes)[number] | 'calendar'

export const mostTokenDays = 90
export const mostCalendarDays = 365
export const mostTokens = 20

export function whyNotGroups(given: readonly string[]): Problem | undefined {
  const unknown = given.find((group) => !isGroup(group))
  if (unknown !== undefined) {
    return problem('group.unknown', { field: 'groups', params: { group: unknown, groups: groups.join(', ') } })
  }
}

/** Where a person belongs: to all sites, or to the named ones. */
export type Belonging = { all_sites: boolean; sites: readonly string[] }

/**
 * Whether an administrator of the sites `own` may see and change a person: all of the person's sites must be among
 * them, so a person of all sites never qualifies, nor does one without any site. A person who waits for approval has no
 * site yet, and every administrator may see them.
 */
export function mayAdminister(own: 'all' | readonly string[], person: Belonging & { state: string }): boolean {
  if (own === 'all') return true
  const isSomewhere = person.sites.length > 0 || person.state === 'pending'
  return isSomewhere && isWithin(own, person)
}

function isWithin(own: readonly string[], { all_sites, sites }: Belonging): boolean {
  return !all_sites && sites.every((siteid) => own.includes(siteid))
}

/** Whether a change by an administrator of the sites `own` leaves a person with sites that are not among them. */
export function whyNotSites(own: 'all' | readonly string[], after: Belonging): Problem | undefined {
  if (own !== 'all' && !isWithin(own, after)) return problem('person.sites.not-own', { field: 'sites' })
}

type Rights = { state: string; groups: readonly string[]; all_sites: boolean }

/** Whether a change would remove the last active administrator of all sites. `others`: the number of others. */
export function whyNotLastAdmin(before: Rights, after: Rights, others: number): Problem | undefined {
  const holdsAll = ({ state, groups: held, all_sites }: Rights) => state === 'active' && isAdmin(held) && all_sites
  if (holdsAll(before) && !holdsAll(after) && others === 0) return problem('admin.last')
}

type NewToken = {
  name: string
  scopes: readonly string[]
  days: number
  studies?: readonly string[] | null | undefined
}

export function whyNotToken({ name, scopes, days, studies }: NewToken): Problem | undefined {
  const why = whyNotName(name, 'name')
  if (why) return why
  if (scopes.length === 0)
    return problem('token.scopes', { field: 'scopes', params: { scopes: tokenScopes.join(', ') } })
  const isCalendar = scopes.includes('calendar')
  if (isCalendar && scopes.length > 1) return problem('token.calendar', { field: 'scopes' })
  if (isCalendar && studies?.length !== 1) return problem('token.calendar', { field: 'studies' })
  const max = isCalendar ? mostCalendarDays : mostTokenDays
  if (days < 1 || days > max) return problem('token.days', { field: 'days', params: { max } })
  if (studies?.length === 0) return problem('token.studies', { field: 'studies' })
}
