import { type Problem, problem } from '../shared/problems.ts'
import { whyNotName } from '../shared/text.rules.ts'

export const maxSiteidLength = 40
/** Decisions, section 3; also what the identifier input shows as its pattern. */
export const siteidPattern = /^[a-z]{1,40}$/

/** Why a new site may not have this identifier; `field` is what `addSite` calls it. */
export function whyNotSiteid(siteid: string, field = 'identifier'): Problem | undefined {
  if (siteid === '') return problem('text.required', { field })
  if (!siteidPattern.test(siteid)) return problem('site.id.pattern', { field, params: { max: maxSiteidLength } })
}

export function whyNotSiteName(name: string): Problem | undefined {
  return whyNotName(name, 'name')
}
