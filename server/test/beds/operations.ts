import { type GraphQLField, type GraphQLOutputType, getNamedType, isLeafType, isObjectType } from 'graphql'
import { expect } from 'vitest'
import { makeSchema } from '../../src/composition/schema.ts'
import type { Answer, Person } from './casebook.ts'

export const schema = makeSchema()

type Kind = 'query' | 'mutation' | 'subscription'
type Operation = { kind: Kind; field: GraphQLField<unknown, unknown> }

/** Every root field of the served schema, by name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const type = {
      query: schema.getQueryType(),
      mutation: schema.getMutationType(),
      subscription: schema.getSubscriptionType(),
    }
    return Object.values(type[kind]?.getFields() ?? {}).map((field): [string, Operation] => [
      field.name,
      { kind, field },
    ])
  }),
)

/** A document that calls one root field with all its arguments as variables, and asks for `selection`, or for every leaf. */
export function documentOf(name: string, selection?: string): string {
  const operation = operations.get(name)
  if (!operation) throw new Error(`the schema has no root field ${name}`)
  const { kind, field } = operation
  const declared = field.args.map((argument) => `$${argument.name}: ${argument.type}`).join(', ')
  const given = field.args.map((argument) => `${argument.name}: $${argument.name}`).join(', ')
  const within = (text: string) => (text ? `(${text})` : '')
  const asked = selection ?? leavesOf(field.type)
  return `${kind} ${within(declared)} { ${field.name}${within(given)} ${asked ? `{ ${asked} }` : ''} }`
}

function leavesOf(output: GraphQLOutputType): string {
  const type = getNamedType(output)
  if (!isObjectType(type)) return ''
  const leaves = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
  return leaves.map((field) => field.name).join(' ') || '__typename'
}

type Variables = Record<string, unknown>

/** A field of a form type as calls define it, not required unless `more` says so. */
export function field(name: string, type: string, more: Variables = {}) {
  return { name, type, required: false, ...more }
}

export function attempt(person: Person, name: string, variables: Variables = {}, selection?: string): Promise<Answer> {
  return person.call(documentOf(name, selection), variables)
}

/** The answer of a root field; fails on any error. */
export async function run(person: Person, name: string, variables: Variables = {}, selection?: string) {
  const { data, errors } = await attempt(person, name, variables, selection)
  expect(errors, `${name} was refused`).toBeUndefined()
  return data[name]
}

export type Refusal = { message: string; code: unknown; reason: unknown; field: unknown } & Record<string, unknown>

/** The refusal of a root field; fails if there is none. */
export async function refusal(person: Person, name: string, variables: Variables = {}): Promise<Refusal> {
  const { errors } = await attempt(person, name, variables)
  const [error] = errors ?? []
  if (!error) throw new Error(`${name} was not refused`)
  const { code, reason, field, ...more } = error.extensions ?? {}
  return { message: error.message, code, reason, field, ...more }
}
