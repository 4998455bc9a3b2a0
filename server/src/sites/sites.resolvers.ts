import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newSiteFields, siteFields } from '@casebook/domain/sites/sites.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { siteShape } from '../shapes/site.shape.ts'
import { insertRecord, removeRecord, updateRecord } from '../writes/records.sql.ts'
import { refuseStale, refuseUnseen } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { findSite, joinSite, listSites, lockSite } from './sites.sql.ts'

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
    async addSite(_, given, { db, scope }, info) {
      const siteid = given.identifier
      const why = whyNotGiven(newSiteFields, given)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const values = { siteid, ...cleanGiven(siteFields, given) }
        const site = await insertRecord(tx, 'site', values, siteShape, selectionOf(info))
        // Otherwise, someone who belongs to named sites would not see the site that they just created.
        if (scope.sites !== 'all') await joinSite(tx, scope.actor.personid, siteid)
        return site
      })
    },

    async updateSite(_, given, { db, scope }, info) {
      const { siteid } = given
      const why = whyNotGiven(siteFields, given)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const site = await lockSite(tx, scope, siteid)
        if (!site) throw problem('site.missing', { field: 'siteid' })
        await refuseStale(tx, { kind: 'site', id: siteid }, site.version, given.version)
        return updateRecord(tx, 'site', { siteid }, cleanGiven(siteFields, given), siteShape, selectionOf(info))
      })
    },

    async removeSite(_, { siteid, version }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const site = await lockSite(tx, scope, siteid)
        if (!site) throw problem('site.missing', { field: 'siteid' })
        await refuseUnseen(tx, { kind: 'site', id: siteid }, site.version, version)
        return removeRecord(tx, 'site', { siteid }, siteShape, selectionOf(info))
      })
    },
  },
}
