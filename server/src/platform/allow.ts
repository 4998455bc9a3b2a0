import { mayCall } from '@casebook/domain/shared/groups.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, getDirectiveValues } from 'graphql'
import type { RequestContext } from './context.ts'
import { whyNotStorableIn } from './storable.ts'
import { tokenRule } from './token-rights.ts'

/** The groups of which a caller of this root field must hold one. Throws where none are declared. */
export function allowedGroups(schema: GraphQLSchema, field: GraphQLField<unknown, RequestContext>): readonly string[] {
  const directive = schema.getDirective('allow')
  const groups: unknown = directive && field.astNode && getDirectiveValues(directive, field.astNode)?.groups
  if (!isListOfText(groups) || groups.length === 0)
    throw new Error(`The root field ${field.name} lacks @allow(groups: […]).`)
  return groups
}

/**
 * Puts each root field's @allow in front of it, and a look at the texts that it is given. Throws at start for a root field without one, so that a new operation
 * can't be open to everybody by oversight.
 */
export function enforceAllow(schema: GraphQLSchema): void {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      guard(field, allowedGroups(schema, field), tokenRule(schema, field))
    }
  }
}

type TokenRule = ReturnType<typeof tokenRule>

function guard(field: GraphQLField<unknown, RequestContext>, groups: readonly string[], whyNotByToken: TokenRule) {
  const refuse = (context: RequestContext, args: unknown) => {
    if (!mayCall(context.scope.actor.groups, groups)) {
      throw problem('call.forbidden', { params: { groups: groups.join(', ') } })
    }
    const why = whyNotByToken(context) ?? whyNotStorableIn(args)
    if (why) throw why
  }
  const { resolve = defaultFieldResolver, subscribe } = field
  if (subscribe) {
    field.subscribe = (source, args, context, info) => {
      refuse(context, args)
      return subscribe(source, args, context, info)
    }
    return
  }
  field.resolve = (source, args, context, info) => {
    refuse(context, args)
    return resolve(source, args, context, info)
  }
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
