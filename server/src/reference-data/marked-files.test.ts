import { randomUUID } from 'node:crypto'
import { judgedBy } from '@casebook/domain/recordings/quality/limits.ts'
import { type Finding, findingCodes } from '@casebook/domain/recordings/quality/quality.ts'
import { describeUnreadable, type FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { type QualityLimits, usualLimits } from '@casebook/domain/studies/quality-limits.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complete, openFilesBed, remove, setStatus, upload } from '../../test/beds/files-bed.ts'
import { makePlace } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { write } from '../writes/write.ts'

const describeFile = `mutation ($subjectid: ID!, $referencedataid: ID!, $description: String!) {
  describeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, description: $description) { description } }`
const counted = `query ($studyid: ID!) { countMarkedFiles(studyid: $studyid) { mark files } }`
const marked = `query ($studyid: ID!, $mark: String, $limit: Int) { listMarkedFiles(studyid: $studyid, mark: $mark, limit: $limit) {
  subjectid identifier activitytypeid visitid occurrence referencedataid filename marks } }`
const setLimits = `mutation ($siteid: ID!, $studyid: ID!, $input: StudyInput!) {
  updateStudy(siteid: $siteid, studyid: $studyid, input: $input) { qualityLimits {
    share gap dropOut clipped drift calibration notWorn battery volts } } }`
const limitsOf = `query ($siteid: ID!, $studyid: ID!) { getStudy(siteid: $siteid, studyid: $studyid) {
  qualityLimits { share gap dropOut clipped drift calibration notWorn battery volts } } }`

let bed: Awaited<ReturnType<typeof openFilesBed>>
beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

const found = (code: Finding['code'], value: number, isWarning: boolean): Finding => ({
  code,
  channels: [],
  from: null,
  to: null,
  value,
  expected: null,
  isWarning,
})

function described(findings: readonly Finding[]): FileDescription {
  const unread = describeUnreadable({ code: 'empty', offset: null, line: null, detail: null })
  const quality = { version: 2, share: 1, findings, accelerometers: [], battery: null, temperature: null }
  return { ...unread, unreadable: null, format: 'CSV', duration: 1000, quality }
}

async function uploaded(findings: readonly Finding[], filename = 'wrist.csv') {
  const { subjectid } = await bed.addSubject()
  const { referencedataid, ...form } = await bed.addFile(subjectid, { filename })
  await upload(form, '1,2\n')
  await bed.nurse.ask(complete, { subjectid, referencedataid })
  const description = JSON.stringify(described(findings))
  const answer = await bed.nurse.ask(describeFile, { subjectid, referencedataid, description })
  return { subjectid, referencedataid, stored: JSON.parse(answer.describeReferenceData.description) as FileDescription }
}
const ids = () => ({ siteid: bed.study.siteid, studyid: bed.study.studyid })
const listed = async (): Promise<{ referencedataid: string; marks: string[] }[]> =>
  (await bed.nurse.ask(marked, { studyid: bed.study.studyid })).listMarkedFiles
const marksOf = async (id: string) => (await listed()).find(({ referencedataid }) => referencedataid === id)?.marks
const limit = (qualityLimits: object) =>
  bed.admin.ask(setLimits, { ...ids(), input: { name: 'Gait', status: 'OPEN', qualityLimits } })

test('a study begins with the usual limits', async () => {
  expect((await bed.nurse.ask(limitsOf, ids())).getStudy.qualityLimits).toEqual(usualLimits)
})

test('files with a mark are listed, each reason once', async () => {
  const findings = [found('incomplete', 0.5, true), found('flat', 10, true), found('flat', 20, true)]
  const file = await uploaded(findings)
  const none = await uploaded([found('incomplete', 0.995, false)])
  const [row] = (await listed()).filter(({ referencedataid }) => referencedataid === file.referencedataid)
  expect(row).toMatchObject({ subjectid: file.subjectid, filename: 'wrist.csv', occurrence: 1, visitid: null })
  expect(row?.marks).toEqual(['incomplete', 'flat'])
  expect(await marksOf(none.referencedataid)).toBeUndefined()
})

test('stored files are judged by the limits of now, and keep how they were judged', async () => {
  const file = await uploaded([found('incomplete', 0.97, true), found('clipped', 0.0005, false)])
  expect(await marksOf(file.referencedataid)).toEqual(['incomplete'])
  const { updateStudy } = await limit({ share: 0.95, clipped: 0.0004, drift: 20 })
  expect(updateStudy.qualityLimits).toEqual({ ...usualLimits, share: 0.95, clipped: 0.0004, drift: 20 })
  expect(await marksOf(file.referencedataid)).toEqual(['clipped'])
  expect(file.stored.quality?.findings.map(({ isWarning }) => isWarning)).toEqual([true, false])
  // What is read from now on is judged by them, whatever the browser said.
  const { stored } = await uploaded([found('incomplete', 0.97, true), found('clipped', 0.0005, false)])
  expect(stored.quality?.findings.map(({ isWarning }) => isWarning)).toEqual([false, true])
  await limit({ share: null, clipped: null })
  expect(await marksOf(file.referencedataid)).toBeUndefined()
  await limit(usualLimits)
})

test('removed files and those of deleted subjects are not listed', async () => {
  const one = await uploaded([found('flat', 10, true)])
  const two = await uploaded([found('flat', 10, true)])
  expect(await marksOf(one.referencedataid)).toEqual(['flat'])
  await bed.nurse.ask(remove, { subjectid: one.subjectid, referencedataid: one.referencedataid })
  await bed.admin.ask(setStatus, {
    input: { ...bed.study, activitytypeid: undefined, subjectid: two.subjectid, status: 'DELETED' },
  })
  expect(await marksOf(one.referencedataid)).toBeUndefined()
  expect(await marksOf(two.referencedataid)).toBeUndefined()
})

test('a limit beyond its bounds is refused', async () => {
  const refused = (qualityLimits: object) =>
    bed.admin.refused(setLimits, { ...ids(), input: { name: 'Gait', status: 'OPEN', qualityLimits } })
  expect(await refused({ share: 2 })).toMatchObject({ reason: 'study.limit', params: { least: 0, most: 1 } })
  expect(await refused({ clipped: 0 })).toMatchObject({ reason: 'study.limit', params: { least: 0.0001, most: 1 } })
})

test('files are counted by their marks, and listed by one', async () => {
  const count = async (): Promise<Map<string | null, number>> => {
    const { countMarkedFiles } = await bed.nurse.ask(counted, { studyid: bed.study.studyid })
    return new Map(countMarkedFiles.map(({ mark, files }: { mark: string | null; files: number }) => [mark, files]))
  }
  const before = await count()
  const both = await uploaded([found('saturated', 1, true), found('flat', 10, true), found('flat', 20, true)])
  const one = await uploaded([found('saturated', 1, true)])
  const after = await count()
  const more = (mark: string | null) => (after.get(mark) ?? 0) - (before.get(mark) ?? 0)
  expect([more(null), more('flat'), more('saturated')]).toEqual([2, 1, 2])
  expect([...after.keys()][0]).toBeNull()
  expect([...after.values()].slice(1)).toEqual([...after.values()].slice(1).toSorted((a, b) => b - a))
  const { listMarkedFiles } = await bed.nurse.ask(marked, { studyid: bed.study.studyid, mark: 'flat' })
  const ids = listMarkedFiles.map(({ referencedataid }: { referencedataid: string }) => referencedataid)
  expect(ids).toContain(both.referencedataid)
  expect(ids).not.toContain(one.referencedataid)
  const none = await bed.nurse.ask(marked, { studyid: bed.study.studyid, mark: 'nothing' })
  expect(none.listMarkedFiles).toEqual([])
})

test('no more files are read than were asked for, in the same order', async () => {
  const { studyid } = bed.study
  await uploaded([found('flat', 10, true)])
  const all = await bed.nurse.ask(marked, { studyid })
  expect(all.listMarkedFiles.length).toBeGreaterThan(1)
  for (const limit of [1, 10_000]) {
    const some = await bed.nurse.ask(marked, { studyid, limit })
    expect(some.listMarkedFiles).toEqual(all.listMarkedFiles.slice(0, limit))
  }
  for (const limit of [0, -1, 10_001])
    expect(await bed.nurse.refused(marked, { studyid, limit })).toMatchObject({
      reason: 'marked.range',
      field: 'limit',
    })
})

test('the database judges as the rules do', async () => {
  const value = fc.oneof(
    fc.constantFrom(0, 0.001, 0.01, 0.05, 0.25, 0.99, 1, 3.4, 10, 250, 3400),
    fc.double({ min: -5000, max: 5000, noNaN: true }),
  )
  const at = fc.option(fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(-1e308, 1e308, 1e-310)))
  const finding = fc.record({
    code: fc.constantFrom(...findingCodes),
    channels: fc.constant([]),
    from: at,
    to: at,
    value,
    expected: fc.constantFrom(null, 10, 3.4, 3400, 5),
    isWarning: fc.boolean(),
  })
  const files = fc.sample(
    fc.record({
      findings: fc.array(finding, { minLength: 1, maxLength: 4 }),
      duration: fc.option(fc.constantFrom(0, 1000, 5e-324, 1e308)),
    }),
    150,
  )
  const place = await makePlace(bed.casebook)
  const { siteid, studyid, subjectid, activitytypeid } = place
  const ids = files.map(() => randomUUID())
  await write(bed.casebook.services.db, proveScope(systemActor('test'), 'all'), undefined, (tx) =>
    sql`insert into reference_data (referencedataid, siteid, studyid, subjectid, activitytypeid, filename, object_name,
      expires_at, status, size, description)
    select id::uuid, ${siteid}, ${studyid}, ${subjectid}, ${activitytypeid}, id, id, now(), 'UPLOADED', 1, description
    from unnest(${ids}::text[], ${files.map(({ findings, duration }) => JSON.stringify({ duration, quality: { findings } }))}::jsonb[]) file(id, description)`.execute(
      tx,
    ),
  )
  const strict: QualityLimits = {
    share: 0.5,
    gap: 100,
    dropOut: 10,
    clipped: 0.01,
    drift: 10,
    calibration: 0.01,
    notWorn: 0.25,
    battery: 50,
    volts: 3.9,
  }
  const never: QualityLimits = {
    share: null,
    gap: null,
    dropOut: null,
    clipped: null,
    drift: null,
    calibration: null,
    notWorn: null,
    battery: null,
    volts: null,
  }
  for (const limits of [usualLimits, strict, never]) {
    await bed.admin.ask(setLimits, {
      siteid,
      studyid,
      input: { name: 'Judged', status: 'OPEN', qualityLimits: limits },
    })
    const { listMarkedFiles } = await bed.admin.ask(marked, { studyid })
    const byFile = new Map(
      listMarkedFiles.map((row: { filename: string; marks: string[] }) => [row.filename, row.marks]),
    )
    const judged = files.map((file) => judgedBy(limits, file).filter(({ isWarning }) => isWarning))
    expect(ids.map((id) => byFile.get(id) ?? [])).toEqual(
      judged.map((marks) => [...new Set(marks.map(({ code }) => code))]),
    )
  }
})
