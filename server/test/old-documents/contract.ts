import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'

/** The contract as it was before forms, visits and other parts got arguments and fields of their own. */
export const contract = buildSchema(readFileSync(new URL('../../../domain/contract.graphql', import.meta.url), 'utf8'))

type Kind = 'query' | 'mutation' | 'subscription'
export type ContractCall = { kind: Kind; field: GraphQLField<unknown, unknown> }

/** Every call of the contract, by name. */
export const contractCalls: ReadonlyMap<string, ContractCall> = new Map(
  (['query', 'mutation', 'subscription'] as const).flatMap((kind) => {
    const type = {
      query: contract.getQueryType(),
      mutation: contract.getMutationType(),
      subscription: contract.getSubscriptionType(),
    }[kind]
    return Object.values(type?.getFields() ?? {}).map((field): [string, ContractCall] => [field.name, { kind, field }])
  }),
)

/** The document that gives all arguments of a call, and asks for all that the contract says of the answer. */
export function contractDocument(name: string): string {
  const call = contractCalls.get(name)
  if (!call) throw new Error(`the contract has no call ${name}`)
  const { kind, field } = call
  const within = (parts: string[]) => (parts.length > 0 ? `(${parts.join(', ')})` : '')
  const declared = within(field.args.map((argument) => `$${argument.name}: ${argument.type}`))
  const given = within(field.args.map((argument) => `${argument.name}: $${argument.name}`))
  return `${kind} ${declared} { ${field.name}${given}${selectionOf(field.type)} }`
}

/** Lists in lists in lists would ask for more than a call may. */
const deepestLists = 2

function selectionOf(output: GraphQLOutputType, lists = 0): string {
  const type = getNamedType(output)
  if (!isObjectType(type)) return ''
  const within = isListType(getNullableType(output)) ? lists + 1 : lists
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      isLeafType(getNamedType(field.type)) || !isListType(getNullableType(field.type)) || within < deepestLists,
  )
  return ` { ${fields.map((field) => `${field.name}${selectionOf(field.type, within)}`).join(' ')} }`
}
