import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { SelectionSetNode } from 'graphql'
import { countRequest } from './metrics.ts'

/** What is known of a request beyond HTTP; filled in as it becomes known. */
export type Call = {
  /** The root field asked for, `addForm`; `addForm+` where others come with it. */
  operation?: string
  /** The caller's, as the identity provider has it. */
  sub?: string
  /** The code of the first error in the answer. */
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

/** Names an operation by the schema's word for it; the caller's own name for it could be anything. */
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

/** What machines ask every second. */
const quiet = new Set(['/health', '/ready', '/serving', '/assets/*'])

/** One line and one measurement for each request, when it has been answered. The path's own text may hold ids and is left out. */
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
