import { todayIn } from '@casebook/domain/activities/today.ts'
import { definitionsText, withoutAdditions } from '@casebook/domain/exports/definitions/definitions.ts'
import { whyNotImportName } from '@casebook/domain/exports/import/import-plan.ts'
import { maxConfirmationLength } from '@casebook/domain/forms/judgement.ts'
import { sameText } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotText } from '@casebook/domain/shared/text.rules.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import { release } from '../config/release.ts'
import type { ImportInput, Resolvers } from '../generated/resolvers.ts'
import { findStudyRow } from '../studies/studies.sql.ts'
import { gatherStatistics } from '../writes/statistics.ts'
import { write } from '../writes/write.ts'
import { readDefinitions } from './definitions.sql.ts'
import { makeDefinitions, shownDefinitions, shownFile } from './import-definitions.ts'
import { applyImport, outcomeOf, reasonOf, refusedBy } from './import-file.ts'
import { readTarget } from './imports.sql.ts'
import { nameOrigins } from './origins.sql.ts'
import { applyRedcap, planRedcap } from './redcap-data.ts'
import { hashFile, planFile, previewText } from './thread/ask-thread.ts'
import type { GivenFile } from './thread/work.ts'

export const importsResolvers: Resolvers = {
  Query: {
    async previewImport(_, { input }, { db, scope, config }) {
      const file = fileOf(input)
      const place = placeOf(input, config.studyTimezone)
      const answer =
        input.format === 'REDCAP'
          ? await planRedcap(db, scope, place, file, config.studyTimezone)
          : await planFile(file, await readTarget(db, scope, place))
      const judged = refusedBy(answer, await findStudyRow(db, scope, input.studyid))
      return outcomeOf(judged, await nameOrigins(db, scope, answer.origins))
    },

    async getDefinitions(_, { siteid, studyid }, { db, scope }) {
      const definitions = await readDefinitions(db, scope, studyid, { published: true })
      if (definitions.siteid !== siteid) throw problem('study.missing', { field: 'studyid' })
      const { studyName } = definitions
      return definitionsText(definitions, { studyName, at: new Date().toISOString(), release })
    },

    async previewDefinitions(_, { studyid, definitions }, { db, scope }) {
      return shownDefinitions(await judged(db, scope, studyid, definitions))
    },

    async previewDefinitionsFile(_, { studyid, definitions }, { db, scope }) {
      return shownFile(await judged(db, scope, studyid, definitions))
    },
  },
  Mutation: {
    async addImport(_, { input }, { db, scope, config }) {
      const file = fileOf(input)
      const place = placeOf(input, config.studyTimezone)
      const reason = reasonOf(input.filename, await hashFile(file), place.confirmed)
      const answer = await write(db, scope, reason, (tx) =>
        input.format === 'REDCAP'
          ? applyRedcap(tx, scope, place, file, config.studyTimezone)
          : applyImport(tx, scope, place, file),
      )
      await gatherStatistics(db)
      return outcomeOf(answer, await nameOrigins(db, scope, answer.origins))
    },

    async addDefinitions(_, { studyid, definitions }, { db, scope }) {
      return write(db, scope, undefined, async (tx) =>
        shownDefinitions(await makeDefinitions(tx, scope, studyid, definitions)),
      )
    },
  },
}

async function judged(db: SiteData, scope: Scope, studyid: string, definitions: string) {
  const existing = await readDefinitions(db, scope, studyid)
  const preview = await previewText(definitions, existing)
  const why = whyStudyTakesNoChanges(existing)
  return why ? withoutAdditions(preview, why) : preview
}

function fileOf({ filename, csv, gzip }: ImportInput): GivenFile {
  const why = whyNotImportName(filename)
  if (why) throw why
  return { csv, gzip }
}

/** Throws if the reason for unusual values is refused. */
function placeOf({ siteid, studyid, formtypeid, format, fromElsewhere, confirmed, seen }: ImportInput, zone: string) {
  const reason = confirmed ?? ''
  const why = whyNotText(reason, 'confirmed', maxConfirmationLength)
  if (why) throw why
  return {
    siteid,
    studyid,
    formtypeid: format === 'REDCAP' ? null : formtypeid || null,
    fromElsewhere: fromElsewhere ?? false,
    confirmed: sameText(reason).trim() || null,
    seen: seen ?? null,
    today: todayIn(zone),
  }
}
