import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ProblemCode } from '@casebook/domain/shared/problems/problem-code.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'
import type { FastifyBaseLogger } from 'fastify'
import {
  createSourceEventStream,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  specifiedRules,
} from 'graphql'
import { CloseCode, MessageType } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { RequestContext, Services } from '../graphql/context.ts'
import { maskError } from '../graphql/errors.ts'
import { parseLimited, validateLimited } from '../graphql/query-limits.ts'
import { challenge, problemBody } from '../http/problem-body.ts'
import { type Caller, type Callers, isPageOf } from '../identity/callers.ts'
import { isWatched } from './watch.ts'

type Deps = {
  server: Server
  schema: GraphQLSchema
  services: Services
  callers: Callers
  clientAddress: (request: IncomingMessage) => string
  log: FastifyBaseLogger
}

/** A socket of a browser or script, and its caller's current rights. */
type Line = {
  socket: WebSocket
  caller: Caller
  personid: string
  rightsListeners: Set<() => void>
  /** Counts the reads of its rights: the result of a read that a later one overtook is ignored. */
  rechecks: number
}

const maxMessageBytes = 64_000
const maxSocketsPerPerson = 100
const maxSubscriptionsPerSocket = 100
const recheckEveryMs = 15_000
/** A caller who sends, and reads nothing of the answers, would fill the memory within seconds. */
const maxUnreadBytes = 1_000_000

/**
 * Subscriptions over `graphql-transport-ws` at /graphql. Cookie and Origin, or the access token, are checked when the
 * socket opens; rights are checked continuously.
 */
