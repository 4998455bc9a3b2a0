// Vitest's runner in mutate.mjs: runs each test without a mutant, and then once with each mutant that it reaches.
import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { inject, TestRunner } from 'vitest'

// An example that fails says enough; looking for a smaller one takes long.
fc.configureGlobal({ endOnFailure: true })

let chosen = -1
let reached = new Uint8Array(0)

globalThis.__mutant = (index) => {
  reached[index] = 1
  return index === chosen
}

let isRejected = false
process.on('unhandledRejection', () => {
  isRejected = true
})

/** A test that waits for what never comes. */
class Waiting extends Error {}

/**
 * Rejects after so many seconds in which the test could have gone on: on a busy machine this thread itself gets no turn for
 * seconds, which do not count.
 */
function waitingFor(seconds) {
  let turns = 0
  let timer
  const waiting = new Promise((_, reject) => {
    timer = setInterval(() => {
      turns++
      if (turns > seconds) reject(new Waiting())
    }, 1000)
  })
  return { waiting, stop: () => clearInterval(timer) }
}

const isTimeOut = (error) => error instanceof Waiting || /timed out in \d+ ?ms/.test(error?.message ?? '')

/** Whether something around each test of a file has to be done again before the test can be. */
function hasHooks(suite) {
  if (!suite) return false
  const hooks = Object.values(TestRunner.getSuiteHooks(suite) ?? {})
  return (
    hooks.some((each) => each?.length > 0) || hasHooks(suite.suite ?? (suite.file === suite ? undefined : suite.file))
  )
}

// biome-ignore lint/style/noDefaultExport: Vitest takes the default export of a runner.
export default class MutantRunner extends TestRunner {
  #job = inject('mutation')
  #waiting = new Set(this.#job.waiting)
  #isStopped = false
  #passed = []

  #say(line) {
    appendFileSync(this.#job.said, `${JSON.stringify(line)}\n`)
  }

  onBeforeCollect() {
    reached = new Uint8Array(this.#job.count)
    chosen = this.#job.only ?? -1
  }

  onCollected(files) {
    const failed = files.find((file) => file.result?.state === 'fail')
    if (failed) {
      this.#say(chosen < 0 ? { failed: failed.result.errors?.[0]?.message ?? 'not loaded' } : { killed: chosen })
      this.cancelRun = true
    }
    // What runs while the modules are loaded has run already.
    for (const index of this.#waiting) if (reached[index]) this.#leaveTo('fresh', index)
  }

  /** Says what becomes of a mutant, with which no more tests are run here. */
  #leaveTo(what, index) {
    this.#waiting.delete(index)
    this.#say({ [what]: index })
  }

  async runTask(test) {
    reached.fill(0)
    const began = process.cpuUsage()
    const error = await this.#attempt(test)
    if (error) {
      this.#say(
        chosen < 0 ? { failed: `${test.name}: ${error.message}` } : { [isTimeOut(error) ? 'late' : 'killed']: chosen },
      )
      this.cancelRun = true
      throw error
    }
    if (chosen >= 0) return
    const { user, system } = process.cpuUsage(began)
    const milliseconds = (user + system) / 1000
    this.#say({ took: milliseconds })
    this.#passed.push({ test, milliseconds, reached: reached.slice() })
  }

  async onAfterRunSuite(suite) {
    const isFile = suite === suite.file
    const quickestFirst = this.#passed.sort((a, b) => a.milliseconds - b.milliseconds)
    for (const passed of isFile && !this.cancelRun ? quickestFirst : []) await this.#runWithEach(passed)
    await super.onAfterRunSuite(suite)
  }

  async #runWithEach({ test, milliseconds, reached: those }) {
    const canRepeat = !test.fails && !hasHooks(test.suite ?? test.file)
    for (const index of [...this.#waiting].filter((each) => those[each])) {
      if (this.#isStopped) return
      if (canRepeat) await this.#runWith(index, test, milliseconds)
      else this.#leaveTo('fresh', index)
    }
  }

  async #runWith(index, test, milliseconds) {
    this.#say({ begun: index, milliseconds })
    reached.fill(0)
    chosen = index
    const error = await this.#attempt(test)
    chosen = -1
    // A value that an earlier test has computed is kept.
    if (!error && !reached[index]) return this.#leaveTo('fresh', index)
    if (!error) return this.#say({ ended: index })
    if (isTimeOut(error)) return this.#leaveTo('late', index)
    if (!(await this.#attempt(test))) return this.#leaveTo('killed', index)
    // A mutant has left something behind; the tests that follow would fail of it.
    this.#leaveTo('fresh', index)
    this.#say({ stopped: true })
    this.#isStopped = true
  }

  /** Runs a test once. Returns its error. */
  async #attempt(test) {
    isRejected = false
    // Without a mutant, a test may wait as long as it likes.
    const { waiting, stop } = waitingFor(chosen < 0 ? Number.POSITIVE_INFINITY : this.#job.seconds)
    try {
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 })
      await Promise.race([TestRunner.getTestFn(test)(), waiting])
      this.onAfterTryTask(test)
      await new Promise((resolve) => setImmediate(resolve))
      if (isRejected) return new Error('A promise was rejected.')
      if (test.result.state === 'fail') return new Error('An assertion failed.')
      return undefined
    } catch (error) {
      return error ?? new Error('Nothing was thrown.')
    } finally {
      stop()
      test.result.state = 'run'
      this.onBeforeTryTask(test, { retry: 0, repeats: 0 })
    }
  }
}
