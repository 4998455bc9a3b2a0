import { Worker } from 'node:worker_threads'

type Limits = {
  /** Of each piece of work, from when it is begun. */
  milliseconds: number
  megabytes: number
}

type Waiting<Question, Answer> = { question: Question; answer: PromiseWithResolvers<Answer> }

/** Why there is no answer: the work exceeded a limit, and its thread was ended. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded'
}

/**
 * A thread that does one piece of work after another, and posts one message for each. It is started when it is asked, also
 * after it ended: only the piece of work at which it ended has no answer. It keeps no process from ending.
 */
export class OneThread<Question, Answer> {
  readonly #file: URL
  readonly #limits: Limits
  readonly #waiting: Waiting<Question, Answer>[] = []
  #worker: Worker | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(file: URL, limits: Limits) {
    this.#file = file
    this.#limits = limits
  }

  /** Rejects with LimitExceeded, or with what the thread threw. */
  ask(question: Question): Promise<Answer> {
    const answer = Promise.withResolvers<Answer>()
    this.#waiting.push({ question, answer })
    if (this.#waiting.length === 1) this.#begin()
    return answer.promise
  }

  #begin(): void {
    const [first] = this.#waiting
    if (!first) {
      this.#worker?.unref()
      return
    }
    this.#worker ??= this.#started()
    const worker = this.#worker
    worker.ref()
    worker.postMessage(first.question)
    this.#timer = setTimeout(() => this.#lose(worker, new LimitExceeded('time')), this.#limits.milliseconds).unref()
  }

  #started(): Worker {
    const worker = new Worker(this.#file, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    })
    worker.on('message', (told: Answer) => {
      if (this.#worker === worker) this.#settle(({ resolve }) => resolve(told))
    })
    worker.on('error', (error: Error & { code?: string }) => {
      this.#lose(worker, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new LimitExceeded('memory') : error)
    })
    worker.on('exit', () => this.#lose(worker, new Error('The thread ended.')))
    return worker
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    void worker.terminate()
    this.#settle(({ reject }) => reject(error))
  }

  #settle(settle: (answer: PromiseWithResolvers<Answer>) => void): void {
    clearTimeout(this.#timer)
    const first = this.#waiting.shift()
    if (first) settle(first.answer)
    this.#begin()
  }
}
