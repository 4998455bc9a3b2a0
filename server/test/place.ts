import { randomUUID } from 'node:crypto'
import { systemActor } from '../src/platform/scope.ts'
import { type Write, write } from '../src/platform/write.ts'
import type { Casebook } from './casebook.ts'

/** One of everything, each lying below the other: a site down to a file. */
export type Place = {
  siteid: string
  deviceid: string
  studyid: string
  activitytypeid: string
  /** Of the same study, with no activity yet. */
  freeActivitytypeid: string
  formtypeid: string
  /** Of the same study, not filled in yet. */
  freeFormtypeid: string
  subjectid: string
  identifier: string
  referencedataid: string
}

let sites = 0

/** An identifier that no site of this run has. */
export function newSiteid(): string {
  sites += 1
  return `site${[...String(sites)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')}`
}

/** A site with two studies, all of them filled alike. They are put into the database directly, to have many of them quickly. */
export async function makePlace(casebook: Casebook): Promise<Place & { sibling: Place }> {
  const siteid = newSiteid()
  return write(casebook.services.db, systemActor('tests'), undefined, async (tx) => {
    await tx
      .insertInto('site')
      .values({ siteid, name: `Site ${siteid}` })
      .execute()
    const place = await fill(tx, siteid)
    return { ...place, sibling: await fill(tx, siteid) }
  })
}

/** Ids of the right form that nothing has. */
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
    .values({ referencedataid, siteid, studyid, subjectid, activitytypeid, ...file })
    .execute()
  return place
}
