import { type Problem, problem } from '../shared/problems.ts'
import { requiredText } from '../shared/record-fields/record-fields.ts'
import { whyNotName } from '../shared/text.rules.ts'

export const maxSiteidLength = 40
/** Lowercase letters; also the pattern that the identifier input shows. */
export const siteidPattern = /^[a-z]{1,40}$/

/** Why a new site may not have this identifier. `field` is its name in `addSite`. */
export function whyNotSiteid(siteid: string, field = 'identifier'): Problem | undefined {
  if (siteid === '') return problem('text.required', { field })
  if (!siteidPattern.test(siteid)) return problem('site.id.pattern', { field, params: { max: maxSiteidLength } })
}

/** What can be changed of a site. */
export const siteFields = {
  name: requiredText('Name', (text) => whyNotName(text, 'name')),
}

/** What a new site is given. */
export const newSiteFields = {
  ...siteFields,
  identifier: requiredText('Identifier', (text) => whyNotSiteid(text)),
}
