import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, register } from 'prom-client'

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
