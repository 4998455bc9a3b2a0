import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

type IsTrusted = (address: string, hop: number) => boolean

/**
 * Returns the client's address of a request that Fastify does not see, such as a socket's handshake. Follows the rule
 * that Fastify has for calls: `trust` is what TRUST_PROXY says.
 */
export function makeClientAddress(trust: string | boolean | IsTrusted): (request: IncomingMessage) => string {
  const isTrusted = readTrusted(trust)
  return (request) => proxyAddr(request, isTrusted)
}

function readTrusted(trust: string | boolean | IsTrusted): IsTrusted {
  if (typeof trust === 'function') return trust
  if (typeof trust === 'boolean') return () => trust
  return proxyAddr.compile(trust.split(',').map((part) => part.trim()))
}