export function openSockets({ server, schema, services, callers, clientAddress, log }: Deps) {
  const lines = new Map<WebSocket, Line>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  })

  const graphql = useServer<Record<string, unknown>, { socket: WebSocket }>(
    {
      // The handshake carries no more than the cookie. A token beside it is the caller's own, of no page.
      onConnect: ({ extra, connectionParams }) => {
        const { caller } = lines.get(extra.socket) ?? {}
        return (
          caller !== undefined &&
          (caller.token !== undefined || isPageOf(caller, connectionParams?.['casebook-person']))
        )
      },
      onSubscribe: ({ extra, subscriptions }, _id, payload) => {
        const line = lines.get(extra.socket)
        if (!line) return [refusal('The socket is closing.', 'UNAUTHENTICATED')]
        if (Object.keys(subscriptions).length > maxSubscriptionsPerSocket) {
          return [refusal(`A socket carries at most ${maxSubscriptionsPerSocket} subscriptions.`, 'RATE_LIMITED')]
        }
        const read = () => argumentsOf(payload, contextOf(line))
        return services.mainThread.run(line.personid, read).catch((error: Error) => [maskError(error, log)])
      },
      subscribe: async (args: ExecutionArgs) => {
        const source = await createSourceEventStream(args)
        if (isWatched(source) || !(Symbol.asyncIterator in source)) return source
        throw new Error('A subscription of the schema is not made by watch().')
      },
      // The protocol does not acknowledge subscriptions, so the server sends a ping that names it. Changes between the
      // client's read and the ping may be missing from what it read.
      onOperation: ({ extra }, id, _payload, _args, result) => {
        if (Symbol.asyncIterator in result) {
          extra.socket.send(JSON.stringify({ type: MessageType.Ping, payload: { subscribed: id } }))
        }
      },
      onNext: (_context, _id, _payload, _args, { errors, ...result }) =>
        errors && { ...result, errors: errors.map((error) => maskError(error, log).toJSON()) },
      onError: (_context, _id, _payload, errors) => errors.map((error) => maskError(error, log).toJSON()),
    },
    sockets,
    12_000,
  )

  function argumentsOf({ query, variables, operationName }: SubscribePayload, contextValue: RequestContext) {
    const document = parsed(query)
    if (document instanceof GraphQLError) return [document]
    const { production } = services.config
    const errors = validateLimited(schema, document, specifiedRules, { hideSuggestions: production })
    if (errors.length > 0) return errors
    const operation = getOperationAST(document, operationName)
    if (operation?.operation !== 'subscription') {
      return [refusal('Only subscriptions go over the socket; send the rest to POST /graphql.', 'BAD_INPUT')]
    }
    return { schema, document, operationName, variableValues: variables, contextValue, hideSuggestions: production }
  }

  function contextOf(line: Line): RequestContext {
    const { origin, address, sessionid, token } = line.caller
    return {
      ...services,
      origin,
      address,
      ...(sessionid !== undefined && { sessionid }),
      ...(token && { token }),
      get scope() {
        return line.caller.scope
      },
      onRightsChange: (listener) => {
        line.rightsListeners.add(listener)
        return () => line.rightsListeners.delete(listener)
      },
    }
  }

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer) {
    stream.on('error', () => stream.destroy())
    try {
      if (request.url?.split('?', 1)[0] !== '/graphql') return refuse(stream, 404, problem('request.no-such-call'))
      const caller = await callers.ofHandshake(request, clientAddress(request))
      if ('refused' in caller) return refuse(stream, caller.status, caller.refused)
      const { personid } = caller.scope.actor
      if ([...lines.values()].filter((line) => line.personid === personid).length >= maxSocketsPerPerson)
        return refuse(stream, 429, rateLimited(60))
      sockets.handleUpgrade(request, stream, head, (socket) => {
        lines.set(socket, {
          socket,
          caller,
          personid,
          rightsListeners: new Set(),
          rechecks: 0,
        })
        socket.on('close', () => lines.delete(socket))
        sockets.emit('connection', socket, request)
        // graphql-ws would write every invalid frame of a client to the console.
        socket.removeAllListeners('error')
        socket.on('error', () => socket.terminate())
        socket.on('message', () => {
          if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
        })
      })
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be opened')
      refuse(stream, 503, problem('database.unavailable'))
    }
  }
  server.on('upgrade', upgrade)

  /** Reads a caller's rights again. Closes the socket if its session or token is no longer valid. */
  async function recheck(line: Line) {
    line.rechecks += 1
    const { rechecks } = line
    const scope = await callers.scopeNow(line.caller)
    if (rechecks !== line.rechecks) return
    if (!scope) return line.socket.close(CloseCode.Forbidden, line.caller.token ? 'Token ended' : 'Session ended')
    line.caller = { ...line.caller, scope }
    for (const listener of line.rightsListeners) listener()
  }

  async function recheckAll(which: (line: Line) => boolean) {
    await Promise.all(
      [...lines.values()]
        .filter(which)
        .map((line) => recheck(line).catch((err) => log.warn({ err }, 'rights could not be read'))),
    )
  }
  const timer = setInterval(() => void recheckAll(() => true), recheckEveryMs)
  timer.unref()

  return {
    /** People whose groups, sites or state were changed: their open sockets are updated. */
    recheckPeople: (personids: ReadonlySet<string>) => recheckAll((line) => personids.has(line.personid)),
    /** Access tokens that were changed, which means removed. */
    recheckTokens: (tokenids: ReadonlySet<string>) =>
      recheckAll(({ caller }) => caller.token !== undefined && tokenids.has(caller.token.tokenid)),
    /** When changes of rights may have been missed. */
    recheckEverybody: () => recheckAll(() => true),
    closeSession(sessionid: string) {
      for (const line of lines.values())
        if (line.caller.sessionid === sessionid) line.socket.close(CloseCode.Forbidden, 'Session ended')
    },
    size: () => lines.size,
    /** Tells every browser to reconnect, to another server if there is one. */
    async close() {
      clearInterval(timer)
      server.off('upgrade', upgrade)
      for (const { socket } of lines.values()) socket.close(1012, 'Server restarts')
      await graphql.dispose()
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

type SubscribePayload = {
  query: string
  variables?: Record<string, unknown> | null | undefined
  operationName?: string | null | undefined
}

function parsed(query: string) {
  try {
    return parseLimited(query)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function refusal(message: string, code: ProblemCode) {
  return new GraphQLError(message, { extensions: { code } })
}

/** Responds to a refused handshake as the route responds to a call. */
function refuse(stream: Duplex, status: number, why: Problem) {
  const body = JSON.stringify(problemBody(why))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? [`WWW-Authenticate: ${challenge(why)}`] : []),
    ...(status === 429 ? ['Retry-After: 60'] : []),
  ]
  stream.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
