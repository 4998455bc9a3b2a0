import { setTimeout as wait } from 'node:timers/promises'
import { Counter, Gauge, Histogram, register } from 'prom-client'
import { release } from '../../config/release.ts'

const requests = new Counter({
  name: 'casebook_requests_total',
  help: 'Requests answered, by operation (a root field of the schema, else method and route) and code (a problem’s, else the HTTP status).',
  labelNames: ['operation', 'code'],
})

new Gauge({
  name: 'casebook_build_info',
  help: 'Always 1; the label says which release runs.',
  labelNames: ['release'],
  // Not the sum over the processes of one machine, which run the same release.
  aggregator: 'max',
}).set({ release }, 1)

const durations = new Histogram({
  name: 'casebook_request_seconds',
  help: 'Time from the request to the end of its answer.',
  labelNames: ['operation'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})

const uploads = new Counter({
  name: 'casebook_uploads_total',
  help: 'Files settled against the store, by what became of them.',
  labelNames: ['status'],
})

for (const status of ['UPLOADED', 'FAILED']) uploads.inc({ status }, 0)

const listReads = new Counter({
  name: 'casebook_list_reads_total',
  help: 'Lists read where DATABASE_READ_URL names a standby, by where they were read.',
  labelNames: ['source'],
})

for (const source of ['standby', 'primary']) listReads.inc({ source }, 0)

const databaseFailures = new Counter({
  name: 'casebook_database_failures_total',
  help: 'Calls that the database did not answer, by why: it was unavailable, or a statement took longer than it may.',
  labelNames: ['cause'],
})

for (const cause of ['unavailable', 'too slow']) databaseFailures.inc({ cause }, 0)

/** Creates the counters at 0. If a counter appeared with its first event, a rate over it would miss that event. */
export function beginCounting(operations: readonly string[]): void {
  for (const operation of operations) {
    for (const code of ['200', 'INTERNAL']) requests.inc({ operation, code }, 0)
    durations.zero({ operation })
  }
}

export function countRequest({ operation, code, ms }: { operation: string; code: string; ms: number }): void {
  requests.inc({ operation, code })
  durations.observe({ operation }, ms / 1000)
}

export function countUpload(status: 'UPLOADED' | 'FAILED'): void {
  uploads.inc({ status })
}

export function countListRead(source: 'standby' | 'primary'): void {
  listReads.inc({ source })
}

export function countDatabaseFailure(cause: 'unavailable' | 'too slow'): void {
  databaseFailures.inc({ cause })
}

type Aggregator = 'sum' | 'max' | 'min'

export type Level = { name: string; help: string; label?: string; aggregator: Aggregator }

/** A reading: one number, or one per value of the label. A missing reading is not shown. */
export type Reading = Record<string, number | ReadonlyMap<string, number>>

/** How long gauges that are collected together share one reading. */
const shareMs = 1_000

/** How long a reading may take. The metrics are answered within 2 s, also while the database hangs. */
const readLimitMs = 1_800

/**
 * Gauges that are read together at each collection. If reading fails or takes too long, they show nothing. Returns a
 * function that unregisters them.
 */
export function registerGauges(levels: readonly Level[], read: () => Promise<Reading> | Reading): () => void {
  let last: { at: number; reading: Promise<Reading> } | undefined
  const readOnce = () => {
    if (!last || performance.now() - last.at > shareMs)
      last = {
        at: performance.now(),
        reading: Promise.race([
          Promise.resolve()
            .then(read)
            .catch(() => ({})),
          wait(readLimitMs, {}, { ref: false }),
        ]),
      }
    return last.reading
  }
  for (const { name, help, label, aggregator } of levels) {
    new Gauge({
      name,
      help,
      aggregator,
      labelNames: label ? [label] : [],
      async collect() {
        const value = (await readOnce())[name]
        if (label) {
          this.reset()
          if (value instanceof Map) for (const [which, number] of value) this.set({ [label]: which }, number)
        } else if (typeof value === 'number') this.set(value)
        else this.remove()
      },
    })
  }
  return () => {
    for (const { name } of levels) register.removeSingleMetric(name)
  }
}
