import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caseKey } from '../../shared/names/names.ts'
import { hostileText } from '../testing/hostile-text.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { namedFiles, namedSubjects } from './paths.ts'
import { safeName } from './safe-name.ts'

test('any text becomes a name that is valid on every file system', () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
      const name = safeName(text)
      expect(name).toMatch(/^[^-.\s/\\:*?"<>|\p{Cc}][^/\\:*?"<>|\p{Cc}]*$/u)
      expect(name).not.toMatch(/[.\s]$/)
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(122)
    }),
  )
})

test.each([
  ['Måling Å.csv', 'Måling Å.csv'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['CON.txt', '_CON.txt'],
  ['..', '_'],
  ['-rf', '_rf'],
  [`${'å'.repeat(200)}.parquet`, `${'å'.repeat(56)}.parquet`],
])('%j is kept as %s', (text, name) => {
  expect(safeName(text)).toBe(name)
})

test('subjects, activities and files that would share a path are told apart, ignoring case', async () => {
  const [subject] = stepCounting.subjects
  const [file] = stepCounting.referenceData
  if (!subject || !file) throw new Error('The sample has no subject or no file.')
  const subjects = ['a/b', 'a:b', 'A_B'].map((identifier, place) => ({
    ...subject,
    identifier,
    subjectid: `s${place}`,
  }))
  const referenceData = subjects.flatMap(({ subjectid }) =>
    ['x.csv', 'X.csv', 'x?.csv'].flatMap((filename, place) => [
      { ...file, subjectid, filename, referencedataid: `a${place}` },
      { ...file, subjectid, filename, referencedataid: `b${place}`, activitytypeid: 'other' },
    ]),
  )
  const rows = memoryRows({ ...stepCounting, subjects, referenceData })
  const paths = (await Array.fromAsync(namedFiles(rows))).map(({ path }) => path ?? '')
  expect(paths).toHaveLength(18)
  expect(new Set(paths.map(caseKey)).size).toBe(18)
  expect(paths[0]).toBe('files/a_b/Walk_run/x.csv')
  expect(paths).toContain('files/A_B (3)/Walk_run (2)/X (2).csv')
})

test('a file that is not in the store has no path', async () => {
  const referenceData = stepCounting.referenceData.map((row) => ({ ...row, status: 'PENDING' as const, size: null }))
  const files = await Array.fromAsync(namedFiles(memoryRows({ ...stepCounting, referenceData })))
  expect(files.map(({ path }) => path)).toEqual([null])
})

test('with several studies, folders are distinguished by the study', async () => {
  const [study] = stepCounting.studies
  const [subject] = stepCounting.subjects
  if (!study || !subject) throw new Error('The sample is incomplete.')
  const rows = memoryRows({
    ...stepCounting,
    studies: [study, { ...study, studyid: 'study2' }],
    subjects: [subject, { ...subject, studyid: 'study2' }],
  })
  const folders = await Array.fromAsync(namedSubjects(rows))
  expect(folders.map(({ folder }) => folder)).toEqual(['Step counting/S-001 Åse', 'Step counting (2)/S-001 Åse'])
})

test('every path has fewer than 200 characters, and stays unique', async () => {
  const [study] = stepCounting.studies
  const [subject] = stepCounting.subjects
  const [file] = stepCounting.referenceData
  if (!study || !subject || !file) throw new Error('The sample is incomplete.')
  const long = 'Long name '.repeat(20)
  const studies = ['study1', 'study2'].map((studyid) => ({ ...study, studyid, name: long }))
  const subjects = studies.flatMap(({ studyid }) =>
    ['a', 'b'].map((subjectid) => ({ ...subject, studyid, subjectid, identifier: `${long}${subjectid}` })),
  )
  const referenceData = subjects.flatMap(({ studyid, subjectid }) =>
    Array.from({ length: 12 }, (_, place) => ({
      ...file,
      studyid,
      subjectid,
      activitytypeid: `t${Math.floor(place / 6)}`,
      activitytype: long,
      referencedataid: `r${place}`,
      filename: `${long}\u{1F600}${place}.csv`,
    })),
  )
  const files = await Array.fromAsync(namedFiles(memoryRows({ ...stepCounting, studies, subjects, referenceData })))
  const paths = files.map(({ path }) => path ?? '')
  for (const path of paths) {
    expect(path.length).toBeLessThan(200)
    expect(path).toMatch(/\.csv$/)
  }
  expect(new Set(paths.map(caseKey)).size).toBe(48)
})
