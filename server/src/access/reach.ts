import type { Scope } from './scope.ts'

/** The sites that a caller sees and, for an access token confined to studies, the studies. */
export type Reach = { sites: 'all' | readonly string[]; studies: 'all' | readonly string[] }

export function reachOf({ sites, studies }: Scope): Reach {
  return { sites, studies: studies ?? 'all' }
}

/** Whether the reach `now` covers everything that `before` covers. */
export function reachesAll(now: Reach, before: Reach): boolean {
  return includesAll(now.sites, before.sites) && includesAll(now.studies, before.studies)
}

function includesAll(now: Reach['sites'], before: Reach['sites']): boolean {
  return now === 'all' || (before !== 'all' && before.every((id) => now.includes(id)))
}
