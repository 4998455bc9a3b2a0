import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { execute, type GraphQLSchema, getVariableValues, specifiedRules } from 'graphql'
import type { RequestContext } from '../graphql/context.ts'
import { maskError } from '../graphql/errors.ts'
import { operationOf } from '../operations/logging/logging.ts'
import { answerDirectly } from './direct.ts'
import { isLong, LongAnswer } from './long-answer.ts'
import { makePlans, type Plan, type Refused } from './plans.ts'
import { makeShare } from './share.ts'

export type PreparedAnswer = { type: string; body: Buffer | LongAnswer }

/** A call's context, with its document if that was refused. */
export type CallContext = RequestContext & { refused?: Refused }

type Call = { query: string; variables: Record<string, unknown>; operationName: string | undefined }

/**
 * Answers recurring calls: a document seen before is neither parsed nor validated again, and JSON from the database is
 * sent as it is. Returns undefined for unusual requests (another method, an invalid or refused document, wrong
 * variables, an unusual Accept header): these follow the GraphQL over HTTP specification. Calls are read when it is the
 * person's turn (main-thread.ts). Why a document was refused is kept in the context, so that nobody looks for it again.
 */
export function prepareAnswers(schema: GraphQLSchema, log: FastifyBaseLogger, production: boolean) {
  const planOf = makePlans(schema, { rules: specifiedRules, hideSuggestions: production })
  const share = makeShare<Buffer | LongAnswer>()

  async function bodyOf(
    plan: Plan,
    variableValues: Record<string, unknown>,
    context: RequestContext,
  ): Promise<Buffer | LongAnswer> {
    const { document, operation, direct } = plan
    if (direct) {
      const asked = { schema, plan, context, variableValues, fields: direct }
      const texts = await answerDirectly(asked, (error) => maskError(error, log))
      return measured(context, () => (isLong(texts) ? new LongAnswer(texts) : bytesOf(texts)))
    }
    const { data, errors } = await execute({
      schema,
      document,
      contextValue: context,
      variableValues,
      operationName: operation.name?.value,
    })
    const masked = errors?.map((error) => maskError(error, log))
    return measured(context, () => Buffer.from(JSON.stringify(masked ? { errors: masked, data } : { data })))
  }

  function read(request: FastifyRequest, context: CallContext) {
    const type = answerType(request)
    const call = type && Buffer.isBuffer(request.body) ? readCall(request.body) : undefined
    const plan = call && planOf(call.query, call.operationName)
    if (!type || !plan) return undefined
    if ('refusals' in plan) {
      context.refused = plan
      return undefined
    }
    if (context.call) context.call.operation = operationOf(plan.operation.selectionSet)
    // One error is enough to leave the answer to the other way: a large call can hold thousands.
    const { variableDefinitions = [] } = plan.operation
    const { coerced } = getVariableValues(schema, variableDefinitions, call.variables, { maxErrors: 1 })
    return coerced && { type, call, plan, coerced }
  }

  return async function answerPrepared(
    request: FastifyRequest,
    context: CallContext,
  ): Promise<PreparedAnswer | undefined> {
    const ready = await context.mainThread.run(context.scope.actor.personid, () => read(request, context))
    if (!ready) return undefined
    const { type, call, plan, coerced } = ready
    if (!plan.isShareable) return { type, body: await bodyOf(plan, plan.direct ? coerced : call.variables, context) }
    const body = await share(keyOf(plan, coerced, context), () => bodyOf(plan, coerced, context))
    return { type, body }
  }
}

function measured<T>({ mainThread, scope }: RequestContext, work: () => T): T {
  return mainThread.measured(scope.actor.personid, work)
}

function bytesOf(pieces: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let at = 0
  for (const piece of pieces) at += bytes.write(piece, at)
  return bytes
}

/** Callers with the same key get the same answer: the same question with the same rights. */
function keyOf(plan: Plan, variables: Record<string, unknown>, { scope, token }: RequestContext): string {
  const { sites, studies, actor } = scope
  return JSON.stringify([plan.number, variables, sites, studies, actor.groups, token?.scopes])
}

function answerType({ method, headers }: FastifyRequest): string | undefined {
  if (method !== 'POST') return undefined
  const { accept = '*/*' } = headers
  if (accept.includes('q=')) return undefined
  if (accept.includes('application/graphql-response+json')) return 'application/graphql-response+json; charset=utf-8'
  if (accept.includes('application/json') || accept.includes('*/*')) return 'application/json; charset=utf-8'
  return undefined
}

function readCall(body: Buffer): Call | undefined {
  let call: unknown
  try {
    call = JSON.parse(body.toString())
  } catch {
    return undefined
  }
  if (!isRecord(call) || typeof call.query !== 'string') return undefined
  const { query, variables = {}, operationName, extensions } = call
  if (extensions !== undefined || (variables !== null && !isRecord(variables))) return undefined
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') return undefined
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
