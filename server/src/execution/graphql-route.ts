import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  printSchema,
  type Source,
  type ValidationRule,
} from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Services } from '../graphql/context.ts'
import { answerFailure, maskError } from '../graphql/errors.ts'
import { parseLimited, validateLimited } from '../graphql/query-limits.ts'
import type { Explorer } from '../http/explorer.ts'
import { challenge, problemBody } from '../http/problem-body.ts'
import { makeUnreadAnswers } from '../http/unread-answers.ts'
import type { Callers } from '../identity/callers.ts'
import { type Call, callOf, codeOf, operationOf } from '../operations/logging/logging.ts'
import { withIdempotencyKey } from '../writes/idempotency.ts'
import { sendAnswer } from './answer-encoding.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { LongAnswer } from './long-answer.ts'
import type { Refused } from './plans.ts'
import { type CallContext, prepareAnswers } from './prepared-answers.ts'

type Deps = {
  schema: GraphQLSchema
  services: Services
  callers: Callers
  /** In local mode: the page for a browser that opens the address. */
  explorer: Explorer | undefined
}

const bodyLimit = 1_000_000
const mostVariableErrors = 5
const limitedAfterMs = 1_000
/** Of the main thread, beside what is measured: a refused document goes the long way, and leaves much to collect. */
const msOfRefusal = 2

/** POST /graphql according to the GraphQL-over-HTTP specification. */
export function registerGraphQL(app: FastifyInstance, { schema, services, callers, explorer }: Deps): void {
  const yoga = createYoga<CallContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    batching: false,
    multipart: false,
    logging: false,
    // Plans are kept for documents that recur. Keeping all would let one caller fill the memory with a thousand different
    // documents.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, app.log) },
    plugins: [limitQueries(services.config.production), nameOperations, refuseSubscriptions],
  })

  const answerPrepared = prepareAnswers(schema, app.log, services.config.production)

  app.register(async (route) => {
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    route.get('/graphql/schema', sendSchema)
    route.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/graphql', handler })
    route.setErrorHandler((error: { statusCode?: number }, request, reply) => refuseUnread(error, request, reply))
  })

  let printed: string | undefined

  /** The schema as text, for callers who may see it. */
  async function sendSchema(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    const caller = await callers.ofRequest(request)
    if ('refused' in caller) return refuse(reply, caller.status, caller.refused)
    printed ??= `${printSchema(schema)}\n`
    return reply.type('text/plain; charset=utf-8').send(printed)
  }

  async function handler(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    const page = explorer?.(request, reply)
    if (page) return page
    const caller = await callers.ofRequest(request)
    const call = callOf(request)
    if ('refused' in caller) {
      call.code = caller.refused.code
      // Somebody who only repeats would be refused thousands of times a second.
      if (caller.status === 429) await wait(limitedAfterMs)
      return refuse(reply, caller.status, caller.refused)
    }
    call.sub = caller.sub
    const clock = readClock(request)
    const context: CallContext = { ...services, ...caller, call, ...(clock !== undefined && { clock }) }
    return withIdempotencyKey(readIdempotencyKey(request, caller.scope), () => answer(request, reply, context, call))
  }

  const unread = makeUnreadAnswers()

  async function answer(request: FastifyRequest, reply: FastifyReply, context: CallContext, call: Call) {
    const prepared = await answerPrepared(request, context).catch(limitedOnly)
    if (prepared instanceof Problem) {
      call.code = prepared.code
      return refuse(reply, 429, prepared)
    }
    if (prepared) {
      const { type, body } = prepared
      const isLong = body instanceof LongAnswer
      noteCode(call, isLong ? body.beginning() : body)
      unread.watch(reply.raw, isLong ? body.bytes : body.length, context.scope.actor.personid)
      return sendAnswer(request, reply.type(type), body)
    }
    const accept = acceptedJson(request.headers.accept)
    if (accept === undefined) return reply.code(406).send(notAcceptable)
    const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null
    const type = request.headers['content-type']
    const headers = { accept, ...(type !== undefined && { 'content-type': type }) }
    const url = new URL(request.url, 'http://casebook.invalid')
    const answer = await yoga.fetch(url.href, { method: request.method, headers, ...(body && { body }) }, context)
    reply.code(answer.status)
    for (const name of ['content-type', 'allow']) {
      const value = answer.headers.get(name)
      if (value !== null) reply.header(name, value)
    }
    const answered = Buffer.from(await answer.arrayBuffer())
    noteCode(call, answered)
    if (call.code) context.mainThread.charge(context.scope.actor.personid, msOfRefusal)
    unread.watch(reply.raw, answered.length, context.scope.actor.personid)
    return sendAnswer(request, reply, answered)
  }
}

