import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { proveScope, systemActor } from '../../src/access/scope.ts'
import { type Write, write } from '../../src/writes/write.ts'
import type { Casebook } from './casebook.ts'

/** One of each record, from a site down to a file. */
export type Place = {
  siteid: string
  deviceid: string
  studyid: string
  activitytypeid: string
  /** Of the same study, without an activity. */
  freeActivitytypeid: string
  formtypeid: string
  /** Of the same study, without a form. */
  freeFormtypeid: string
  subjectid: string
  identifier: string
  referencedataid: string
  /** A removed file of the same activity. A device was detached from the chest, too. */
  removedReferencedataid: string
  /** A document of the study with one version, and a removed one. */
  documentid: string
  removedDocumentid: string
  /** A visit of the schedule, which the subject had once. */
  visitid: string
  /** People who belong only to this site: active, pending and deactivated. */
  personid: string
  pendingid: string
  deactivatedid: string
}

let sites = 0

/** An unused site identifier. */
export function newSiteid(): string {
  sites += 1
  return `site${[...String(sites)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')}`
}

/** A site with two studies with the same contents. Inserted directly into the database, to create many quickly. */
export async function makePlace(casebook: Casebook): Promise<Place & { sibling: Place }> {
  const siteid = newSiteid()
  return write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    await tx
      .insertInto('site')
      .values({ siteid, name: `Site ${siteid}` })
      .execute()
    const [place, sibling] = [placeOf(siteid), placeOf(siteid)]
    await fill(tx, [place, sibling])
    return { ...place, sibling }
  })
}

/** Valid ids that do not exist. */
export function nowhere(): Place {
  return {
    siteid: newSiteid(),
    deviceid: 'NOSUCHDEVICE',
    studyid: randomUUID(),
    activitytypeid: randomUUID(),
    freeActivitytypeid: randomUUID(),
    formtypeid: randomUUID(),
    freeFormtypeid: randomUUID(),
    subjectid: randomUUID(),
    identifier: 'No such subject',
    referencedataid: randomUUID(),
    removedReferencedataid: randomUUID(),
    documentid: randomUUID(),
    removedDocumentid: randomUUID(),
    visitid: randomUUID(),
    personid: randomUUID(),
    pendingid: randomUUID(),
    deactivatedid: randomUUID(),
  }
}

function placeOf(siteid: string): Place {
  return { ...nowhere(), siteid, deviceid: randomUUID().replaceAll('-', '').toUpperCase(), identifier: randomUUID() }
}

