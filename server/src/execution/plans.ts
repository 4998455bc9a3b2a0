import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql'
import { parseLimited, validateLimited } from '../graphql/query-limits.ts'
import { shapedTypes } from '../shapes/shape/shape.ts'

export type RootField = {
  /** The operation name that the caller gave. */
  key: string
  field: ReturnType<GraphQLObjectType['getFields']>[string]
  nodes: readonly FieldNode[]
}

/** A parsed and validated document, and how its operation can be answered. */
export type Plan = {
  /** Identifies the plan within this process. */
  number: number
  document: DocumentNode
  operation: OperationDefinitionNode
  fragments: Record<string, FragmentDefinitionNode>
  parent: GraphQLObjectType
  /** Its root fields, if the database returns the whole answer of each. Undefined if GraphQL's executor is needed. */
  direct: readonly RootField[] | undefined
  /** Whether callers with the same rights may share an answer. Reading a record is itself recorded. */
  isShareable: boolean
}

/** Limit of kept documents, in characters of text. A parsed document takes up to a hundred bytes per character. */
const mostCharacters = 250_000
const longestQuery = 10_000

/** A document that is invalid or beyond the limits. `document` is undefined if it could not be parsed. */
export type Refused = { query: string; document: DocumentNode | undefined; refusals: readonly GraphQLError[] }

type Options = { rules: readonly ValidationRule[]; hideSuggestions: boolean }

/**
 * Parses and validates each document once. Returns undefined for a document that is neither query nor mutation: GraphQL
 * then reports the error.
 */
export function makePlans(schema: GraphQLSchema, { rules, hideSuggestions }: Options) {
  // The map's first entry is the least recently used plan.
  const plans = new Map<string, Plan>()
  let characters = 0
  let made = 0

  function make(query: string, operationName: string | undefined): Plan | Refused | undefined {
    const document = parsed(query)
    if (document instanceof GraphQLError) return { query, document: undefined, refusals: [document] }
    const refusals = validateLimited(schema, document, rules, { hideSuggestions })
    if (refusals.length > 0) return { query, document, refusals }
    const operation = getOperationAST(document, operationName)
    if (!operation || operation.operation === 'subscription') return undefined
    const parent = schema.getRootType(operation.operation)
    if (!parent) return undefined
    const fragments: Record<string, FragmentDefinitionNode> = {}
    for (const definition of document.definitions) {
      if (definition.kind === 'FragmentDefinition') fragments[definition.name.value] = definition
    }
    const direct = directFields(schema, operation, parent, fragments)
    return {
      number: made++,
      document,
      operation,
      fragments,
      parent,
      direct,
      isShareable: operation.operation === 'query' && direct?.every(({ field }) => !longTexts.has(field.name)) === true,
    }
  }

  return function planOf(query: string, operationName: string | undefined): Plan | Refused | undefined {
    const key = operationName === undefined ? query : `${operationName}\n${query}`
    const known = plans.get(key)
    if (known) {
      plans.delete(key)
      plans.set(key, known)
      return known
    }
    const plan = make(query, operationName)
    if (!plan || 'refusals' in plan || query.length > longestQuery) return plan
    plans.set(key, plan)
    characters += key.length
    for (const oldest of plans.keys()) {
      if (characters <= mostCharacters) break
      plans.delete(oldest)
      characters -= oldest.length
    }
    return plan
  }
}

function parsed(query: string): DocumentNode | GraphQLError {
  try {
    return parseLimited(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

type Fragments = Plan['fragments']

/** Root fields that answer a long text in pieces (json-text.ts). */
const longTexts: ReadonlySet<string> = new Set(['getSubjectRecord'])

/** Only plain root fields, without fragments or directives, which is how programs ask. */
function directFields(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  parent: GraphQLObjectType,
  fragments: Fragments,
): RootField[] | undefined {
  const fields = new Map<string, RootField>()
  for (const node of operation.selectionSet.selections) {
    if (node.kind !== 'Field' || node.directives?.length) return undefined
    const field = parent.getFields()[node.name.value]
    const key = node.alias?.value ?? node.name.value
    if (!field || fields.has(key)) return undefined
    if (longTexts.has(field.name)) {
      fields.set(key, { key, field, nodes: [node] })
      continue
    }
    if (!node.selectionSet) return undefined
    const type = getNamedType(field.type)
    if (!isObjectType(type) || !isWrittenByDatabase(schema, type, node.selectionSet, fragments)) return undefined
    fields.set(key, { key, field, nodes: [node] })
  }
  return [...fields.values()]
}

/** Whether the fields below need no work of the server, such as signing a link. */
function isWrittenByDatabase(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  set: SelectionSetNode,
  fragments: Fragments,
): boolean {
  if (!shapedTypes.has(type.name)) return false
  return set.selections.every((node) => {
    if (node.kind === 'Field') {
      if (node.name.value === '__typename') return true
      const field = type.getFields()[node.name.value]
      const below = field && getNamedType(field.type)
      if (!field || field.extensions.needsResolver) return false
      return (
        !node.selectionSet || (isObjectType(below) && isWrittenByDatabase(schema, below, node.selectionSet, fragments))
      )
    }
    const inner = node.kind === 'InlineFragment' ? node : fragments[node.name.value]
    return inner !== undefined && isWrittenByDatabase(schema, type, inner.selectionSet, fragments)
  })
}
