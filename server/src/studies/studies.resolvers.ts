import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { whyNotEpochSeconds } from '@casebook/domain/studies/epochs.ts'
import { cleanPlaces, findPlace, whyNotPlaces } from '@casebook/domain/studies/places.ts'
import { whyNotQualityLimits } from '@casebook/domain/studies/quality-limits.ts'
import { newStudyFields, studyFields } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { QualityLimitsInput, Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { studyShape } from '../shapes/study.shape.ts'
import { lockSite } from '../sites/sites.sql.ts'
import { insertRecord, removeRecord, updateRecord } from '../writes/records.sql.ts'
import { newId, refuseStale, refuseUnseen } from '../writes/versions.ts'
import { type Write, write } from '../writes/write.ts'
import { findStudy, listStudies, listUsedPlaces, lockStudy } from './studies.sql.ts'

export const studiesResolvers: Resolvers = {
  Query: {
    async listStudies(_, { siteid }, { lists, scope }, info) {
      const studies = await listStudies(lists, scope, siteid, selectionOf(info))
      if (studies === undefined) throw problem('site.missing', { field: 'siteid' })
      return studies
    },

    async getStudy(_, { siteid, studyid }, { shortReads, scope }, info) {
      const study = await findStudy(shortReads, scope, siteid, studyid, selectionOf(info))
      if (study === undefined) throw problem('study.missing', { field: 'studyid' })
      return study
    },
  },
  Mutation: {
    async addStudy(_, given, { db, scope }, info) {
      const { siteid } = given
      const why = whyNotGiven(newStudyFields, given)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        if (!(await lockSite(tx, scope, siteid))) throw problem('site.missing', { field: 'siteid' })
        const study = { siteid, studyid: newId(), ...cleanGiven(newStudyFields, given) }
        return insertRecord(tx, 'study', study, studyShape, selectionOf(info))
      })
    },

    async updateStudy(_, { siteid, studyid, input }, { db, scope }, info) {
      const why =
        whyNotGiven(studyFields, input) ??
        (input.places ? whyNotPlaces(input.places) : undefined) ??
        (typeof input.epochSeconds === 'number' ? whyNotEpochSeconds(input.epochSeconds) : undefined) ??
        (input.qualityLimits ? whyNotQualityLimits(input.qualityLimits) : undefined)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        const study = await lockStudyOfSite(tx, scope, siteid, studyid)
        await refuseStale(tx, { kind: 'study', id: studyid }, study.version, input.version)
        const places = input.places ? await changeOfPlaces(tx, study, input.places) : undefined
        const epoch_seconds = input.epochSeconds ?? undefined
        const calendar_feed = input.calendarFeed ?? undefined
        const values = {
          ...cleanGiven(studyFields, input),
          ...columnsOfLimits(input.qualityLimits ?? {}),
          places,
          epoch_seconds,
          calendar_feed,
        }
        return updateRecord(tx, 'study', { studyid }, values, studyShape, selectionOf(info))
      })
    },

    async removeStudy(_, { siteid, studyid, version }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        const study = await lockStudyOfSite(tx, scope, siteid, studyid)
        await refuseUnseen(tx, { kind: 'study', id: studyid }, study.version, version)
        return removeRecord(tx, 'study', { studyid }, studyShape, selectionOf(info))
      })
    },
  },
}

/** Those that are given, as columns. */
function columnsOfLimits({ dropOut, notWorn, ...limits }: QualityLimitsInput) {
  return {
    quality_share: limits.share,
    quality_gap: limits.gap,
    quality_drop_out: dropOut,
    quality_clipped: limits.clipped,
    quality_drift: limits.drift,
    quality_calibration: limits.calibration,
    quality_not_worn: notWorn,
    quality_battery: limits.battery,
    quality_volts: limits.volts,
  }
}

async function lockStudyOfSite(tx: Write, scope: Scope, siteid: string, studyid: string) {
  const study = await lockStudy(tx, scope, studyid)
  if (study?.siteid !== siteid) throw problem('study.missing', { field: 'studyid' })
  return study
}

/** The new places. What a study spells anew stays the same place for the devices that are worn there. */
async function changeOfPlaces(
  tx: Write,
  study: { studyid: string; places: readonly string[] },
  given: readonly string[],
) {
  const places = cleanPlaces(given)
  const isKept = study.places.every((place) => findPlace(places, place))
  const place = isKept ? undefined : (await listUsedPlaces(tx, study.studyid)).find((used) => !findPlace(places, used))
  if (place !== undefined) throw problem('study.places.used', { field: 'places', params: { place } })
  return places
}
