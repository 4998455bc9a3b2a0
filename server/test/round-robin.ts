import { createServer, request } from 'node:http'

/**
 * A load balancer that sends each request to the next server in turn, so that consecutive requests of a sign-in use
 * different servers.
 */
export async function startRoundRobin() {
  const origins: string[] = []
  const asked: { path: string; server: number }[] = []
  const balancer = createServer((incoming, outgoing) => {
    const server = asked.length % origins.length
    asked.push({ path: incoming.url ?? '', server })
    const onward = request(
      `${origins[server]}${incoming.url}`,
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  const bound = balancer.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The requests, and the server of each. */
    asked,
    send: (...to: string[]) => origins.push(...to),
    stop: () =>
      new Promise<void>((resolve) => {
        balancer.close(() => resolve())
        balancer.closeAllConnections()
      }),
  }
}
