import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complete, openFilesBed, remove, upload } from '../../test/beds/files-bed.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'
import { mostPending } from './pending-uploads.sql.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>
beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

const reader = () => readsOf(bed.casebook.services.db, proveScope(systemActor('tests'), 'all'))

/** Uploads that somebody began at a site before. */
const begun = (count: number, personid: string, siteid: string, minutes = 15) =>
  sql`insert into pending_upload (object_name, siteid, personid, person_name, bytes, expires_at)
    select gen_random_uuid(), ${siteid}, ${personid}, 'Kari', 1000, now() + make_interval(mins => ${minutes}::int)
    from generate_series(1, ${count}::int)`.execute(reader())

const forget = () => sql`delete from pending_upload`.execute(reader())

const pending = (siteid = bed.study.siteid) =>
  run(bed.admin, 'getPendingUploads', { siteid }, 'uploads bytes mostOfSite mostOfPerson people { name uploads bytes }')

describe('uploads that have begun', () => {
  test('are counted for administrators by person, until they arrive or their policy runs out', async () => {
    await forget()
    expect(await pending()).toEqual({ uploads: 0, bytes: 0, mostOfSite: 2000, mostOfPerson: 500, people: [] })
    const { subjectid } = await bed.addSubject()
    const [arrives] = [await bed.addFile(subjectid), await bed.addFile(subjectid)]
    await begun(3, 'another', bed.study.siteid)
    await begun(5, 'another', 'elsewhere')
    await begun(7, 'another', bed.study.siteid, -1)
    const most = 157_286_399
    expect(await pending()).toMatchObject({
      uploads: 5,
      bytes: 2 * most + 3000,
      people: [
        { name: 'Kari', uploads: 3, bytes: 3000 },
        { uploads: 2, bytes: 2 * most },
      ],
    })
    await upload(arrives, 'abc')
    await bed.nurse.ask(complete, { subjectid, referencedataid: arrives.referencedataid })
    expect(await pending()).toMatchObject({ uploads: 4 })
    await bed.sweep()
    expect((await sql`select from pending_upload where expires_at < now()`.execute(reader())).rows).toEqual([])
  })

  test('are refused beyond the bound of a person, however many begin at once, and nothing is stored', async () => {
    await forget()
    const nurse = await addPerson(bed.casebook, 'Berit', { groups: ['hp', 'subject:admin'] })
    const { subjectid } = await bed.addSubject()
    await begun(mostPending.person - 2, nurse.personid, 'elsewhere')
    const variables = { subjectid, input: bed.input() }
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => run(nurse, 'addReferenceData', variables, 'referencedataid')),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await bed.listFiles(subjectid)).toHaveLength(2)
    expect(await refusal(nurse, 'addReferenceData', variables)).toMatchObject({
      code: 'RATE_LIMITED',
      reason: 'upload.pending.person',
      params: { most: 500 },
    })
    expect(await bed.addFile(subjectid), 'a colleague').toMatchObject({ status: 'PENDING' })
  })

  test('are refused beyond the bound of a site, documents included, and others’ sites are not', async () => {
    await forget()
    const { studyid, siteid } = bed.study
    const { subjectid } = await bed.addSubject()
    await begun(mostPending.site, 'somebody', siteid)
    const nurse = await addPerson(bed.casebook, 'Berit', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
    expect(await refusal(nurse, 'addReferenceData', { subjectid, input: bed.input() })).toMatchObject({
      code: 'RATE_LIMITED',
      reason: 'upload.pending.site',
    })
    const document = { studyid, title: 'Plan', kind: 'protocol', filename: 'plan.pdf' }
    expect(await refusal(nurse, 'addStudyDocument', { input: document })).toMatchObject({
      reason: 'upload.pending.site',
    })
    expect(await run(nurse, 'listStudyDocuments', { studyid }, 'documentid')).toEqual([])
    const other = await run(nurse, 'addSite', { identifier: 'bergen', name: 'Bergen' })
    const study = await run(nurse, 'addStudy', { siteid: other.siteid, name: 'Elsewhere' })
    const added = { input: { ...document, studyid: study.studyid } }
    expect(await run(nurse, 'addStudyDocument', added, 'documentid')).toBeTruthy()
    expect(await pending(other.siteid)).toMatchObject({ uploads: 1, bytes: 52_428_800, people: [{ name: 'Berit' }] })
  })

  test('count also after their record was removed: the store still accepts them', async () => {
    await forget()
    const { subjectid } = await bed.addSubject()
    const { referencedataid } = await bed.addFile(subjectid)
    await bed.nurse.ask(remove, { subjectid, referencedataid })
    expect(await pending()).toMatchObject({ uploads: 1 })
  })

  test('are shown to administrators of the site alone', async () => {
    const here = await addPerson(bed.casebook, 'Ola', { groups: ['admin'], sites: [bed.study.siteid] })
    expect(await run(here, 'getPendingUploads', { siteid: bed.study.siteid }, 'siteid')).toEqual({ siteid: 'oslo' })
    const elsewhere = await addPerson(bed.casebook, 'Pål', { groups: ['admin'], sites: ['elsewhere'] })
    expect(await refusal(elsewhere, 'getPendingUploads', { siteid: bed.study.siteid })).toMatchObject({
      code: 'NOT_FOUND',
    })
    const nurse = await addPerson(bed.casebook, 'Eva', { groups: ['hp'] })
    expect(await refusal(nurse, 'getPendingUploads', { siteid: bed.study.siteid })).toMatchObject({ code: 'FORBIDDEN' })
  })
})
