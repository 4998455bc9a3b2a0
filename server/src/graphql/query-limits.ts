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

/**
 * Limits of one document. The cost counts the values that an answer may contain: a field counts once for each row of the
 * lists around it.
 */
export const maxDepth = 10
export const maxAliases = 30
export const maxCost = 150_000
/** Expected rows of a list, by type, in a large installation; 10 for other types. */
const rowsOf: Readonly<Record<string, number>> = {
  // Sites and studies are few, but their contents are not.
  Site: 2,
  Study: 1,
  Subject: 200,
  Change: 1_000,
  HistoryEntry: 100,
  Person: 50,
  Device: 20,
  FormTypeField: 20,
  // Most fields have none.
  FieldOption: 3,
  // Most studies say everything in one language.
  FieldTranslation: 0.1,
  CheckTranslation: 0.1,
  KeyValue: 20,
  Form: 5,
  Activity: 5,
  ReferenceData: 5,
  SubjectDevice: 2,
}
const maxFields = 2_000
/** Fields with one name. Tools that read the schema use about fifty. */
const maxRepeats = 200
const maxTokens = 3_000

/** Of a document with more, the rest is not looked for. */
const maxErrors = 5

/** Parses a caller's document. Throws a GraphQLError. Reading stops at the token limit. */
export function parseLimited(query: string | Source): DocumentNode {
  // The parser does not count comments, but reads each as a token.
  if (hasMore(typeof query === 'string' ? query : query.body, '#', maxTokens)) throw tooMuch('has too many comments')
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    // The parser recurses at each bracket, and a few thousand could overflow the stack.
    throw error instanceof GraphQLError ? error : tooMuch('is nested too deep to be read')
  }
}

/**
 * The first errors of a document. The limits are checked first and alone: GraphQL's own rules take quadratic time in how
 * often a field is asked for, so they never see a document beyond the limits.
 */
export function validateLimited(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[] = specifiedRules,
  options: { hideSuggestions?: boolean } = {},
): readonly GraphQLError[] {
  const beyond = validate(schema, document, [queryLimits])
  return beyond.length > 0 ? beyond : validate(schema, document, rules, { ...options, maxErrors })
}

function hasMore(text: string, character: string, most: number): boolean {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
    count++
    if (count > most) return true
  }
  return false
}

type Measure = {
  depth: number
  aliases: number
  cost: number
  fields: number
  named: Map<string, number>
  repeats: number
}

/** A validation rule that refuses documents that are too deep, too wide or too costly. */
export const queryLimits: ValidationRule = (context) => ({
  Document(document) {
    refuse(context, measureDocument(context.getSchema(), document))
    return false
  },
})

/** The number of values that an answer may contain, by the rows that its lists may return. */
export function costOf(schema: GraphQLSchema, document: DocumentNode): number {
  return measureDocument(schema, document).cost
}

function measureDocument(schema: GraphQLSchema, document: DocumentNode): Measure {
  const fragments = fragmentsOf(document)
  const total: Measure = { depth: 0, aliases: 0, cost: 0, fields: 0, named: new Map(), repeats: 0 }
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue
    const type = schema.getRootType(definition.operation) ?? undefined
    const state = { schema, fragments, total, type, depth: 1, weight: 1, within: new Set<string>() }
    if (!measure(definition.selectionSet, state)) break
  }
  return total
}

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
  /** The parent type; undefined if GraphQL's own rules will report that it does not exist. */
  type: GraphQLOutputType | undefined
  depth: number
  weight: number
  /** Fragments being visited, so that a recursive one ends here. GraphQL's own rule reports it by name. */
  within: Set<string>
}

/** Adds up a selection. Returns false once a limit is exceeded, so that reading can stop. */
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
      const below = weight * rowsOfField(type)
      // Schema queries of tools are deep by nature; a rule of GraphQL limits their depth.
      const next = node.name.value.startsWith('__') ? Number.NEGATIVE_INFINITY : depth + 1
      if (!measure(node.selectionSet, { ...state, type, depth: next, weight: below })) return false
    } else if (node.kind === 'InlineFragment') {
      total.fields++
      if (!measure(node.selectionSet, state)) return false
    } else {
      const name = node.name.value
      const fragment = state.fragments.get(name)
      total.fields++
      // GraphQL's own rules compare each pair of these, too.
      countName('...', total)
      if (!fragment || state.within.has(name)) continue
      if (!measure(fragment.selectionSet, { ...state, within: new Set([...state.within, name]) })) return false
    }
  }
  return true
}

/** GraphQL compares every pair of fields with the same name to see whether they can be merged. */
function countName(name: string, total: Measure) {
  const times = (total.named.get(name) ?? 0) + 1
  total.named.set(name, times)
  total.repeats = Math.max(total.repeats, times)
}

/** 1 for a single object. */
function rowsOfField(type: GraphQLOutputType | undefined): number {
  if (!type || !isListType(getNullableType(type))) return 1
  return rowsOf[getNamedType(type).name] ?? 10
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
