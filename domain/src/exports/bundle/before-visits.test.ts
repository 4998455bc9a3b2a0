import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildSnapshot } from '../../subjects/snapshot.ts'
import { memoryRows } from '../testing/memory-rows.ts'
import { exportEntries } from './bundle.ts'

// Rows of studies in which nothing repeats and no visit is planned, as servers read them before there were visits, with the SHA-256 of
// what their exports contained, and the text of a snapshot. Recorded from the commit before types could repeat (d4281ec).
const before = JSON.parse(readFileSync(new URL('before-visits.json', import.meta.url), 'utf8'))

/** These describe columns and files that came with other features, whatever a study uses, or were put right since. */
const newer = ['README.txt', 'dictionary.csv', 'dictionary.json', 'study.xlsx', 'ro-crate-metadata.json']

/** The form of this study has checks that people may confirm, and these say why somebody did. */
const withReasons = ['forms/', 'dataset-json/forms/', 'syntax/'].map((folder) => `${folder}form_f6z59ktjrh0b2.`)

test.each([
  { name: 'stepCounting', other: newer },
  { name: 'realForm', other: [...newer, 'odm.xml', 'datapackage.json', ...withReasons] },
])('$name: an export of a study that uses neither has the bytes of before', async ({ name, other }) => {
  const { lists, entries } = before[name]
  const sums: Record<string, string> = {}
  for await (const entry of exportEntries(
    memoryRows({ worn: [], visits: [], subjectVisits: [], measures: [], ...lists }),
  )) {
    if (entry.kind !== 'made') continue
    const hash = createHash('sha256')
    for await (const piece of entry.write()) hash.update(piece)
    sums[entry.path] = hash.digest('hex')
  }
  expect(Object.keys(sums)).toEqual(Object.keys(entries))
  const compared = (all: Record<string, string>) =>
    Object.entries(all).filter(([path]) => !other.some((start) => path.startsWith(start)))
  expect(compared(sums)).toEqual(compared(entries))
  expect(compared(sums).length).toBeGreaterThan(55)
})

test('a snapshot of a subject that uses neither has the text of before', () => {
  const { subject, texts } = before.snapshot
  const now = [0, -3600].map((offset) => buildSnapshot({ ...subject, visits: [] }, offset))
  expect(now).toEqual(texts)
})
