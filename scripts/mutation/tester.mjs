import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment, projectNode, root } from '../run.mjs'

const hour = 3_600_000
const script = fileURLToPath(new URL('./mutant-tests.mjs', import.meta.url))

/** What a process uses: its memory in megabytes, with typed arrays, which are no part of V8's heap, and its processor time in milliseconds. */
function useOf(pid) {
  try {
    if (process.platform !== 'linux') {
      const megabytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', pid], { encoding: 'utf8' })) / 1024
      return { megabytes, milliseconds: performance.now() }
    }
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    // Of user and system, in hundredths of a second; the name before them may contain spaces.
    const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { megabytes: pages / 256, milliseconds: 10 * (Number(user) + Number(system)) }
  } catch {
    // It has ended.
    return { megabytes: 0, milliseconds: 0 }
  }
}

/**
 * A process that tests mutants. It is started when it is first asked, and again after it had to be ended.
 * @param {string} folder
 * @param {number} most megabytes
 */
export function tester(folder, most) {
  const temporary = mkdtempSync(join(tmpdir(), 'casebook-mutation-'))
  // What the runner writes is there even if its process has to be ended.
  const said = join(temporary, 'said')
  let child
  let hear

  async function start() {
    const flags = [`--max-old-space-size=${Math.ceil(most / 4)}`]
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc']
    child = fork(script, [folder, said], {
      execPath: projectNode,
      execArgv: flags,
      env: environment(),
      cwd: root,
      stdio,
    })
    const ready = new Promise((resolve) => {
      hear = resolve
    })
    child.on('message', (message) => hear(message))
    const mine = child
    child.on('exit', () => {
      if (child !== mine) return
      child = undefined
      hear({ ended: 'memory' })
    })
    if ((await ready).ended) throw new Error('A process that tests mutants did not start.')
  }

  function end() {
    child?.kill('SIGKILL')
    child = undefined
  }

  return {
    /**
     * Sends a message, and passes on what the process says. `limitOf` gives the milliseconds until the next answer: of
     * processor time, so that nothing is late because the machine does other things, and an hour by the clock.
     * Resolves with the last answer, or with `{ ended: 'time' | 'memory' }`.
     */
    async ask(message, limitOf, onAnswer = () => {}) {
      if (child && useOf(child.pid).megabytes > most / 2) end()
      if (!child) await start()
      writeFileSync(said, '')
      return new Promise((resolve) => {
        let heard = 0
        let limit
        let since
        function wait(answer) {
          limit = limitOf(answer)
          since = { clock: performance.now(), processor: useOf(child?.pid).milliseconds }
        }
        function listen() {
          const lines = readFileSync(said, 'utf8').split('\n').slice(0, -1)
          for (const answer of lines.slice(heard).map((line) => JSON.parse(line))) {
            wait(answer)
            onAnswer(answer)
          }
          heard = lines.length
        }
        const watch = setInterval(() => {
          listen()
          const { megabytes, milliseconds } = useOf(child?.pid)
          if (megabytes > most) finish({ ended: 'memory' })
          else if (milliseconds - since.processor > limit || performance.now() - since.clock > hour)
            finish({ ended: 'time' })
        }, 50)
        function finish(answer) {
          hear = () => {}
          if (answer.ended) end()
          listen()
          clearInterval(watch)
          resolve(answer)
        }
        hear = finish
        wait({})
        child.send(message)
      })
    },
    stop() {
      end()
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}
