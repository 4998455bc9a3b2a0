import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { type GraphQLField, type GraphQLSchema, getDirectiveValues, getNamedType, isInputObjectType } from 'graphql'
import type { RequestContext } from './context.ts'

type Field = GraphQLField<unknown, RequestContext>

/** Whether a root field takes a person in a browser and no access token. */
function isBrowserOnly(schema: GraphQLSchema, field: Field): boolean {
  const directive = schema.getDirective('browserOnly')
  return Boolean(directive && field.astNode && getDirectiveValues(directive, field.astNode))
}

/** Whether a root field is about one study or one subject, by an argument or a field of its input that names it. */
function isAboutStudy({ args }: Field): boolean {
  const names = args.flatMap(({ name, type }) => {
    const input = getNamedType(type)
    return isInputObjectType(input) ? [name, ...Object.keys(input.getFields())] : [name]
  })
  return names.includes('studyid') || names.includes('subjectid')
}

/**
 * Why an access token may not call a root field: it takes a person in a browser, the token lacks the scope, or the token is
 * confined to studies and the field is about something else. Made once per field.
 */
export function tokenRule(schema: GraphQLSchema, field: Field): (context: RequestContext) => Problem | undefined {
  const needed = schema.getMutationType()?.getFields()[field.name] === field ? 'write' : 'read'
  const browserOnly = isBrowserOnly(schema, field)
  const aboutStudy = isAboutStudy(field) || field.name === 'me'
  return ({ scope, token }) => {
    if (!token) return undefined
    if (browserOnly) return problem('token.browser-only')
    if (!token.scopes.includes(needed)) return problem('token.scope', { params: { scope: needed } })
    if (scope.studies && !aboutStudy) return problem('token.confined')
    return undefined
  }
}
