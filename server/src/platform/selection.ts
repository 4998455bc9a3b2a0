import {
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/** The fields a caller asked for below one field, by schema name; a leaf has an empty selection. */
export type Selection = { readonly [field: string]: Selection }

type Mutable = { [field: string]: Mutable }

/** What was asked for below the field being resolved: fragments spread, @skip and @include heeded, aliases folded together. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  const chosen: Mutable = {}
  for (const node of info.fieldNodes) if (node.selectionSet) collect(node.selectionSet, info, chosen)
  return chosen
}

function collect(set: SelectionSetNode, info: GraphQLResolveInfo, into: Mutable) {
  for (const node of set.selections) {
    if (isLeftOut(node, info)) continue
    if (node.kind === 'Field') {
      if (node.name.value.startsWith('__')) continue
      const below = into[node.name.value] ?? {}
      into[node.name.value] = below
      if (node.selectionSet) collect(node.selectionSet, info, below)
    } else {
      const fragment = node.kind === 'FragmentSpread' ? fragmentNamed(node.name.value, info) : node
      if (fragment) collect(fragment.selectionSet, info, into)
    }
  }
}

function fragmentNamed(name: string, info: GraphQLResolveInfo): FragmentDefinitionNode | undefined {
  return info.fragments[name]
}

function isLeftOut(node: SelectionNode, info: GraphQLResolveInfo): boolean {
  if (!node.directives?.length) return false
  const { variableValues } = info
  return (
    getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if === false
  )
}
