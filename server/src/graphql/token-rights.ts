import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { type TokenScope, tokenScopes } from '@casebook/domain/users/rights.rules.ts'
import { type GraphQLField, type GraphQLSchema, getDirectiveValues, getNamedType, isInputObjectType } from 'graphql'
import type { RequestContext } from './context.ts'

type Field = GraphQLField<unknown, RequestContext>

/** Root fields that name no study and limit themselves to the studies of the scope. */
const confinedByScope = ['me', 'listChanges']

/** Whether a root field requires a person in a browser and refuses access tokens. */
export function isBrowserOnly(schema: GraphQLSchema, field: Field): boolean {
  const directive = schema.getDirective('browserOnly')
  return Boolean(directive && field.astNode && getDirectiveValues(directive, field.astNode))
}

/** The token scope that a root field names instead of read or write. */
function ownScope(schema: GraphQLSchema, field: Field): TokenScope | undefined {
  const directive = schema.getDirective('tokenScope')
  const named = directive && field.astNode && getDirectiveValues(directive, field.astNode)?.scope
  const scope = tokenScopes.find((known) => known === named)
  if (named !== undefined && !scope) throw new Error(`${field.name} names a scope that no token has.`)
  return scope
}

/** Whether a root field concerns one study or one subject, by an argument or input field that names it. */
function isAboutStudy({ args }: Field): boolean {
  const names = args.flatMap(({ name, type }) => {
    const input = getNamedType(type)
    return isInputObjectType(input) ? [name, ...Object.keys(input.getFields())] : [name]
  })
  return names.includes('studyid') || names.includes('subjectid')
}

/** The token scope required for a root field that accepts access tokens. */
export function neededScope(schema: GraphQLSchema, field: Field): TokenScope {
  return ownScope(schema, field) ?? (schema.getMutationType()?.getFields()[field.name] === field ? 'write' : 'read')
}

/**
 * Why an access token may not call a root field: the field requires a person in a browser, the token lacks the scope,
 * or the token is confined to studies and the field concerns something else. Computed once per field.
 */
export function tokenRule(schema: GraphQLSchema, field: Field): (context: RequestContext) => Problem | undefined {
  const needed = neededScope(schema, field)
  const browserOnly = isBrowserOnly(schema, field)
  const aboutStudy =
    ownScope(schema, field) !== undefined || isAboutStudy(field) || confinedByScope.includes(field.name)
  return ({ scope, token }) => {
    if (!token) return undefined
    if (browserOnly) return problem('token.browser-only')
    if (!token.scopes.includes(needed)) return problem('token.scope', { params: { scope: needed } })
    if (scope.studies && !aboutStudy) return problem('token.confined')
    return undefined
  }
}
