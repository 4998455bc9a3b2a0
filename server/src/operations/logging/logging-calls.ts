import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { SelectionSetNode } from 'graphql'
import { countRequest } from '../metrics/counters.ts'

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
