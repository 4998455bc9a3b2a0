import type { FastifyInstance } from 'fastify'
import type { Around } from '../database/patient-pool.ts'

export type Tracing = {
  /** Put around every database statement. */
  around: Around
  /** Makes a span of every request. */
  observe: (app: FastifyInstance) => void
  /** Sends what is left. */
  stop: () => Promise<void>
}

type Environment = Record<string, string | undefined>

/**
 * Traces for an OpenTelemetry collector, by the standard OTEL_… variables. Without an endpoint nothing of it is loaded and
 * nothing costs anything.
 */
export async function startTracing(env: Environment): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { makeTracing } = await import('./tracing-otlp.ts')
  return makeTracing(env)
}
