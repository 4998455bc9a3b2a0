import { mayCall } from '@casebook/domain/shared/groups.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  getNullableType,
  isListType,
} from 'graphql'
import type { RequestContext } from './context.ts'
import { whyNotStorableIn } from './storable.ts'
import { tokenRule } from './token-rights.ts'
import { weightOfList } from './turns.ts'

/** The groups that may call this root field; a caller must hold one. Throws if none are declared. */
export function allowedGroups(schema: GraphQLSchema, field: GraphQLField<unknown, RequestContext>): readonly string[] {
  const directive = schema.getDirective('allow')
  const groups: unknown = directive && field.astNode && getDirectiveValues(directive, field.astNode)?.groups
  if (!isListOfText(groups) || groups.length === 0)
    throw new Error(`The root field ${field.name} lacks @allow(groups: […]).`)
  return groups
}

/** What a feature does with a refusal before the caller gets it. */
export type OnForbidden = (context: RequestContext, args: Record<string, unknown>, why: Problem) => Promise<void>

/**
 * Checks @allow and the texts of the arguments before each root field. Throws at start for a root field without @allow,
 * so that a new operation is not open to everybody by mistake. `onForbidden`: by root field.
 */
export function enforceAllow(schema: GraphQLSchema, onForbidden: Readonly<Record<string, OnForbidden>> = {}): void {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      guard(field, {
        groups: allowedGroups(schema, field),
        whyNotByToken: tokenRule(schema, field),
        onForbidden: onForbidden[field.name],
      })
    }
  }
}

type Rules = {
  groups: readonly string[]
  whyNotByToken: ReturnType<typeof tokenRule>
  onForbidden: OnForbidden | undefined
}

function guard(field: GraphQLField<unknown, RequestContext>, { groups, whyNotByToken, onForbidden }: Rules) {
  const whyForbidden = (context: RequestContext) =>
    mayCall(context.scope.actor.groups, groups)
      ? whyNotByToken(context)
      : problem('call.forbidden', { params: { groups: groups.join(', ') } })
  const refuse = (context: RequestContext, args: Record<string, unknown>): Promise<never> | undefined => {
    const forbidden = whyForbidden(context)
    const notStorable = whyNotStorableIn(args)
    if (forbidden && !notStorable && onForbidden) {
      return inTurn(context, async () => {
        await onForbidden(context, args, forbidden)
        throw forbidden
      })
    }
    const why = forbidden ?? notStorable
    if (why) throw why
  }
  const { resolve = defaultFieldResolver, subscribe } = field
  const weight = isListType(getNullableType(field.type)) ? weightOfList : 1
  const inTurn = <T>({ turns, scope }: RequestContext, work: () => T | Promise<T>) =>
    turns.run(scope.actor.personid, weight, work)
  if (subscribe) {
    field.subscribe = (source, args, context, info) => {
      return refuse(context, args) ?? inTurn(context, () => subscribe(source, args, context, info))
    }
    return
  }
  field.resolve = (source, args, context, info) => {
    return refuse(context, args) ?? inTurn(context, () => resolve(source, args, context, info))
  }
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
