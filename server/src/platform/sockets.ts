import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { type ExecutionArgs, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql'
import { CloseCode } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Caller, Callers } from './callers.ts'
import { clientAddress } from './client-address.ts'
import type { RequestContext, Services } from './context.ts'
import { maskError, problemBody } from './errors.ts'
import { parseLimited, validateLimited } from './query-limits.ts'
import { subscribeToChanges } from './subscribe.ts'

type Deps = { server: Server; schema: GraphQLSchema; services: Services; callers: Callers; log: FastifyBaseLogger }

/** One browser's socket, and what its caller may do at this moment. */
type Line = {
  socket: WebSocket
  caller: Caller & { sessionid: string }
  personid: string
  rightsListeners: Set<() => void>
  /** How often its rights were asked for: an answer that a later question overtook says nothing. */
  rechecks: number
}

const maxMessageBytes = 64_000
const maxSocketsPerPerson = 100
const maxSubscriptionsPerSocket = 100
const recheckEveryMs = 15_000

/** Subscriptions over `graphql-transport-ws` at /graphql: cookie and Origin are checked as the socket opens, rights ever after. */
export function openSockets({ server, schema, services, callers, log }: Deps) {
  const lines = new Map<WebSocket, Line>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  })

  const graphql = useServer<Record<string, unknown>, { socket: WebSocket }>(
    {
      onSubscribe: ({ extra, subscriptions }, _id, payload) => {
        const line = lines.get(extra.socket)
        if (!line) return [new GraphQLError('The socket is closing.')]
        if (Object.keys(subscriptions).length > maxSubscriptionsPerSocket) {
          return [new GraphQLError(`A socket carries at most ${maxSubscriptionsPerSocket} subscriptions.`)]
        }
        return argumentsOf(payload, contextOf(line))
      },
      subscribe: (args: ExecutionArgs) => subscribeToChanges(args),
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
    const errors = validateLimited(schema, document)
    if (errors.length > 0) return errors
    const operation = getOperationAST(document, operationName)
    if (operation?.operation !== 'subscription') {
      return [new GraphQLError('Only subscriptions go over the socket; send the rest to POST /graphql.')]
    }
    return { schema, document, operationName, variableValues: variables, contextValue }
  }

  function contextOf(line: Line): RequestContext {
    const { origin, address, sessionid } = line.caller
    return {
      ...services,
      origin,
      address,
      sessionid,
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
      if (request.url?.split('?', 1)[0] !== '/graphql') return refuse(stream, 404)
      const caller = await callers.ofHandshake(request, clientAddress(request))
      if ('refused' in caller) return refuse(stream, caller.status, JSON.stringify(problemBody(caller.refused)))
      const { sessionid } = caller
      if (!sessionid) return refuse(stream, 401)
      const { personid } = caller.scope.actor
      if ([...lines.values()].filter((line) => line.personid === personid).length >= maxSocketsPerPerson)
        return refuse(stream, 429)
      sockets.handleUpgrade(request, stream, head, (socket) => {
        lines.set(socket, {
          socket,
          caller: { ...caller, sessionid },
          personid,
          rightsListeners: new Set(),
          rechecks: 0,
        })
        socket.on('close', () => lines.delete(socket))
        sockets.emit('connection', socket, request)
        // graphql-ws would write each broken frame of a caller's to the console.
        socket.removeAllListeners('error')
        socket.on('error', () => socket.terminate())
      })
    } catch (error) {
      log.warn({ err: error }, 'a socket could not be opened')
      refuse(stream, 503)
    }
  }
  server.on('upgrade', upgrade)

  /** Reads a caller's rights anew; a socket whose session opens nothing any more is closed. */
  async function recheck(line: Line) {
    line.rechecks += 1
    const { rechecks } = line
    const session = await callers.findById(line.caller.sessionid)
    if (rechecks !== line.rechecks) return
    if (!session) return line.socket.close(CloseCode.Forbidden, 'Session ended')
    line.caller = { ...line.caller, scope: session.scope }
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
    /** People whose groups, sites or state were written: their open sockets follow. */
    recheckPeople: (personids: ReadonlySet<string>) => recheckAll((line) => personids.has(line.personid)),
    /** When changes of rights may have been missed. */
    recheckEverybody: () => recheckAll(() => true),
    closeSession(sessionid: string) {
      for (const line of lines.values())
        if (line.caller.sessionid === sessionid) line.socket.close(CloseCode.Forbidden, 'Session ended')
    },
    size: () => lines.size,
    /** Tells every browser to come back, to another server where there is one. */
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

function refuse(stream: Duplex, status: number, body = '') {
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
