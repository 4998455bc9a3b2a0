import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Around } from '../../database/connections/retrying-pool.ts'
import { callOf } from '../logging/logging.ts'

type Environment = Record<string, string | undefined>

export type Tracing = {
  /** Wraps every database statement. */
  around: Around
  /** Creates a span for every request. */
  observe: (app: FastifyInstance) => void
  /** Sends the remaining spans. */
  stop: () => Promise<void>
}

/**
 * Exports operation names, the verbs of statements, codes and durations. Never a value, an id or the text of a
 * statement.
 */
export function makeTracing(env: Environment): Tracing {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'casebook' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({
    resource,
    sampler: readSampler(env),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('casebook')
  const spans = new WeakMap<FastifyRequest, Span>()
  const current = new AsyncLocalStorage<Span>()

  return {
    async around(text, run) {
      const parent = current.getStore()
      if (!parent) return run()
      const verb = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
      const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb }
      const span = tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent))
      try {
        return await run()
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code)
        throw error
      } finally {
        span.end()
      }
    },

    observe(app) {
      app.addHook('onRequest', async (request) => {
        const parent = parentOf(request.headers.traceparent)
        const attributes = { 'http.request.method': request.method }
        spans.set(request, tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent))
      })
      // The context starts here, because reading the body loses what an earlier hook has set.
      app.addHook('preHandler', (request, _reply, done) => {
        const span = spans.get(request)
        if (span) current.run(span, done)
        else done()
      })
      app.addHook('onResponse', async (request, reply) => {
        const span = spans.get(request)
        if (!span) return
        const { operation, code } = callOf(request)
        const route = request.is404 ? 'page' : (request.routeOptions.url ?? 'page')
        span.updateName(operation ?? `${request.method} ${route}`)
        span.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode })
        if (operation) span.setAttribute('graphql.operation.name', operation)
        if (code) span.setAttribute('error.type', code)
        if (reply.statusCode >= 500 || code === 'INTERNAL') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
    },

    // An unavailable collector does not delay the shutdown.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

/** The caller's span, according to W3C Trace Context. */
function parentOf(header: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(String(header)) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true })
}

/** OTEL_TRACES_SAMPLER and its argument. All traces by default. */
function readSampler({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG,
}: Environment): Sampler {
  const share = Number(OTEL_TRACES_SAMPLER_ARG ?? 1)
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(share),
  }
  const root = roots[name.replace('parentbased_', '')] ?? new AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}
