import type { Random } from '../random.ts'
import type { Pool } from './pool.ts'
import { hostileTexts } from './values.ts'

type Maker = (random: Random, pool: Pool) => string

const body = (query: string, more: Record<string, unknown> = {}) => JSON.stringify({ query, ...more })
const times = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(' ')

function nested(depth: number, field: (at: number) => string, leaf: string): string {
  let text = leaf
  for (let at = depth; at > 0; at--) text = `${field(at)} { ${text} }`
  return text
}

/** Bodies that are invalid as documents, as JSON or as a call. Each is refused without costly parsing. */
const makers: readonly Maker[] = [
  (random) => body(`{ ${nested(5 + random.below(400), (at) => (at % 2 ? 'studies' : 'subjects'), 'studyid')} }`),
  (random) => body(`{ ${times(31 + random.below(3_000), (at) => `a${at}: me { sub }`)} }`),
  (random) => body(`{ ${times(random.below(5_000), () => 'me { sub }')} }`),
  () => body('{ me { ...A } } fragment A on User { ...B } fragment B on User { ...A }'),
  () => body('{ me { ...A } } fragment A on User { ...A }'),
  (random) => {
    const count = 2 + random.below(30)
    const fragments = times(count, (at) => `fragment F${at} on User { sub ...F${at + 1} ...F${at + 1} }`)
    return body(`{ me { ...F0 } } ${fragments} fragment F${count} on User { sub }`)
  },
  (random) => body(`{ ${times(1 + random.below(500), (at) => `...Missing${at}`)} }`),
  (random) => body(`{ me { sub ${times(1 + random.below(2_000), () => '@include(if: true)')} } }`),
  (random) => body(`{ me { ${times(1 + random.below(500), (at) => `unknown${at}`)} } }`),
  (random) => body(`query(${times(1 + random.below(2_000), (at) => `$v${at}: ID`)}) { me { sub } }`),
  (random) => body(`${'{ '.repeat(random.below(5_000))}`),
  (random) => body(`{ listSubjects(studyid: ${'['.repeat(random.below(3_000))}`),
  (random) => body(`{ listSubjects(studyid: ${'['.repeat(200)}${']'.repeat(200)}) { subjectid } } #${random.below(9)}`),
  (random) => body(`{ listSubjects(studyid: "${random.pick(hostileTexts).replaceAll('"', '')}") { subjectid } }`),
  (random, pool) =>
    body(
      `{ getSubject(studyid: ${JSON.stringify(pool.pickAny(random))}, subjectid: ${random.below(9)}) { subjectid } }`,
    ),
  (random) => body(random.pick(hostileTexts)),
  (random) => body(`{ __schema { ${nested(random.below(30), () => 'types { fields { type', 'name')} } }`),
  () => body('{ __schema { types { name fields { name type { name ofType { name ofType { name } } } } } } }'),
  () => body('subscription { onSitesUpdates { id } }'),
  () => body('{ me { sub } } { me { sub } }'),
  () => body('query A { me { sub } } query B { me { sub } }', { operationName: 'C' }),
  () => body('query A { me { sub } }', { operationName: { toString: 'A' } }),
  () => body('query A { me { sub } }', { variables: 'text' }),
  () => body('query A { me { sub } }', { variables: [1, 2] }),
  () => body('query A { me { sub } }', { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
  (random) => JSON.stringify({ query: { kind: 'Document' }, id: random.below(10) }),
  () => JSON.stringify({ variables: {} }),
  () => JSON.stringify([{ query: '{ me { sub } }' }, { query: '{ me { sub } }' }]),
  (random) => `${'['.repeat(random.below(100_000))}`,
  (random) => `${'{"query":'.repeat(random.below(10_000))}`,
  () => '{"query":"{ me { sub } }","query":"{ me { groups } }"}',
  () => '{"__proto__":{"query":"{ me { sub } }"}}',
  () => 'null',
  () => '""',
  () => '0',
  () => '',
  () => '\ufeff{"query":"{ me { sub } }"}',
  () => '{"query":"{ me { sub } }"',
  () => "{'query':'{ me { sub } }'}",
  (random) => `{"query":"{ me { sub } }","variables":${'{"a":'.repeat(random.below(20_000))}`,
  (random) => JSON.stringify({ query: `query { me { sub } } #${'x'.repeat(random.below(1_200_000))}` }),
  (random) =>
    `{"query":"query($v: Int) { listSites { siteid } }","variables":{"v":${random.pick(['1e999', '-1e999', '1e-999', '01', '.5', '+1'])}}}`,
]

export function malformedCall(random: Random, pool: Pool): string {
  return random.pick(makers)(random, pool)
}

/** Content types and headers that a call should not have. */
export const oddHeaders: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/graphql' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json; charset=nonsense' },
  { 'content-type': ',' },
  { accept: 'text/html' },
  { accept: 'application/graphql-response+json; charset=utf-8' },
  { accept: 'text/event-stream' },
  { accept: 'multipart/mixed' },
  { accept: '*/*;q=nonsense' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { cookie: 'casebook_session=' },
  { cookie: `casebook_session=${'A'.repeat(43)}` },
  { cookie: `casebook_session=${'x'.repeat(7_000)}` },
  { authorization: 'Bearer nonsense' },
  { authorization: `Bearer ${'x'.repeat(7_000)}` },
  { authorization: 'Basic bnVyc2U6eA==' },
  { 'casebook-background': 'maybe' },
  { 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' },
  { 'x-http-method-override': 'DELETE' },
]
