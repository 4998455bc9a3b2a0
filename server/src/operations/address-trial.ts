import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { inheritedSocket } from '../config/inherited-socket.ts'

export type Address = { setting: 'PORT' | 'METRICS_PORT'; host: string; port: number }

/** The addresses that a server listens at, except for a socket that systemd holds for it. */
export function addressesOf({
  host,
  port,
  metricsHost,
  metricsPort,
  env,
}: Pick<Config, 'host' | 'port' | 'metricsHost' | 'metricsPort' | 'env'>): Address[] {
  return [
    ...(inheritedSocket(env).fd === undefined ? [{ setting: 'PORT' as const, host, port }] : []),
    ...(metricsPort === undefined ? [] : [{ setting: 'METRICS_PORT' as const, host: metricsHost, port: metricsPort }]),
  ]
}

/** Listens at an address for a moment. Rejects with the system's error if this process can't listen there. */
export async function tryAddress({ host, port }: Address): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
