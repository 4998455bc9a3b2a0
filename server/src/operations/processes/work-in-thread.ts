import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { every } from './every.ts'

const lookEverySeconds = 2
const mostMegabytes = 256

type Task<Data> = {
  /** As in "`what` was interrupted". */
  what: string
  /** Ends when no work is left, or at its first message. */
  script: URL
  /** What the thread receives. `worker` names it where it claims work. */
  dataFor: (worker: string) => Data
  hasWork: () => Promise<boolean>
  /** A thread that exceeds this is ended, to protect the server. Its work is tried again. */
  megabytes?: number
  log: FastifyBaseLogger
}

/** Works in a thread of its own while there is work. `look` starts it at once instead of within seconds. */
export function workInThread<Data>({ what, script, dataFor, hasWork, megabytes = mostMegabytes, log }: Task<Data>) {
  let thread: { worker: Worker; ended: Promise<void> } | undefined
  let isStopping = false

  function start() {
    const worker = new Worker(script, {
      workerData: dataFor(`${hostname()} ${process.pid} ${randomUUID()}`),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => {
        thread = undefined
        resolve()
      })
    })
    worker.on('error', (err) => log.warn({ err }, `${what} was interrupted and will continue later`))
    thread = { worker, ended }
  }

  async function look() {
    if (thread || isStopping || !(await hasWork())) return
    if (!thread && !isStopping) start()
  }

  const looking = `looking for work (${what})`
  const stopLooking = every(lookEverySeconds, looking, look, log)
  return {
    look: () => void look().catch((err) => log.warn({ err }, `${looking} failed; trying again later`)),
    async stop() {
      isStopping = true
      stopLooking()
      thread?.worker.postMessage('stop')
      await thread?.ended
    },
  }
}

/** Renews a lease regularly. Aborts `signal` when the work must not continue here. */
export function renewLease(
  renew: () => Promise<boolean>,
  { seconds, onFailure }: { seconds: number; onFailure: (err: unknown) => void },
) {
  const lost = new AbortController()
  const timer = setInterval(() => {
    renew()
      .then((isOurs) => isOurs || lost.abort())
      .catch(onFailure)
  }, seconds * 1000)
  return { signal: lost.signal, end: () => clearInterval(timer) }
}
