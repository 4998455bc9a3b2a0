import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, register } from 'prom-client'

const answerMs = 5_000

/** What a process sends once it answers, and what the two then send each other. */
const measuresMessage = 'casebook measures'
type Question = { collect: number }
type Measured = { collected: number; metrics: MetricObjectWithValues<MetricValue<string>>[] }

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'collect' in message
const isMeasured = (message: unknown): message is Measured =>
  typeof message === 'object' && message !== null && 'collected' in message

/** In one of several processes: tells the first process its metrics when asked. */
export function answerCollections(): void {
  process.on('message', async (message: unknown) => {
    if (!isQuestion(message)) return
    const measured: Measured = { collected: message.collect, metrics: await register.getMetricsAsJSON() }
    process.send?.(measured)
  })
  process.send?.(measuresMessage)
}

/**
 * In the first process: returns a function that adds up the metrics of the others. It asks only those that have started,
 * so that a process that is being replaced delays nothing.
 */
export function makeCollector(): () => Promise<string> {
  const measuring = new Set<Worker>()
  cluster.on('message', (worker, message: unknown) => {
    if (message !== measuresMessage) return
    measuring.add(worker)
    worker.once('exit', () => measuring.delete(worker))
  })
  let asked = 0
  return async () => {
    asked += 1
    const number = asked
    const measured = await Promise.all([...measuring].map((worker) => ask(worker, number)))
    return AggregatorRegistry.aggregate(measured.filter((metrics) => metrics !== undefined)).metrics()
  }
}

/** A process's metrics; undefined if it ends meanwhile. Rejects if it does not answer. */
function ask(worker: Worker, number: number): Promise<Measured['metrics'] | undefined> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(tooLate)
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      settle()
    }
    const onMessage = (message: unknown) => {
      if (isMeasured(message) && message.collected === number) end(() => resolve(message.metrics))
    }
    const onExit = () => end(() => resolve(undefined))
    const tooLate = setTimeout(() => end(() => reject(new Error('a server process did not answer'))), answerMs)
    worker.on('message', onMessage)
    worker.once('exit', onExit)
    const question: Question = { collect: number }
    // If it can't be sent, the process has ended, and its exit follows.
    worker.send(question, () => undefined)
  })
}
