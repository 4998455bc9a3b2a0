import http from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import https from 'node:https'

/** Plain http if `ca`, the authority's certificate, is omitted. */
export type Target = { port: number; ca?: Buffer; token: string }

/** How calls are made. */
type Line = {
  send: (query: string, key: string) => Promise<{ status: number; text: string }>
  close: () => void
}

/** Calls over kept-alive HTTP/1.1 connections. */
export function openHttp1({ port, ca, token }: Target, connections: number): Line {
  const { Agent, request } = ca ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...(ca && { ca }) })
  return {
    send: (query, key) =>
      new Promise((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        }
        const call = request(
          { host: '127.0.0.1', port, path: '/graphql', method: 'POST', agent, headers },
          (answer) => {
            let text = ''
            answer.setEncoding('utf8')
            answer.on('data', (part: string) => {
              text += part
            })
            answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
            answer.on('error', reject)
          },
        )
        call.on('error', reject)
        call.end(JSON.stringify({ query }))
      }),
    close: () => agent.destroy(),
  }
}

/**
 * All calls over one HTTP/2 connection. When the other side ends it, which refuses the calls that are just arriving, it is replaced; a
 * refused call is not repeated.
 */
export function openHttp2({ port, ca, token }: Target, onEnded: () => void): Line {
  let session: ClientHttp2Session | undefined

  function presentSession(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    session = connect(`https://127.0.0.1:${port}`, { ca })
    session.on('goaway', onEnded)
    // The calls report it.
    session.on('error', () => undefined)
    return session
  }

  return {
    send: (query, key) =>
      new Promise((resolve, reject) => {
        const call = presentSession().request({
          ':method': 'POST',
          ':path': '/graphql',
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        })
        let status = 0
        let text = ''
        call.setEncoding('utf8')
        call.on('response', (headers) => {
          status = headers[':status'] ?? 0
        })
        call.on('data', (part: string) => {
          text += part
        })
        call.on('error', reject)
        call.on('close', () => resolve({ status, text }))
        call.end(JSON.stringify({ query }))
      }),
    close: () => session?.close(),
  }
}
