// npm run mutation -- FOLDER…: changes the code of folders in one place at a time, and reports which changes no unit test notices.
import { fork } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { environment, projectNode, root } from '../run.mjs'
import { findMutants, spread } from './mutants.mjs'

const usage = `npm run mutation -- FOLDER [--file NAME]… [--sample COUNT] [--workers COUNT] [--survived]
  FOLDER      in domain, web, server or scripts: its code is mutated, and its tests are run
  --file      only files whose path contains this
  --sample    only so many mutants, spread evenly over the code
  --workers   processes at once, by default as many as there are processors, at most 4
  --survived  print only the mutants that no test noticed`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true },
    sample: { type: 'string' },
    workers: { type: 'string' },
    survived: { type: 'boolean', default: false },
  },
})

const folder = positionals[0] && relative(root, resolve(root, positionals[0]))
if (positionals.length !== 1 || !statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) {
  console.error(usage)
  process.exit(2)
}

/** Starts a process that tests mutants. `ask` resolves with its answer, or undefined if it took longer than allowed. */
async function startTester() {
  const script = fileURLToPath(new URL('./mutant-tests.mjs', import.meta.url))
  const child = fork(script, [folder], { execPath: projectNode, env: environment(), cwd: root })
  let hear
  child.on('message', (answer) => hear(answer))
  child.on('exit', (code) => {
    if (code) throw new Error(`A process that tests mutants ended with code ${code}.`)
  })
  await new Promise((resolve) => {
    hear = resolve
  })
  return {
    ask(message, milliseconds) {
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          child.kill('SIGKILL')
          resolve(undefined)
        }, milliseconds)
        hear = (answer) => {
          clearTimeout(timer)
          resolve(answer)
        }
        child.send(message)
      })
    },
    stop: () => child.disconnect(),
  }
}

const isSource = (path) =>
  /\.(?:ts|tsx|mjs)$/.test(path) &&
  !/\.test\.\w+$|\.d\.ts$/.test(path) &&
  !/(?:^|\/)(?:generated|node_modules|test)\//.test(path) &&
  // Catalogues of texts, which have tests of their own.
  !/\/messages\.\w+\.ts$/.test(path) &&
  (options.file ?? ['']).some((part) => path.includes(part))

const sources = globSync('**/*', { cwd: join(root, folder) })
  .map((path) => join(root, folder, path))
  .filter(isSource)
  .sort()
// The longest delay of a timer.
const longest = 2 ** 31 - 1
const first = await startTester()
const { milliseconds, failed, tests } = await first.ask({ type: 'begin', sources }, longest)
if (failed.length > 0) {
  console.error(`These tests fail without any change:\n${failed.join('\n')}`)
  process.exit(1)
}

const all = sources.flatMap((path) => {
  const quickestFirst = tests[path].toSorted((a, b) => milliseconds[a] - milliseconds[b])
  return findMutants(readFileSync(path, 'utf8'), path).map((mutant) => ({
    mutant: { ...mutant, path },
    tests: quickestFirst,
  }))
})
const waiting = options.sample === undefined ? [...all] : spread(all, Number(options.sample))
const counts = { killed: 0, survived: 0, 'timed out': 0, untested: 0 }

function report({ path, line, column, was, now }, result) {
  counts[result] += 1
  if (options.survived && (result === 'killed' || result === 'timed out')) return
  const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replaceAll(/\s+/g, ' ')
  console.log(
    `${result.padEnd(9)} ${relative(root, path)}:${line}:${column}  ${short(was)} → ${short(now) || 'nothing'}`,
  )
}

/** Three times as long as without a mutant, and a while to begin. */
const limitOf = (paths) => 20_000 + 3 * paths.reduce((sum, path) => sum + milliseconds[path], 0)

async function work(ready) {
  let tester = ready
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.tests.length === 0) {
      report(next.mutant, 'untested')
      continue
    }
    tester ??= await startTester()
    const answer = await tester.ask({ type: 'test', ...next }, limitOf(next.tests))
    if (answer === undefined) tester = undefined
    report(next.mutant, answer === undefined ? 'timed out' : answer.isKilled ? 'killed' : 'survived')
  }
  tester?.stop()
}

const workers = options.workers ? Number(options.workers) : Math.min(4, availableParallelism())
await Promise.all(Array.from({ length: workers }, (_, index) => work(index === 0 ? first : undefined)))

const tested = Object.values(counts).reduce((sum, count) => sum + count, 0)
const noticed = counts.killed + counts['timed out']
const percent = tested === 0 ? 100 : Math.floor((1000 * noticed) / tested) / 10
const sampled = tested < all.length ? `a sample of ${tested} of ${all.length}` : tested
console.log(
  `${folder}: ${percent} % of ${sampled} mutants killed (${noticed} killed, of them ${counts['timed out']} by a time limit; ${counts.survived} survived; ${counts.untested} in files without tests)`,
)
