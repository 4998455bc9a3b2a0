import { mayCall } from '@casebook/domain/shared/groups.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { whyNotStorable } from '@casebook/domain/shared/text.rules.ts'
import { type TokenScope, tokenScopes } from '@casebook/domain/users/rights.rules.ts'
import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import type { RequestContext } from './context.ts'
import { weightOfList } from './turns.ts'

/** Root fields that give files to the thread of the imports. */
const imports = ['Import', 'Definitions', 'FormFile'].flatMap((what) => [`preview${what}`, `add${what}`])

/** Root fields whose single value is as much as a list. */
const heavy = ['getSubjectRecord', ...imports]

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
    const isWrite = type === schema.getMutationType()
    for (const field of Object.values(type?.getFields() ?? {})) {
      guard(field, {
        isWrite,
        groups: allowedGroups(schema, field),
        whyNotByToken: tokenRule(schema, field),
        onForbidden: onForbidden[field.name],
      })
    }
  }
}

type Rules = {
  isWrite: boolean
  groups: readonly string[]
  whyNotByToken: ReturnType<typeof tokenRule>
  onForbidden: OnForbidden | undefined
}

function guard(field: GraphQLField<unknown, RequestContext>, { isWrite, groups, whyNotByToken, onForbidden }: Rules) {
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
  const weight = isListType(getNullableType(field.type)) || heavy.includes(field.name) ? weightOfList : 1
  const place = imports.includes(field.name) ? 'import' : isWrite ? 'write' : 'read'
  const inTurn = <T>({ turns, mainThread, scope: { actor } }: RequestContext, work: () => T | Promise<T>) =>
    turns[place](actor.personid, weight, () => mainThread.run(actor.personid, work))
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
function tokenRule(schema: GraphQLSchema, field: Field): (context: RequestContext) => Problem | undefined {
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

/**
 * Refuses arguments with a text, ids included, that the database can't store. The problem's `field` is its path, such
 * as `name` or `fields.2.pattern`; for a form's value it is the form's field.
 */
function whyNotStorableIn(given: unknown, path: readonly string[] = []): Problem | undefined {
  if (typeof given === 'string') return whyNotStorable(given, path.join('.'))
  if (typeof given !== 'object' || given === null) return undefined
  if (isKeyValue(given)) return whyNotStorable(given.key, 'key') ?? whyNotStorable(given.value, given.key)
  for (const [name, value] of Object.entries(given)) {
    const why = whyNotStorableIn(value, path.length === 0 && name === 'input' ? path : [...path, name])
    if (why) return why
  }
}

function isKeyValue(given: object): given is { key: string; value: string } {
  return 'key' in given && 'value' in given && typeof given.key === 'string' && typeof given.value === 'string'
}
