import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { execute, parse, print, separateOperations } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveScope } from '../../src/access/scope.ts'
import { makeSchema } from '../../src/composition/schema.ts'
import type { RequestContext } from '../../src/graphql/context.ts'
import { maskError } from '../../src/graphql/errors.ts'
import { costOf, maxCost } from '../../src/graphql/query-limits.ts'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { operations } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'
import { makePlace, nowhere, type Place } from '../beds/place.ts'
import { rows } from '../matrix/rows.ts'
import { documentsOf, fillVariables, type Generated } from './generated-documents.ts'

const groups = ['admin', 'hp', 'study:admin', 'subject:admin'] as const

/** A person who may do everything, and the context of the same person's calls. */
type Caller = { person: AddedPerson; context: RequestContext }

let casebook: Casebook
let admin: Caller
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await newCaller()
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

async function newCaller(): Promise<Caller> {
  const person = await addPerson(casebook, 'Ingrid', { groups })
  const { sessionid } = await casebook.services.people
    .selectFrom('session')
    .select('sessionid')
    .where('personid', '=', person.personid)
    .executeTakeFirstOrThrow()
  const actor = { kind: 'person', personid: person.personid, name: person.name, groups } as const
  const scope = proveScope(actor, 'all')
  // The first call of a session records that it was used.
  await person.ask('{ me { sub } }')
  return {
    person,
    context: { ...casebook.services, scope, origin: casebook.origin, address: '127.0.0.1', sessionid },
  }
}

const schema = makeSchema()
const silent = pino({ level: 'silent' })

/** The answer of GraphQL's own executor, in the field order of the specification. */
async function executed({ query, variables }: Generated, { context } = admin): Promise<string> {
  const { data, errors } = await execute({
    schema,
    document: parse(query),
    contextValue: context,
    variableValues: variables,
  })
  return withoutMoment(
    JSON.stringify({ ...(errors && { errors: errors.map((error) => maskError(error, silent)) }), data }),
  )
}

async function prepared({ query, variables }: Generated, { person } = admin): Promise<string> {
  const { status, ...answer } = await person.call(query, { ...variables })
  expect(status).toBe(200)
  return withoutMoment(JSON.stringify(answer))
}

/**
 * Removes the time of the call, which the texts of definitions and of a subject's record contain, and the position of
 * the newest change, because exporting a record is recorded in the history.
 */
function withoutMoment(text: string): string {
  return text.replace(/(?<=\\"at\\": \\")[^"\\]+/g, 'now').replace(/("position(?:_\d)?":)"[^"]*"/g, '$1"now"')
}

/** Does the same in both ways, each at its own place by its own person: some things can be done only once. */
async function expectAlike(ask: (at: Place) => Generated): Promise<void> {
  const [one, other] = [await makePlace(casebook), await makePlace(casebook)]
  const [asked, alike] = [ask(one), ask(other)]
  expect(alike.query).toBe(asked.query)
  const ours = await prepared(asked, await newCaller())
  expect(withoutIds(ours, one)).toBe(withoutIds(await executed(alike, await newCaller()), other))
}

const named = (kind: string) => [...operations].filter(([, operation]) => operation.kind === kind).map(([name]) => name)
const give = (at: Place) => (name: string) => rows[name]?.give(at) ?? {}

/** Removes what differs between two equal places: ids and the order that follows from them, timestamps, signed texts. */
function withoutIds(text: string, at: Place): string {
  let same = text
  for (const [key, value] of Object.entries(at))
    if (typeof value === 'string') same = same.replaceAll(value, key.replace(/^free/, '').toLowerCase())
  return (
    same
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')
      .replace(/"(objectUrl|fields|token|prefix|tokenid)(_\d)?":"[^"]*(\\"[^"]*)*"/g, '"$1$2":"secret"')
      // The order of two activity types depends on their ids.
      .replace(/"expectsFile(_\d+)?":(true|false)/g, '"expectsFile$1":"either"')
      .replace(/Site site[a-j]+|site[a-j]+/g, 'site')
  )
}

