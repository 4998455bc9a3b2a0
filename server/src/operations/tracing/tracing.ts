import type { Tracing } from './tracing-otlp.ts'

type Environment = Record<string, string | undefined>

/**
 * Traces for an OpenTelemetry collector, configured by the standard OTEL_… variables. Without an endpoint, nothing is
 * loaded and there is no overhead.
 */
export async function startTracing(env: Environment): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const { makeTracing } = await import('./tracing-otlp.ts')
  return makeTracing(env)
}
