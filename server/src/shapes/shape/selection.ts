import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** The selection below one field: each name in the answer, in order, with its field. */
export type Selection = ReadonlyMap<string, { readonly field: string; readonly below: Selection }>

type Mutable = Map<string, { field: string; below: Mutable }>
type SelectedFields = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>

/** A selection of the server's own: `{ subjectid: {}, devices: { deviceid: {} } }`. */
export type Fields = { readonly [field: string]: Fields }

export function select(fields: Fields): Selection {
  return new Map(Object.entries(fields).map(([field, below]) => [field, { field, below: select(below) }]))
}

/**
 * Documents are parsed once and executed many times. Unless a directive uses a variable, the selection is the same each
 * time.
 */
const known = new WeakMap<readonly FieldNode[], Selection>()

/** The selection below the field being resolved, with fragments expanded and @skip and @include applied. */
export function selectionOf(info: SelectedFields): Selection {
  const before = known.get(info.fieldNodes)
  if (before) return before
  const chosen: Mutable = new Map()
  const state = { info, isFixed: true }
  for (const node of info.fieldNodes) if (node.selectionSet) collect(node.selectionSet, state, chosen)
  if (state.isFixed) known.set(info.fieldNodes, chosen)
  return chosen
}

type State = { info: SelectedFields; isFixed: boolean }

function collect(set: SelectionSetNode, state: State, into: Mutable) {
  for (const node of set.selections) {
    if (isLeftOut(node, state)) continue
    if (node.kind === 'Field') {
      const key = node.alias?.value ?? node.name.value
      const chosen = into.get(key) ?? { field: node.name.value, below: new Map() }
      into.set(key, chosen)
      if (node.selectionSet) collect(node.selectionSet, state, chosen.below)
    } else {
      const fragment = node.kind === 'FragmentSpread' ? fragmentNamed(node.name.value, state) : node
      if (fragment) collect(fragment.selectionSet, state, into)
    }
  }
}

function fragmentNamed(name: string, { info }: State): FragmentDefinitionNode | undefined {
  return info.fragments[name]
}

function isLeftOut(node: SelectionNode, state: State): boolean {
  if (!node.directives?.length) return false
  state.isFixed = false
  const { variableValues } = state.info
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if === false
  )
}