function sampled(name: string, give: (name: string) => Record<string, unknown>, seed: number): Generated {
  const [asked] = fc.sample(documentsOf('mutation', [name], give), { numRuns: 1, seed })
  if (!asked) throw new Error('nothing was generated')
  return asked
}

/** Documents above the cost limit are refused before either way begins. */
const isAllowed = ({ query }: Generated) => costOf(schema, parse(query)) <= maxCost

/** What is taken out, or refused, is listed the next time. */
const isRepeatable = ({ query }: Generated) =>
  !query.includes('listExportAccesses') || !/getSubjectRecord|previewExport|getExportLink/.test(query)

/** Removes which of several root fields failed first, if all of them do. */
function withoutPlace(text: string): string {
  return text.replace(/"locations":\[[^\]]*\],"path":\[[^\]]*\],/g, '')
}

/** What is refused anywhere, of those that need nothing to be there. */
const refusable: Readonly<Record<string, () => Record<string, unknown>>> = {
  addSite: () => ({ identifier: place.siteid, name: 'Another' }),
  addToken: () => ({ input: { name: '', scopes: ['read'], days: 1 } }),
  updateMe: () => ({ input: { given_name: 'Kari', family_name: 'Nordmann', email: 'nowhere' } }),
}

/** They end what is there, and answer the same where nothing is. */
const neverRefused = ['endSession', 'endAllSessions']

describe('prepared answers equal those of GraphQL’s own executor', () => {
  test('for generated documents', async () => {
    const nothingThere = nowhere()
    // If several fail, the fastest determines the answer.
    const answered = named('query').filter((name) => rows[name]?.answer === undefined)
    const questions = fc.oneof(
      { arbitrary: documentsOf('query', answered, give(place)), weight: 4 },
      // Only one of its root fields fails: with several, the fastest would determine the answer.
      {
        arbitrary: documentsOf('query', answered, (name, root) => give(root === 0 ? nothingThere : place)(name)),
        weight: 1,
      },
    )
    await fc.assert(
      fc.asyncProperty(questions.filter(isAllowed).filter(isRepeatable), async (question) => {
        expect(await prepared(question)).toBe(await executed(question))
      }),
      { numRuns: 150 },
    )
  }, 60_000)

  test.each(named('query'))('%s, every field of it', async (name) => {
    for (const question of fc.sample(documentsOf('query', [name], give(place)).filter(isAllowed), 5)) {
      const [ours, theirs] = [await prepared(question), await executed(question)]
      expect(withoutPlace(ours)).toBe(withoutPlace(theirs))
    }
  })

  test.each(named('mutation'))('%s, done at two places that are alike', async (name) => {
    await expectAlike((at) => sampled(name, give(at), 1))
  })

  test.each(named('mutation').filter((name) => !neverRefused.includes(name)))('%s, refused', async (name) => {
    const asked = sampled(name, refusable[name] ?? give(nowhere()), 3)
    const ours = await prepared(asked)
    expect(JSON.parse(ours).errors).toHaveLength(1)
    expect(ours).toBe(await executed(asked))
  })
})

const web = fileURLToPath(new URL('../../../web/src/', import.meta.url))
const texts: string[] = []
for await (const file of glob('**/*.graphql', { cwd: web })) texts.push(readFileSync(`${web}${file}`, 'utf8'))
const documents = Object.entries(separateOperations(parse(texts.join('\n'))))

describe('for every document of the web app', () => {
  const inDocument = documents.flatMap(([name, document]) => {
    const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition')
    return operation && operation.operation !== 'subscription' ? [{ name, query: print(document), operation }] : []
  })

  test.each(inDocument)('$name', async ({ query, operation }) => {
    const ask = (at: Place): Generated => {
      const variables: Record<string, unknown> = {}
      for (const field of operation.selectionSet.selections) {
        if (field.kind !== 'Field') continue
        const given = rows[field.name.value]?.give(at) ?? {}
        for (const { name, value } of field.arguments ?? []) fillVariables(value, given[name.value], variables)
      }
      return { query, variables }
    }
    if (operation.operation === 'query') return expect(await prepared(ask(place))).toBe(await executed(ask(place)))
    await expectAlike(ask)
  })
})
