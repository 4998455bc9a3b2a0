import type { FastifyInstance } from 'fastify'
import type { Around } from '../../database/connections/retrying-pool.ts'

export type Tracing = {
  /** Wraps every database statement. */
  around: Around
  /** Creates a span for every request. */
  observe: (app: FastifyInstance) => void
  /** Sends the remaining spans. */
  stop: () => Promise<void>
}
