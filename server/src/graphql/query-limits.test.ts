import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildASTSchema, type DocumentNode, Kind, parse } from 'graphql'
import { expect, test } from 'vitest'
import { costOf, maxCost, validateLimited } from './query-limits.ts'

const read = (folder: string) => {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(`${path}/${name}`, 'utf8'))
    .join('\n')
}
const schema = buildASTSchema(parse(read('../../../domain/src')))
const documents = parse(read('../../../web/src'))

test('every query of the web app costs at most a tenth of the limit', () => {
  const fragments = documents.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  for (const operation of documents.definitions) {
    if (operation.kind !== Kind.OPERATION_DEFINITION) continue
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }
    expect(costOf(schema, document), operation.name?.value).toBeLessThanOrEqual(maxCost / 10)
  }
})

const everything =
  'listSubjects(studyid: "x") { subjectid identifier forms { fields { key value } formtype { identifier } } activities { startTime stopTime comment activitytype { description } referenceData { filename size } } }'
const nested = 'listSubjects(studyid: "x") { subjectid identifier activities { subjectid referenceData { filename } } }'
const aliased = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')

test('a script may read a whole study in one call', () => {
  expect(validateLimited(schema, parse(`{ ${everything} }`))).toEqual([])
})

test('many nested lists exceed the limit, as many flat ones do not', () => {
  expect(validateLimited(schema, parse(`{ ${aliased(25, nested)} }`))[0]?.message).toBe(
    'The query asks for too much at once.',
  )
  expect(validateLimited(schema, parse(`{ ${aliased(29, 'listSubjects(studyid: "x") { subjectid }')} }`))).toEqual([])
})
