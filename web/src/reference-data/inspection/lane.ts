/** A job runs until it calls `done`. `stop` ends it immediately. */
export type Job = (done: () => void) => { stop: () => void }

/** Runs jobs one after another. */
export class Lane {
  #waiting: { job: Job; key: unknown }[] = []
  #running: { key: unknown; stop: () => void } | undefined

  add(key: unknown, job: Job): void {
    this.#waiting.push({ job, key })
    this.#next()
  }

  /** Stops or removes the jobs with this key. */
  cancel(key: unknown): void {
    this.#waiting = this.#waiting.filter((each) => each.key !== key)
    if (this.#running?.key !== key) return
    this.#running?.stop()
    this.#running = undefined
    this.#next()
  }

  #next(): void {
    const next = this.#running ? undefined : this.#waiting.shift()
    if (!next) return
    const running: { key: unknown; stop: () => void } = { key: next.key, stop: () => undefined }
    this.#running = running
    running.stop = next.job(() => {
      if (this.#running !== running) return
      this.#running = undefined
      this.#next()
    }).stop
  }
}
