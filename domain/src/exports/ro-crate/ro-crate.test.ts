import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formTableId } from '../columns/form-table.ts'
import { tablesOf } from '../columns/tables.ts'
import { memoryRows, type RowLists } from '../testing/memory-rows.ts'
import { stepCounting } from '../testing/sample.ts'
import { someRows } from '../testing/some-rows.ts'
import { type CrateFile, crateName, roCrate } from './ro-crate.ts'

type Entity = { '@id': string; '@type': string; [name: string]: unknown }

const sha256 = 'a'.repeat(64)
const form = formTableId('baseline')
const written: CrateFile[] = [
  { path: 'README.txt', size: 12, sha256 },
  { path: `forms/${form}.csv`, size: 300, sha256, table_id: form },
  { path: 'files/S-001 Åse/Walk #1/100%?.csv', size: 1500, sha256 },
  { path: 'files/a/b/recording.CWA', size: 0, sha256 },
]

async function crateOf(lists: RowLists, files = written) {
  const rows = memoryRows(lists)
  const { records, forms } = tablesOf(rows)
  const crate = JSON.parse((await Array.fromAsync(roCrate(rows, [...records, ...forms], () => files))).join(''))
  const graph: Entity[] = crate['@graph']
  return { crate, graph, byId: new Map(graph.map((entity) => [entity['@id'], entity])) }
}

/** The ids that an entity refers to. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (typeof value !== 'object' || value === null) return []
  const own = '@id' in value && Object.keys(value).length === 1 ? [String(value['@id'])] : []
  return [...own, ...Object.values(value).flatMap(references)]
}

/** Terms that the context of RO-Crate 1.1 defines. One that it does not means nothing to a reader. */
const published = new Set([
  ...['File', 'Dataset', 'CreativeWork', 'Organization', 'ResearchProject', 'SoftwareApplication', 'CreateAction'],
  ...['PropertyValue', 'name', 'description', 'about', 'author', 'publisher', 'conformsTo', 'datePublished', 'license'],
  ...['hasPart', 'identifier', 'status', 'softwareVersion', 'endTime', 'instrument', 'result', 'contentSize'],
  ...['encodingFormat', 'variableMeasured', 'alternateName', 'unitText'],
])

/** What RO-Crate 1.1 demands. */
function expectValid({ crate, graph, byId }: Awaited<ReturnType<typeof crateOf>>) {
  const [context, own] = crate['@context']
  expect(context).toBe('https://w3id.org/ro/crate/1.1/context')
  expect(byId.size).toBe(graph.length)
  expect(byId.get(crateName)).toMatchObject({
    '@type': 'CreativeWork',
    about: { '@id': './' },
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
  })
  const root = byId.get('./')
  expect(root).toMatchObject({ '@type': 'Dataset', name: expect.any(String), description: expect.any(String) })
  expect(root?.datePublished).toMatch(/^\d{4}-\d\d-\d\dT/)
  for (const entity of graph) {
    for (const term of [entity['@type'], ...Object.keys(entity).filter((name) => !name.startsWith('@'))])
      expect([term, published.has(term) || term in own]).toEqual([term, true])
    // Compacted JSON-LD has no list of one.
    for (const value of Object.values(entity)) if (Array.isArray(value)) expect(value.length).toBeGreaterThan(1)
    // An IRI reference, as RFC 3987 has it.
    expect(entity['@id']).toMatch(/^[\p{L}\p{M}\p{N}\-._~:/?#[\]@!$&'()*+,;=%]+$/u)
    for (const id of references({ ...entity, '@id': undefined })) {
      if (!id.startsWith('https:')) expect([entity['@id'], id, byId.has(id)]).toEqual([entity['@id'], id, true])
    }
  }
  const files = graph.filter((entity) => entity['@type'] === 'File').map((entity) => entity['@id'])
  expect(references(root?.hasPart)).toEqual(files)
  for (const file of graph.filter((entity) => entity['@type'] === 'File'))
    expect(file.encodingFormat).toMatch(/^\w+\/[\w.+-]+$/)
  for (const id of files) expect(new URL(id, 'https://example.org/crate/').hash).toBe('')
}

test('the crate has its descriptor, its root, its files by relative address, and nothing that it refers to is missing', async () => {
  const made = await crateOf(stepCounting)
  expectValid(made)
  const names = made.graph.filter((entity) => entity['@type'] === 'File').map((entity) => entity['@id'])
  expect(names.map((id) => decodeURIComponent(id))).toEqual(written.map(({ path }) => path))
  expect(made.byId.get(`forms/${form}.csv`)).toMatchObject({
    name: 'Baseline Å',
    contentSize: '300',
    sha256,
    encodingFormat: 'text/csv',
    identifier: form,
  })
  expect(made.byId.get(`#column-${form}-Arrived_at`)).toMatchObject({ name: 'Arrived at', description: 'Arrived at' })
  expect(made.byId.get('#study-study1')).toMatchObject({ name: 'Step counting' })
})

test('so it is whatever people typed, and without any file', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, async (lists) => expectValid(await crateOf(lists))),
    { numRuns: 20 },
  )
  expectValid(await crateOf(stepCounting, []))
})
