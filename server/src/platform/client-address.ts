import type { IncomingMessage } from 'node:http'

/** The address a socket was opened from. It only goes into the log: behind a proxy it is the proxy's. */
export function clientAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? ''
}
