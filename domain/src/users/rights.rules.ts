import { groups, isAdmin, isGroup } from '../shared/groups.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { whyNotName } from '../shared/text.rules.ts'

export const tokenScopes = ['read', 'write', 'export'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const mostTokenDays = 90
export const mostTokens = 20

export function whyNotGroups(given: readonly string[]): Problem | undefined {
  const unknown = given.find((group) => !isGroup(group))
  if (unknown !== undefined) {
    return problem('group.unknown', { field: 'groups', params: { group: unknown, groups: groups.join(', ') } })
  }
}

type Sites = { all_sites: boolean; sites: readonly string[] }

/** Whether an administrator of some sites gives or takes others: all that differs must lie among the own ones. */
export function whyNotSites(own: 'all' | readonly string[], before: Sites, after: Sites): Problem | undefined {
  if (own === 'all') return undefined
  const differing = [
    ...after.sites.filter((siteid) => !before.sites.includes(siteid)),
    ...before.sites.filter((siteid) => !after.sites.includes(siteid)),
  ]
  if (before.all_sites !== after.all_sites || differing.some((siteid) => !own.includes(siteid))) {
    return problem('person.sites.not-own', { field: 'sites' })
  }
}

type Rights = { state: string; groups: readonly string[] }

/** Whether a change takes the product's last active administrator away. `others`: how many active ones there are besides. */
export function whyNotLastAdmin(before: Rights, after: Rights, others: number): Problem | undefined {
  const isActiveAdmin = ({ state, groups: held }: Rights) => state === 'active' && isAdmin(held)
  if (isActiveAdmin(before) && !isActiveAdmin(after) && others === 0) return problem('admin.last')
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
  if (days < 1 || days > mostTokenDays) return problem('token.days', { field: 'days', params: { max: mostTokenDays } })
  if (studies?.length === 0) return problem('token.studies', { field: 'studies' })
}