function limitedOnly(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'RATE_LIMITED') return error
  throw error
}

function refusedOf({ refused }: CallContext, source: string | Source): Refused | undefined {
  return refused?.query === (typeof source === 'string' ? source : source.body) ? refused : undefined
}

function measured<T>({ mainThread, scope }: CallContext, work: () => T): T {
  return mainThread.measured(scope.actor.personid, work)
}

function noteCode(call: Call, body: Buffer) {
  const code = codeOf(body)
  if (code) call.code = code
}

function refuse(reply: FastifyReply, status: number, why: Problem) {
  if (status === 401) reply.header('www-authenticate', challenge(why))
  if (why.code === 'RATE_LIMITED') reply.header('retry-after', String(why.details.retryAfterSeconds ?? 60))
  return reply.code(status).type('application/json; charset=utf-8').send(problemBody(why))
}

/** Requests that could not be read: too large, wrong content type, aborted. */
function refuseUnread(error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Problem) return refuse(reply, 400, error)
  const status = error.statusCode ?? 500
  if (status >= 500) return answerFailure(error, request, reply)
  const sentence =
    status === 413 ? 'A call may be at most 1 MB long.' : 'Send the call as JSON, with content type application/json.'
  return reply.code(status).send({ errors: [{ message: sentence, extensions: { code: 'BAD_INPUT' } }] })
}

const nameOperations: Plugin<CallContext> = {
  onExecute({ args }) {
    const operation = getOperationAST(args.document, args.operationName)
    if (args.contextValue.call && operation) args.contextValue.call.operation = operationOf(operation.selectionSet)
  },
}

/** If it were answered here, it would never end. */
const refuseSubscriptions: Plugin<CallContext> = {
  onSubscribe({ setResultAndStopExecution }) {
    const sentence = 'Subscriptions go over a WebSocket at the same address, by the protocol graphql-transport-ws.'
    const error = new GraphQLError(sentence, { extensions: { code: 'BAD_INPUT', http: { status: 400 } } })
    setResultAndStopExecution({ errors: [error] })
  },
}

/** Documents that were read already are not read again; the others are read within the limits. */
function limitQueries(production: boolean): Plugin<CallContext> {
  return {
    onParse({ context, params, setParseFn }) {
      const refused = refusedOf(context, params.source)
      setParseFn((source: string | Source) => {
        if (refused?.document) return refused.document
        if (refused) throw refused.refusals[0]
        return measured(context, () => parseLimited(source))
      })
    },
    onValidate({ context, params, setValidationFn }) {
      const { refused } = context
      setValidationFn((schema: GraphQLSchema, document: DocumentNode, rules: readonly ValidationRule[]) =>
        refused && refused.document === params.documentAST
          ? refused.refusals
          : measured(context, () => validateLimited(schema, document, rules, { hideSuggestions: production })),
      )
    },
    // Yoga's own executor would suggest the values of enums.
    onExecute({ args: { document, operationName, schema, variableValues }, setResultAndStopExecution }) {
      if (!production) return
      const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {}
      const options = { hideSuggestions: true, maxErrors: mostVariableErrors }
      const { errors } = getVariableValues(schema, variableDefinitions, variableValues ?? {}, options)
      if (errors) setResultAndStopExecution({ errors })
    },
  }
}

/** The response body for a call that does not accept JSON. */
const notAcceptable = {
  errors: [
    {
      message: 'Ask for application/graphql-response+json or application/json; other forms are not answered.',
      extensions: { code: 'BAD_INPUT' },
    },
  ],
}

/**
 * The JSON media types of an Accept header that mean a single response, or undefined if there are none. The others are
 * hidden from GraphQL Yoga, which would respond in parts.
 */
function acceptedJson(accept = ''): string | undefined {
  if (accept.trim() === '') return '*/*'
  const json = accept
    .split(',')
    .filter((part) => /^\s*(application\/((graphql-response\+)?json|\*)|\*\/\*)\s*(;|$)/i.test(part))
  return json.length > 0 ? json.join(',') : undefined
}

/**
 * The header casebook-clock: the caller's clock when this attempt was sent, in milliseconds since 1970. A call that is sent
 * again, with the same body and key, says the time anew. Undefined without it, or if it is no such number.
 */
function readClock({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['casebook-clock']
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}
