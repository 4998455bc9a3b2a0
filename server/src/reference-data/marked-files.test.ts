import type { Finding } from '@casebook/domain/recordings/quality/quality.ts'
import { describeUnreadable, type FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { usualLimits } from '@casebook/domain/studies/quality-limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { complete, openFilesBed, remove, setStatus, upload } from '../../test/beds/files-bed.ts'

const describeFile = `mutation ($subjectid: ID!, $referencedataid: ID!, $description: String!) {
  describeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, description: $description) { description } }`
const marked = `query ($studyid: ID!) { listMarkedFiles(studyid: $studyid) {
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
