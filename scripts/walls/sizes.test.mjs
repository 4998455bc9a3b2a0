import { expect, test } from 'vitest'
import { root } from '../run.mjs'
import { findOversize, readFileLengths } from './sizes.mjs'

const filesIn = (folder, count, lines = 1) =>
  Array.from({ length: count }, (_, place) => [`${folder}/${place}.ts`, lines])

test('the repository keeps to its sizes', () => {
  const files = readFileLengths(root)
  expect(files.size).toBeGreaterThan(1000)
  expect(findOversize(files)).toEqual([])
})

test('a sixteenth file in a folder is refused, its inner folders not counted', () => {
  const within = [...filesIn('server/src/mail', 15), ...filesIn('server/src/mail/letters', 15)]
  expect(findOversize(new Map(within))).toEqual([])
  const [found, ...others] = findOversize(new Map([...within, ['server/src/mail/one-more.ts', 1]]))
  expect(found).toContain('server/src/mail holds 16 files')
  expect(others).toEqual([])
})

test('series that are numbered may grow', () => {
  expect(
    findOversize(new Map([...filesIn('docs/decisions', 40), ...filesIn('server/src/database/migrations', 99)])),
  ).toEqual([])
})

test('a file of code of 260 lines is refused, a test not', () => {
  const short = filesIn('web/src/forms', 5)
  expect(findOversize(new Map([...short, ['web/src/forms/FormPage.tsx', 259]]))).toEqual([])
  expect(findOversize(new Map([...short, ['web/src/forms/forms.test.ts', 500]]))).toEqual([])
  const [found] = findOversize(new Map([...short, ['web/src/forms/FormPage.tsx', 260]]))
  expect(found).toContain('web/src/forms/FormPage.tsx has 260 lines')
  expect(findOversize(new Map([...short, ['web/src/forms/FormPage.module.css', 260]]))).toHaveLength(1)
})
