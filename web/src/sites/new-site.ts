import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newSiteFields, siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { AddSiteDocument, type AddSiteMutation, UpdateSiteDocument } from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { correctedBy, replacedBy, savedBy } from '../records/use-record.ts'

/** A site to add. */
export const newSite = {
  record: 'new-site',
  blank: blankFields(newSiteFields),
  plan(typed: Fields, _over: number | null, { added }: Known<AddSiteMutation>) {
    const given = givenFields(newSiteFields, typed)
    const problem = whyNotGiven(newSiteFields, given)
    if (problem) return problem
    const siteid = given.identifier
    if (!added) return savedBy(AddSiteDocument, given)
    const { siteid: addedid } = added.data.addSite
    if (addedid === siteid)
      return correctedBy(UpdateSiteDocument, { siteid, ...givenFields(siteFields, typed), version: added.version })
    // A site keeps its identifier: with another one, it is another site. The person may have seen the first one, and gone on.
    return replacedBy(AddSiteDocument, given)
  },
}
