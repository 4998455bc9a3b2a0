import { describe, expect, test } from 'vitest'
import { groups } from '../shared/groups.ts'
import { expectedBytes, expectedSeconds, isUnderWay, whyNotExport, whyNotExportInput } from './exports.rules.ts'
import { exportFailureOf, exportFailures } from './failures.ts'

test('an export of a site or study requires admin or study:admin, one of a subject hp', () => {
  for (const group of groups) {
    const isOfWhole = group === 'admin' || group === 'study:admin'
    expect(whyNotExport([group], {}) === undefined, group).toBe(isOfWhole)
    expect(whyNotExport([group], { studyid: 's' }) === undefined, group).toBe(isOfWhole)
    expect(whyNotExport([group], { studyid: 's', subjectid: 'a' }) === undefined, group).toBe(group === 'hp')
  }
  expect(whyNotExport([], { studyid: 's' })).toMatchObject({ code: 'FORBIDDEN' })
})

test('one subject is named together with its study', () => {
  expect(whyNotExportInput({ subjectid: 'a' })).toMatchObject({ code: 'BAD_INPUT', field: 'studyid' })
  expect(whyNotExportInput({ studyid: 's', subjectid: 'a' })).toBeUndefined()
  expect(whyNotExportInput({})).toBeUndefined()
})

test('only waiting and running exports are in progress', () => {
  const states = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'EXPIRED']
  expect(states.filter((state) => isUnderWay({ state }))).toEqual(['WAITING', 'RUNNING'])
})

test('more data is expected to be larger and to take longer', () => {
  const little = { rows: 10, history: 0, files: 0, fileBytes: 0 }
  for (const more of [{ rows: 100_000 }, { history: 100_000 }, { fileBytes: 1e9, files: 10 }]) {
    expect(expectedBytes({ ...little, ...more })).toBeGreaterThan(expectedBytes(little))
    expect(expectedSeconds({ ...little, ...more })).toBeGreaterThan(expectedSeconds(little))
  }
})

describe('the expected time', () => {
  const nothing = { rows: 0, history: 0, files: 0, fileBytes: 0 }

  test('is not less than what was measured, and not much more', () => {
    // bench/export-results.md: 5,000 subjects with 50,000 activities, 20,000 forms and 200 files took 192 s.
    const measured = { rows: 70_200, history: 75_214, files: 200, fileBytes: 2e9 }
    expect(expectedSeconds(measured)).toBeGreaterThanOrEqual(192)
    expect(expectedSeconds(measured)).toBeLessThanOrEqual(2 * 192)
  })

  test('grows with rows, changes, files and bytes, each in its own measure', () => {
    expect(expectedSeconds({ ...nothing, rows: 1_000_000 })).toBe(12 * 60)
    expect(expectedSeconds({ ...nothing, history: 1_000_000 })).toBe(22 * 60)
    expect(expectedSeconds({ ...nothing, files: 1, fileBytes: 12e9 })).toBe(6 * 60)
    expect(expectedSeconds({ ...nothing, files: 100_000 })).toBe(9 * 60)
  })

  test('is rounded up, more coarsely the longer it is', () => {
    expect(expectedSeconds(nothing)).toBe(10)
    expect(expectedSeconds({ ...nothing, fileBytes: 1e9 })).toBe(35)
    expect(expectedSeconds({ ...nothing, fileBytes: 2.4e9 })).toBe(2 * 60)
    expect(expectedSeconds({ ...nothing, fileBytes: 400e9 })).toBe(170 * 60)
  })
})

test('the reason of a failed export is known by its sentence, unless another release recorded it', () => {
  for (const [key, sentence] of Object.entries(exportFailures)) expect(exportFailureOf(sentence)).toBe(key)
  expect(exportFailureOf('Something else.')).toBeUndefined()
})
