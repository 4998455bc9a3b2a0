import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { SelectionSetNode } from 'graphql'
import { type DestinationStream, type Logger, pino } from 'pino'
import { countRequest } from '../metrics/counters.ts'

/** The server's log: one JSON object per line, without recorded data and without secrets. */
export function makeLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

type DescribedError = {
  type: string
  message: string
  code?: string
  constraint?: string
  stack?: string
  cause?: DescribedError
}

/**
 * The parts of an error that are logged. Messages from other software may quote what a person typed (a database's "Key
 * (identifier)=(…) already exists", a mail server's refusal): of those, only the code and the stack are logged.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'thrown without an error' }
  const described: DescribedError = { type: error.name, message: mayQuoteValues(error) ? 'withheld' : error.message }
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number')
      ? String(error.code)
      : undefined
  if (code) described.code = code
  if ('constraint' in error && typeof error.constraint === 'string') described.constraint = error.constraint
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  if (frames?.length) described.stack = frames.join('\n')
  if (error.cause instanceof Error) described.cause = describeError(error.cause)
  return described
}

/** SQLSTATE classes whose messages concern the server or the statement, never values. */
const wordlessClasses = /^(08|25|28|3D|40|42|53|55|57|58|XX)/

function mayQuoteValues(error: Error): boolean {
  // The driver's errors have a severity, a mail server's its response.
  if ('severity' in error && 'code' in error) return !wordlessClasses.test(String(error.code))
  if ('responseCode' in error || 'response' in error) return true
  // The parser quotes the text that it could not read.
  return error instanceof SyntaxError || error instanceof URIError
}

/** What is known about a request beyond HTTP, filled in as it becomes known. */
export type Call = {
  /** The root field, such as `addForm`; `addForm+` if there are others. */
  operation?: string
  /** The caller's sub at the identity provider. */
  sub?: string
  /** The code of the answer's first error. */
  code?: string
}

const calls = new WeakMap<FastifyRequest, Call>()

export function callOf(request: FastifyRequest): Call {
  const known = calls.get(request)
  if (known) return known
  const call: Call = {}
  calls.set(request, call)
  return call
}

/** Names an operation by its root field. The caller's own name for it could contain anything. */
export function operationOf({ selections: [first, second] }: SelectionSetNode): string {
  const name = first?.kind === 'Field' ? first.name.value : 'fragment'
  return second ? `${name}+` : name
}

/** The code of the first error of an answer that begins with its errors, as ours do. */
export function codeOf(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (!text.subarray(0, 10).toString('latin1').startsWith('{"errors"')) return undefined
  const answer: { errors?: { extensions?: { code?: unknown } }[] } = JSON.parse(text.toString('utf8'))
  const code = answer.errors?.[0]?.extensions?.code
  return typeof code === 'string' ? code : 'REFUSED'
}

/** Paths that machines request every second. */
const quiet = new Set(['/health', '/ready', '/serving', '/assets/*'])

/** Logs and measures each request when it was answered. Omits the path itself, which may contain ids. */
export function observeCalls(app: FastifyInstance, log: FastifyBaseLogger): void {
  app.addHook('onResponse', async (request, reply) => {
    const { operation, sub, code } = callOf(request)
    const route = request.is404 ? 'page' : (request.routeOptions.url ?? 'page')
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const status = reply.statusCode
    countRequest({ operation: operation ?? `${request.method} ${route}`, code: code ?? String(status), ms })
    const level = quiet.has(route) ? 'debug' : 'info'
    log[level]({ requestid: request.id, method: request.method, route, operation, sub, status, code, ms }, 'request')
  })
}
