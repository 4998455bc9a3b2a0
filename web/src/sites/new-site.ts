import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newSiteFields, siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { watch } from '../calls/graphql.ts'
import {
  AddSiteDocument,
  type AddSiteMutation,
  RemoveSiteDocument,
  SitesDocument,
  UpdateSiteDocument,
} from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { correctedBy, savedBy, takenBackBy } from '../records/use-record.ts'

/** A site to add. The screen that adds it shows `SitesDocument`, so that it is known what became of a lost addition. */
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
    // A site keeps its identifier: with another one, it is another site. One that somebody works with by now stays.
    return isUntouched(addedid, added.version)
      ? takenBackBy(RemoveSiteDocument, { siteid: addedid })
      : savedBy(AddSiteDocument, given)
  },
}

function isUntouched(siteid: string, version: number): boolean {
  const sites = watch(SitesDocument, {}).reading().data?.listSites ?? []
  const site = sites.find((one) => one.siteid === siteid)
  return site?.version === version && site.studyCount === 0 && site.deviceCount === 0
}
