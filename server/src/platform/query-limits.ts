import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

/** Decisions, section 10. The cost counts fields, those below a nested list five times; the web app's dearest query costs a few hundred. */
export const maxDepth = 10
export const maxAliases = 30
export const maxCost = 5_000
const maxFields = 2_000

type Measure = { depth: number; aliases: number; cost: number; fields: number }

/** A validation rule that refuses what would be too deep, too wide or too dear to answer. */
export const queryLimits: ValidationRule = (context) => ({
  Document(document) {
    const fragments = fragmentsOf(document)
    const total: Measure = { depth: 0, aliases: 0, cost: 0, fields: 0 }
    for (const definition of document.definitions) {
      if (definition.kind !== 'OperationDefinition') continue
      if (!measure(definition.selectionSet, { fragments, total, depth: 1, weight: 1, within: new Set() })) break
    }
    refuse(context, total)
    return false
  },
})

function refuse(context: ValidationContext, { depth, aliases, cost, fields }: Measure) {
  if (depth > maxDepth) context.reportError(tooMuch(`nested ${depth} levels deep; at most ${maxDepth} are answered`))
  if (aliases > maxAliases) context.reportError(tooMuch(`uses over ${maxAliases} aliases`))
  if (cost > maxCost || fields > maxFields) context.reportError(tooMuch('asks for too much at once'))
}

function tooMuch(what: string) {
  return new GraphQLError(`The query ${what}.`, { extensions: { code: 'BAD_INPUT' } })
}

type State = {
  fragments: Map<string, FragmentDefinitionNode>
  total: Measure
  depth: number
  weight: number
  /** Fragments being read, so that one that holds itself ends here; GraphQL's own rule refuses it by name. */
  within: Set<string>
}

const lists = new Set([
  'listSites',
  'listDevices',
  'listStudies',
  'listSubjects',
  'listForms',
  'listActivities',
  'listActivityTypes',
  'listFormTypes',
  'listReferenceData',
  'studies',
  'devices',
  'patients',
  'activitytypes',
  'formtypes',
  'subjects',
  'forms',
  'activities',
  'referenceData',
])

/** Adds up a selection; answers false once it is beyond every bound, so that a flood is not read to its end. */
function measure(set: SelectionSetNode, state: State): boolean {
  const { total, depth, weight } = state
  total.depth = Math.max(total.depth, depth)
  for (const node of set.selections) {
    if (total.fields > maxFields || total.depth > maxDepth * 2) return false
    if (node.kind === 'Field') {
      total.fields++
      total.cost += weight
      if (node.alias) total.aliases++
      if (!node.selectionSet) continue
      // A root list is one statement; lists within it multiply.
      const below = depth > 1 && lists.has(node.name.value) ? weight * 5 : weight
      if (!measure(node.selectionSet, { ...state, depth: depth + 1, weight: below })) return false
    } else if (node.kind === 'InlineFragment') {
      if (!measure(node.selectionSet, state)) return false
    } else {
      const name = node.name.value
      const fragment = state.fragments.get(name)
      total.fields++
      if (!fragment || state.within.has(name)) continue
      if (!measure(fragment.selectionSet, { ...state, within: new Set([...state.within, name]) })) return false
    }
  }
  return true
}

function fragmentsOf(document: DocumentNode) {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition)
  }
  return fragments
}
