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
    const place = await fill(tx, siteid)
    return { ...place, sibling: await fill(tx, siteid) }
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

async function fill(tx: Write, siteid: string): Promise<Place> {
  const place: Place = {
    ...nowhere(),
    siteid,
    deviceid: randomUUID().replaceAll('-', '').toUpperCase(),
    identifier: randomUUID(),
  }
  const {
    studyid,
    activitytypeid,
    freeActivitytypeid,
    formtypeid,
    freeFormtypeid,
    subjectid,
    identifier,
    referencedataid,
    removedReferencedataid,
  } = place
  const deviceuid = randomUUID()
  await tx.insertInto('device').values({ deviceuid, siteid, deviceid: place.deviceid, hw_id: null }).execute()
  await tx.insertInto('study').values({ siteid, studyid, name: 'A study' }).execute()
  const describe = (activitytypeid: string) => ({
    activitytypeid,
    siteid,
    studyid,
    description: activitytypeid,
    description_key: activitytypeid,
  })
  await tx
    .insertInto('activity_type')
    .values([describe(activitytypeid), describe(freeActivitytypeid)])
    .execute()
  const fields = JSON.stringify([{ name: 'date', type: 'Date', required: false, length: null, pattern: null }])
  const define = (formtypeid: string) => ({
    formtypeid,
    siteid,
    studyid,
    identifier: formtypeid,
    identifier_key: formtypeid,
    fields,
  })
  await tx
    .insertInto('form_type')
    .values([define(formtypeid), define(freeFormtypeid)])
    .execute()
  await tx
    .insertInto('subject')
    .values({ subjectid, siteid, studyid, identifier, identifier_key: identifier })
    .execute()
  await tx
    .insertInto('subject_device')
    .values({ subjectid, siteid, studyid, deviceuid, position: 'ARM', place: 0 })
    .execute()
  await tx
    .insertInto('subject_device')
    .values({ subjectid, siteid, studyid, deviceuid, position: 'CHEST', place: 1 })
    .execute()
  await tx.deleteFrom('subject_device').where('subjectid', '=', subjectid).where('position', '=', 'CHEST').execute()
  await tx.insertInto('form').values({ subjectid, formtypeid, siteid, studyid, fields: '[]' }).execute()
  const times = { start_time: 1_792_476_000, stop_time: 1_792_476_600, comment: null }
  await tx
    .insertInto('activity')
    .values({ subjectid, activitytypeid, siteid, studyid, ...times })
    .execute()
  const file = {
    filename: 'arm.csv',
    object_name: `${studyid}/${referencedataid}`,
    sha256: null,
    expires_at: new Date(Date.now() + 900_000),
  }
  await tx
    .insertInto('reference_data')
    .values([
      { referencedataid, siteid, studyid, subjectid, activitytypeid, ...file },
      { referencedataid: removedReferencedataid, siteid, studyid, subjectid, activitytypeid, ...file },
    ])
    .execute()
  const removed_at = new Date()
  await tx
    .updateTable('reference_data')
    .set({ removed_at })
    .where('referencedataid', '=', removedReferencedataid)
    .execute()
  for (const documentid of [place.documentid, place.removedDocumentid]) {
    const document = { documentid, siteid, studyid }
    await tx
      .insertInto('study_document')
      .values({ ...document, title: 'Protocol', kind: 'protocol' })
      .execute()
    const version = { number: 1, filename: 'protocol.pdf', uploaded_by: 'tests', date: null }
    await tx
      .insertInto('study_document_version')
      .values({ ...document, ...version, ...file, object_name: `${studyid}/${documentid}` })
      .execute()
  }
  await tx.updateTable('study_document').set({ removed_at }).where('documentid', '=', place.removedDocumentid).execute()
  const visitid = place.visitid
  const visit = { name: 'First day', name_key: 'first day', day: 0, formtypeids: [formtypeid], activitytypeids: [] }
  await tx
    .insertInto('visit')
    .values({ visitid, siteid, studyid, place: 0, ...visit })
    .execute()
  await tx
    .insertInto('subject_visit')
    .values({ subjectid, visitid, occurrence: 1, siteid, studyid, state: 'DONE', date: '2026-10-20', reason: null })
    .execute()
  const person = (personid: string, state: 'active' | 'pending' | 'deactivated') => {
    const identity = { personid, issuer: 'tests', sub: personid }
    return { ...identity, state, all_sites: false, sites: sql<string[]>`array[${siteid}]` }
  }
  await tx
    .insertInto('person')
    .values([
      person(place.personid, 'active'),
      person(place.pendingid, 'pending'),
      person(place.deactivatedid, 'deactivated'),
    ])
    .execute()
  return place
}
