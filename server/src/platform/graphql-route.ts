import { Problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema, getOperationAST, NoSchemaIntrospectionCustomRule } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import { acceptedJson, notAcceptable } from './accepted-json.ts'
import type { Callers } from './callers.ts'
import type { RequestContext, Services } from './context.ts'
import { maskError, problemBody } from './errors.ts'
import { readRepeat, underKey } from './idempotency.ts'
import { type Call, callOf, codeOf, operationOf } from './logging-calls.ts'
import { prepareAnswers } from './prepared-answers.ts'
import { parseLimited, validateLimited } from './query-limits.ts'

type Deps = { schema: GraphQLSchema; services: Services; callers: Callers }

const bodyLimit = 1_000_000

/** POST /graphql by the GraphQL-over-HTTP specification. Decisions, section 10. */
export function registerGraphQL(app: FastifyInstance, { schema, services, callers }: Deps): void {
  const yoga = createYoga<RequestContext>({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    batching: false,
    multipart: false,
    logging: false,
    // Plans remember what is asked for over and over; of the rest, one caller's thousand documents would fill the memory.
    parserAndValidationCache: false,
    maskedErrors: { maskError: (error) => maskError(error, app.log) },
    plugins: [limitQueries(services.config.production), nameOperations, refuseSubscriptions],
  })

  const answerPrepared = prepareAnswers(schema, services.config.production, app.log)

  app.register(async (route) => {
    route.removeAllContentTypeParsers()
    route.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    route.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/graphql', handler })
    route.setErrorHandler((error: { statusCode?: number }, request, reply) => refuseUnread(error, request, reply))
  })

  async function handler(request: FastifyRequest, reply: FastifyReply) {
    reply.header('cache-control', 'no-store')
    const caller = await callers.ofRequest(request)
    const call = callOf(request)
    if ('refused' in caller) {
      call.code = caller.refused.code
      return refuse(reply, caller.status, caller.refused)
    }
    call.sub = caller.sub
    const context: RequestContext = { ...services, ...caller, call }
    return underKey(readRepeat(request, caller.scope.actor.personid), () => answer(request, reply, context, call))
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, context: RequestContext, call: Call) {
    const prepared = await answerPrepared(request, context)
    if (prepared) {
      noteCode(call, prepared.body)
      return reply.type(prepared.type).send(prepared.body)
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
    return reply.send(answered)
  }
}

function noteCode(call: Call, body: Buffer) {
  const code = codeOf(body)
  if (code) call.code = code
}

function refuse(reply: FastifyReply, status: number, why: Problem) {
  if (why.code === 'RATE_LIMITED') reply.header('retry-after', String(why.details.retryAfterSeconds ?? 60))
  return reply.code(status).type('application/json; charset=utf-8').send(problemBody(why))
}

/** What could not even be read: too large, another content type, broken off. */
function refuseUnread(error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Problem) return refuse(reply, 400, error)
  const status = error.statusCode ?? 500
  if (status >= 500) {
    const masked = maskError(error, request.log)
    const isPassing = masked.extensions.reason === 'database.unavailable'
    if (isPassing) reply.header('retry-after', '5')
    return reply.code(isPassing ? 503 : 500).send({ errors: [masked.toJSON()] })
  }
  const sentence =
    status === 413 ? 'A call may be at most 1 MB long.' : 'Send the call as JSON, with content type application/json.'
  return reply.code(status).send({ errors: [{ message: sentence, extensions: { code: 'BAD_INPUT' } }] })
}

const nameOperations: Plugin<RequestContext> = {
  onExecute({ args }) {
    const operation = getOperationAST(args.document, args.operationName)
    if (args.contextValue.call && operation) args.contextValue.call.operation = operationOf(operation.selectionSet)
  },
}

/** Answered here, one would never end. */
const refuseSubscriptions: Plugin<RequestContext> = {
  onSubscribe({ setResultAndStopExecution }) {
    const sentence = 'Subscriptions go over a WebSocket at the same address, by the protocol graphql-transport-ws.'
    const error = new GraphQLError(sentence, { extensions: { code: 'BAD_INPUT', http: { status: 400 } } })
    setResultAndStopExecution({ errors: [error] })
  },
}

function limitQueries(production: boolean): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseLimited)
    },
    onValidate({ addValidationRule, setValidationFn }) {
      if (production) addValidationRule(NoSchemaIntrospectionCustomRule)
      setValidationFn(validateLimited)
    },
  }
}
