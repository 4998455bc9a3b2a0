import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { whyNotSiteid, whyNotSiteName } from '@casebook/domain/sites/sites.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { siteShape } from '../shapes/site.shape.ts'
import { removeRecord } from '../writes/removal.sql.ts'
import { refuseStale } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { findSite, insertSite, joinSite, listSites, lockSite, updateSite } from './sites.sql.ts'

export const sitesResolvers: Resolvers = {
  Query: {
    listSites: async (_, __, { lists, scope }, info) => (await listSites(lists, scope, selectionOf(info))) ?? [],

    async getSite(_, { siteid }, { shortReads, scope }, info) {
      const site = await findSite(shortReads, scope, siteid, selectionOf(info))
      if (site === undefined) throw problem('site.missing', { field: 'siteid' })
      return site
    },
  },
  Mutation: {
    async addSite(_, { identifier, name }, { db, scope }, info) {
      const why = whyNotSiteid(identifier) ?? whyNotSiteName(name)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const site = await insertSite(tx, { siteid: identifier, name: cleanName(name) }, selectionOf(info))
        // Otherwise, someone who belongs to named sites would not see the site that they just created.
        if (scope.sites !== 'all') await joinSite(tx, scope.actor.personid, identifier)
        return site
      })
    },

    async updateSite(_, { siteid, name, version }, { db, scope }, info) {
      const why = whyNotSiteName(name)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const site = await lockSite(tx, scope, siteid)
        if (!site) throw problem('site.missing', { field: 'siteid' })
        await refuseStale(tx, { kind: 'site', id: siteid }, site.version, version)
        return updateSite(tx, siteid, cleanName(name), selectionOf(info))
      })
    },

    async removeSite(_, { siteid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
        return removeRecord(tx, 'site', { siteid }, siteShape, selectionOf(info))
      })
    },
  },
}