/** Inserts what these places hold: one statement a table for all of them, because there are thousands in a run. */
async function fill(tx: Write, places: readonly Place[]): Promise<void> {
  const deviceuids = new Map(places.map((place) => [place, randomUUID()]))
  const studyOf = ({ siteid, studyid }: Place) => ({ siteid, studyid })
  const subjectOf = ({ siteid, studyid, subjectid }: Place) => ({ siteid, studyid, subjectid })
  const deviceOf = (place: Place) => ({ ...subjectOf(place), deviceuid: String(deviceuids.get(place)) })
  const removed_at = new Date()

  await tx
    .insertInto('device')
    .values(
      places.map((place) => {
        const { siteid, deviceid } = place
        return { deviceuid: String(deviceuids.get(place)), siteid, deviceid, hw_id: null }
      }),
    )
    .execute()
  await tx
    .insertInto('study')
    .values(places.map((place) => ({ ...studyOf(place), name: 'A study' })))
    .execute()
  await tx
    .insertInto('activity_type')
    .values(
      places.flatMap((place) =>
        [place.activitytypeid, place.freeActivitytypeid].map((activitytypeid) => ({
          ...studyOf(place),
          activitytypeid,
          description: activitytypeid,
          description_key: activitytypeid,
        })),
      ),
    )
    .execute()
  const fields = JSON.stringify([{ name: 'date', type: 'Date', required: false, length: null, pattern: null }])
  await tx
    .insertInto('form_type')
    .values(
      places.flatMap((place) =>
        [place.formtypeid, place.freeFormtypeid].map((formtypeid) => ({
          ...studyOf(place),
          formtypeid,
          identifier: formtypeid,
          identifier_key: formtypeid,
          fields,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('subject')
    .values(
      places.map((place) => ({
        ...subjectOf(place),
        identifier: place.identifier,
        identifier_key: place.identifier,
      })),
    )
    .execute()
  await tx
    .insertInto('subject_device')
    .values(
      places.flatMap((place) => [
        { ...deviceOf(place), position: 'ARM', place: 0 },
        { ...deviceOf(place), position: 'CHEST', place: 1 },
      ]),
    )
    .execute()
  const subjectids = places.map(({ subjectid }) => subjectid)
  await tx.deleteFrom('subject_device').where('subjectid', 'in', subjectids).where('position', '=', 'CHEST').execute()
  await tx
    .insertInto('form')
    .values(places.map((place) => ({ ...subjectOf(place), formtypeid: place.formtypeid, fields: '[]' })))
    .execute()
  const times = { start_time: 1_792_476_000, stop_time: 1_792_476_600, comment: null }
  await tx
    .insertInto('activity')
    .values(places.map((place) => ({ ...subjectOf(place), activitytypeid: place.activitytypeid, ...times })))
    .execute()
  const fileOf = ({ studyid }: Place, id: string) => ({
    filename: 'arm.csv',
    object_name: `${studyid}/${id}`,
    sha256: null,
    expires_at: new Date(Date.now() + 900_000),
  })
  await tx
    .insertInto('reference_data')
    .values(
      places.flatMap((place) =>
        [place.referencedataid, place.removedReferencedataid].map((referencedataid) => ({
          ...subjectOf(place),
          referencedataid,
          activitytypeid: place.activitytypeid,
          ...fileOf(place, place.referencedataid),
        })),
      ),
    )
    .execute()
  const removedFiles = places.map(({ removedReferencedataid }) => removedReferencedataid)
  await tx.updateTable('reference_data').set({ removed_at }).where('referencedataid', 'in', removedFiles).execute()
  const documents = places.flatMap((place) =>
    [place.documentid, place.removedDocumentid].map((documentid) => ({
      place,
      row: { ...studyOf(place), documentid },
    })),
  )
  await tx
    .insertInto('study_document')
    .values(documents.map(({ row }) => ({ ...row, title: 'Protocol', kind: 'protocol' })))
    .execute()
  const version = { number: 1, uploaded_by: 'tests', date: null }
  await tx
    .insertInto('study_document_version')
    .values(
      documents.map(({ place, row }) => ({
        ...row,
        ...version,
        ...fileOf(place, row.documentid),
        filename: 'protocol.pdf',
      })),
    )
    .execute()
  const removedDocuments = places.map(({ removedDocumentid }) => removedDocumentid)
  await tx.updateTable('study_document').set({ removed_at }).where('documentid', 'in', removedDocuments).execute()
  const visit = { name: 'First day', name_key: 'first day', day: 0, place: 0, activitytypeids: [] }
  await tx
    .insertInto('visit')
    .values(
      places.map((place) => ({
        ...studyOf(place),
        visitid: place.visitid,
        ...visit,
        formtypeids: [place.formtypeid],
      })),
    )
    .execute()
  const held = { occurrence: 1, state: 'DONE', date: '2026-10-20', reason: null } as const
  await tx
    .insertInto('subject_visit')
    .values(places.map((place) => ({ ...subjectOf(place), visitid: place.visitid, ...held })))
    .execute()
  const person = (siteid: string, personid: string, state: 'active' | 'pending' | 'deactivated') => {
    const identity = { personid, issuer: 'tests', sub: personid }
    return { ...identity, state, all_sites: false, sites: sql<string[]>`array[${siteid}]` }
  }
  await tx
    .insertInto('person')
    .values(
      places.flatMap(({ siteid, personid, pendingid, deactivatedid }) => [
        person(siteid, personid, 'active'),
        person(siteid, pendingid, 'pending'),
        person(siteid, deactivatedid, 'deactivated'),
      ]),
    )
    .execute()
}
