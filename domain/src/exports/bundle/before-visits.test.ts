import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSnapshot } from '../../subjects/snapshot.ts'
import type { FormRow } from '../rows.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { exportEntries } from './bundle.ts'

// Rows of studies in which nothing repeats and no visit is planned, as servers read them before there were visits, with the SHA-256 of
// what their exports contained, and the text of a snapshot. Recorded from the commit before types could repeat (d4281ec).
const before = JSON.parse(readFileSync(new URL('before-visits.json', import.meta.url), 'utf8'))

/** These describe columns and files that came with other features, whatever a study uses, or were put right since. */
const newer = ['README.txt', 'dictionary.csv', 'dictionary.json', 'study.xlsx', 'ro-crate-metadata.json']

/** The form of this study has checks that people may confirm, and these say why somebody did. */
const withReasons = ['forms/', 'dataset-json/forms/', 'syntax/'].map((folder) => `${folder}form_f6z59ktjrh0b2.`)

/** A value of this form does not fit its field, and has a column of its own since. */
const withMisfits = ['forms/', 'dataset-json/forms/', 'syntax/form_']

/** The lists that there were. */
type Lists = Omit<RowLists, 'worn' | 'visits' | 'subjectVisits' | 'measures'>

async function sumsOf(lists: Lists): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for await (const entry of exportEntries(
    memoryRows({ worn: [], visits: [], subjectVisits: [], measures: [], ...lists }),
  )) {
    if (entry.kind !== 'made') continue
    const hash = createHash('sha256')
    for await (const piece of entry.write()) hash.update(piece)
    sums[entry.path] = hash.digest('hex')
  }
  return sums
}

test.each([
  { name: 'stepCounting', other: [...newer, 'datapackage.json', ...withMisfits] },
  { name: 'realForm', other: [...newer, 'odm.xml', 'datapackage.json', ...withReasons] },
])('$name: an export of a study that uses neither has the bytes of before', async ({ name, other }) => {
  const { lists, entries } = before[name]
  const sums = await sumsOf(lists)
  expect(Object.keys(sums)).toEqual(Object.keys(entries))
  const compared = (all: Record<string, string>) =>
    Object.entries(all).filter(([path]) => !other.some((start) => path.startsWith(start)))
  expect(compared(sums)).toEqual(compared(entries))
  expect(compared(sums).length).toBeGreaterThan(55)
})

test('without the value that does not fit, the table of forms has the bytes of before', async () => {
  const { lists, entries } = before.stepCounting
  const forms = lists.forms.map((form: FormRow) => ({
    ...form,
    fields: form.fields.filter(({ value }) => value !== 'thirty'),
  }))
  const sums = await sumsOf({ ...lists, forms })
  const paths = Object.keys(entries).filter((path) => withMisfits.some((start) => path.startsWith(start)))
  expect(paths.map((path) => [path, sums[path]])).toEqual(paths.map((path) => [path, entries[path]]))
  expect(paths.length).toBeGreaterThan(5)
})

test('a snapshot of a subject that uses neither has the text of before', () => {
  const { subject, texts } = before.snapshot
  const now = [0, -3600].map((offset) => buildSnapshot({ ...subject, visits: [] }, offset))
  expect(now).toEqual(texts)
})
