import fc from 'fast-check'
import { type GraphQLOutputType, getNamedType, isObjectType, type ValueNode } from 'graphql'
import { operations } from '../beds/operations.ts'

type Kind = 'query' | 'mutation'
type Values = Readonly<Record<string, unknown>>
export type Generated = { query: string; variables: Values }

/** A fragment defined beside the operation. Its name contains its number. */
type Draft = { fragments: string[] }

const directives = [
  '',
  '',
  '',
  '',
  ' @include(if: true)',
  ' @include(if: $yes)',
  ' @include(if: $no)',
  ' @skip(if: $no)',
  ' @skip(if: $yes)',
]

/** Documents that ask for these root fields in all the ways in which GraphQL can express the same question. */
export function documentsOf(
  kind: Kind,
  names: readonly string[],
  give: (name: string, place: number) => Values,
): fc.Arbitrary<Generated> {
  const most = kind === 'query' ? 3 : 1
  return fc
    .tuple(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: most }), fc.infiniteStream(fc.nat(999)))
    .map(([chosen, stream]) => {
      const draw = (below: number) => (stream.next().value ?? 0) % below
      const draft: Draft = { fragments: [] }
      const variables: Record<string, unknown> = { yes: true, no: false }
      const declared: string[] = []
      const roots = chosen.map((name, place) => {
        const field = operations.get(name)?.field
        if (!field) throw new Error(`the schema has no root field ${name}`)
        const given = give(name, place)
        const args = field.args
          .filter((argument) => argument.name in given)
          .map((argument) => {
            declared.push(`$${argument.name}${place}: ${argument.type}`)
            variables[`${argument.name}${place}`] = given[argument.name]
            return `${argument.name}: $${argument.name}${place}`
          })
        const within = args.length > 0 ? `(${args.join(', ')})` : ''
        // Each with an alias, because the same field may be requested twice with different arguments.
        return `r${place}: ${name}${within}${kind === 'query' ? directives[draw(directives.length)] : ''} ${selectionOf(field.type, 3, draw, draft)}`
      })
      const body = [`{ ${draw(4) === 0 ? '__typename ' : ''}${roots.join(' ')} }`, ...draft.fragments].join('\n')
      for (const name of ['yes', 'no']) if (new RegExp(`\\$${name}\\b`).test(body)) declared.push(`$${name}: Boolean!`)
      const within = declared.length > 0 ? `(${declared.join(', ')})` : ''
      return { query: `${kind} ${within} ${body}`, variables }
    })
}

function selectionOf(output: GraphQLOutputType, depth: number, draw: (below: number) => number, draft: Draft): string {
  const type = getNamedType(output)
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).filter((field) => depth > 0 || !isObjectType(getNamedType(field.type)))
  const parts = Array.from({ length: 1 + draw(4) }, () => {
    const field = fields[draw(fields.length)]
    if (!field || draw(8) === 0) return draw(2) === 0 ? '__typename' : 'kind_of: __typename'
    const alias = draw(3) === 0 ? `${field.name}_${draw(9)}: ` : ''
    const asked = `${alias}${field.name}${directives[draw(directives.length)]} ${selectionOf(field.type, depth - 1, draw, draft)}`
    const form = draw(8)
    if (form === 0) return `... on ${type.name}${directives[draw(directives.length)]} { ${asked} }`
    if (form === 1) return `...${directives[draw(directives.length)]} { ${asked} }`
    if (form > 2) return asked
    const name = `part${draft.fragments.length}`
    draft.fragments.push(`fragment ${name} on ${type.name} { ${asked} }`)
    return `...${name}${directives[draw(directives.length)]}`
  })
  return `{ ${parts.join(' ')} }`
}

/** Determines the values of a document's variables from the arguments of its root field. */
export function fillVariables(node: ValueNode, given: unknown, into: Record<string, unknown>): void {
  if (node.kind === 'Variable') into[node.name.value] = given
  if (node.kind === 'ListValue')
    for (const [at, value] of node.values.entries()) fillVariables(value, Object(given)[at], into)
  if (node.kind !== 'ObjectValue') return
  for (const { name, value } of node.fields) fillVariables(value, Object(given)[name.value], into)
}
