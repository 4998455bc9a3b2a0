import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  parse,
  type SelectionSetNode,
  type Source,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  validate,
} from 'graphql'

/** Decisions, section 10. The cost counts fields, those below a nested list five times; the web app's dearest query costs a few hundred. */
export const maxDepth = 10
export const maxAliases = 30
export const maxCost = 5_000
const maxFields = 2_000
/** Of one name; tools that read the schema come to some fifty. */
const maxRepeats = 200
const maxTokens = 3_000

/** Parses a document that a caller sent. Throws a GraphQLError; a flood of tokens is not read to its end. */
export function parseLimited(query: string | Source): DocumentNode {
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    // The parser calls itself for each bracket, and a few thousand of them can be more than the stack holds.
    throw error instanceof GraphQLError ? error : tooMuch('is nested too deep to be read')
  }
}

/**
 * What is wrong with a document. The limits come first and alone: GraphQL's own rules take time in the square of how often
 * a field is asked for, so they never see what is beyond the limits.
 */
export function validateLimited(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[] = specifiedRules,
): readonly GraphQLError[] {
  const beyond = validate(schema, document, [queryLimits])
  return beyond.length > 0 ? beyond : validate(schema, document, rules)
}

type Measure = {
  depth: number
  aliases: number
  cost: number
  fields: number
  named: Map<string, number>
  repeats: number
}

/** A validation rule that refuses what would be too deep, too wide or too dear to answer. */
export const queryLimits: ValidationRule = (context) => ({
  Document(document) {
    const schema = context.getSchema()
    const fragments = fragmentsOf(document)
    const total: Measure = { depth: 0, aliases: 0, cost: 0, fields: 0, named: new Map(), repeats: 0 }
    for (const definition of document.definitions) {
      if (definition.kind !== 'OperationDefinition') continue
      const type = schema.getRootType(definition.operation) ?? undefined
      const state = { schema, fragments, total, type, depth: 1, weight: 1, within: new Set<string>() }
      if (!measure(definition.selectionSet, state)) break
    }
    refuse(context, total)
    return false
  },
})

function refuse(context: ValidationContext, { depth, aliases, cost, fields, repeats }: Measure) {
  if (depth > maxDepth) context.reportError(tooMuch(`is nested over ${maxDepth} levels deep`))
  if (aliases > maxAliases) context.reportError(tooMuch(`uses over ${maxAliases} aliases`))
  if (cost > maxCost || fields > maxFields || repeats > maxRepeats)
    context.reportError(tooMuch('asks for too much at once'))
}

function tooMuch(what: string) {
  return new GraphQLError(`The query ${what}.`, { extensions: { code: 'BAD_INPUT' } })
}

type State = {
  schema: GraphQLSchema
  fragments: Map<string, FragmentDefinitionNode>
  total: Measure
  /** What the selection is made from; undefined where GraphQL's own rules will say that there is no such thing. */
  type: GraphQLOutputType | undefined
  depth: number
  weight: number
  /** Fragments being read, so that one that holds itself ends here; GraphQL's own rule refuses it by name. */
  within: Set<string>
}

/** Adds up a selection; answers false once it is beyond every bound, so that a flood is not read to its end. */
function measure(set: SelectionSetNode, state: State): boolean {
  const { total, depth, weight } = state
  total.depth = Math.max(total.depth, depth)
  for (const node of set.selections) {
    if (total.fields > maxFields || total.repeats > maxRepeats || total.depth > maxDepth * 2) return false
    if (node.kind === 'Field') {
      total.fields++
      total.cost += weight
      if (node.alias) total.aliases++
      countName(node.alias?.value ?? node.name.value, total)
      if (!node.selectionSet) continue
      const type = typeOf(node.name.value, state)
      // A root list is one statement; lists within it multiply.
      const below = depth > 1 && isListType(type && getNullableType(type)) ? weight * 5 : weight
      // What tools ask about the schema is deep by nature, and how deep is bounded by a rule of GraphQL's own.
      const next = node.name.value.startsWith('__') ? Number.NEGATIVE_INFINITY : depth + 1
      if (!measure(node.selectionSet, { ...state, type, depth: next, weight: below })) return false
    } else if (node.kind === 'InlineFragment') {
      total.fields++
      if (!measure(node.selectionSet, state)) return false
    } else {
      const name = node.name.value
      const fragment = state.fragments.get(name)
      total.fields++
      // GraphQL's own rules compare each with each of these too.
      countName('...', total)
      if (!fragment || state.within.has(name)) continue
      if (!measure(fragment.selectionSet, { ...state, within: new Set([...state.within, name]) })) return false
    }
  }
  return true
}

/** Whether fields of one name can be answered as one is found out by comparing each with each. */
function countName(name: string, total: Measure) {
  const times = (total.named.get(name) ?? 0) + 1
  total.named.set(name, times)
  total.repeats = Math.max(total.repeats, times)
}

function typeOf(field: string, { type }: State): GraphQLOutputType | undefined {
  const parent = type && getNamedType(type)
  return isObjectType(parent) ? parent.getFields()[field]?.type : undefined
}

function fragmentsOf(document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition)
  }
  return fragments
}
