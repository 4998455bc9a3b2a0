import { mayCall } from '@casebook/domain/shared/groups.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, getDirectiveValues } from 'graphql'
import type { RequestContext } from './context.ts'

/** The groups of which a caller of this root field must hold one. Throws where none are declared. */
export function allowedGroups(schema: GraphQLSchema, field: GraphQLField<unknown, RequestContext>): readonly string[] {
  const directive = schema.getDirective('allow')
  const groups: unknown = directive && field.astNode && getDirectiveValues(directive, field.astNode)?.groups
  if (!isListOfText(groups) || groups.length === 0)
    throw new Error(`The root field ${field.name} lacks @allow(groups: […]).`)
  return groups
}

/**
 * Puts each root field's @allow in front of it. Throws at start for a root field without one, so that a new operation
 * can't be open to everybody by oversight.
 */
export function enforceAllow(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    const needed = type === schema.getMutationType() ? 'write' : 'read'
    for (const field of Object.values(type?.getFields() ?? {})) {
      guard(field, allowedGroups(schema, field), isBrowserOnly(schema, field) ? undefined : needed)
    }
  }
}

/** Whether a root field takes a person in a browser and no access token. */
export function isBrowserOnly(schema: GraphQLSchema, field: GraphQLField<unknown, RequestContext>): boolean {
  const directive = schema.getDirective('browserOnly')
  return Boolean(directive && field.astNode && getDirectiveValues(directive, field.astNode))
}

/** `tokenScope`: what an access token must hold for this field; none does where it is undefined. */
function guard(field: GraphQLField<unknown, RequestContext>, groups: readonly string[], tokenScope?: TokenScope) {
  const refuse = ({ scope, token }: RequestContext) => {
    if (!mayCall(scope.actor.groups, groups)) throw problem('call.forbidden', { params: { groups: groups.join(', ') } })
    if (token && !tokenScope) throw problem('token.browser-only')
    if (token && tokenScope && !token.scopes.includes(tokenScope)) {
      throw problem('token.scope', { params: { scope: tokenScope } })
    }
  }
  const { resolve = defaultFieldResolver, subscribe } = field
  if (subscribe) {
    field.subscribe = (source, args, context, info) => {
      refuse(context)
      return subscribe(source, args, context, info)
    }
    return
  }
  field.resolve = (source, args, context, info) => {
    refuse(context)
    return resolve(source, args, context, info)
  }
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
