// A process of mutate.mjs. It keeps one Vitest ready, and runs test files against the mutants of one source after another.
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { root } from '../run.mjs'
import { switchedSource } from './switched.mjs'

/** What is mutated, and the file in which the runner says how far it is. */
const [folder, said] = process.argv.slice(2)
const workspace = join(root, folder.split('/')[0])
const config = join(workspace, 'vitest.config.ts')
// Too long to be reached: a time limit of a test says nothing on a machine that does other things, too.
const never = 2 ** 31 - 1

/** The source whose mutants are in the code, or undefined. */
let active

const mutation = {
  name: 'mutation',
  enforce: 'pre',
  transform: (code, id) => (id === active?.path ? switchedSource(code, active.mutants) : undefined),
}

const vitest = await createVitest(
  'test',
  {
    root: workspace,
    config: existsSync(config) ? config : false,
    include: ['**/*.test.{ts,tsx,mjs}'],
    // Those of `npm run test:long` would be run for every mutant that survives.
    exclude: ['**/node_modules/**', '**/*.robust.test.*'],
    dir: join(root, folder),
    watch: false,
    // Modules are kept by their files' contents, which a mutant does not change.
    fsModuleCache: false,
    pool: 'threads',
    maxWorkers: 1,
    maxConcurrency: 1,
    testTimeout: never,
    runner: fileURLToPath(new URL('./mutant-runner.mjs', import.meta.url)),
    reporters: [{}],
    silent: true,
  },
  { plugins: [mutation] },
)

const specifications = await vitest.globTestSpecifications()
const byPath = new Map(specifications.map((one) => [one.moduleId, one]))

/** How many folders lie between a source and a test; a test with the source's name comes before all. */
function distance(source, test) {
  const stem = basename(source).split('.')[0]
  if (dirname(source) === dirname(test) && basename(test).startsWith(`${stem}.`)) return -1
  return relative(dirname(source), dirname(test)).split('/').filter(Boolean).length
}

/** The test files that import a source, directly or through others, nearest first. */
async function testsOf(path) {
  vitest.config.related = [path]
  const related = await vitest.getRelevantTestSpecifications()
  return related.map(({ moduleId }) => moduleId).sort((a, b) => distance(path, a) - distance(path, b))
}

const answers = {
  async find({ sources }) {
    const tests = {}
    for (const path of sources) tests[path] = await testsOf(path)
    process.send({ tests })
  },
  /** Runs one test file against the waiting mutants of a source, or against one from before its modules are loaded. */
  async run({ path, mutants, waiting, only, seconds, test }) {
    if (active?.path !== path) {
      if (active) vitest.invalidateFile(active.path)
      active = { path, mutants }
      vitest.invalidateFile(path)
    }
    vitest.provide('mutation', { waiting, only, seconds, count: mutants.length, said })
    await vitest.runTestSpecifications([byPath.get(test)])
    // An error of the thread itself, such as of too little memory, ends the process.
    const lost = vitest.state
      .getUnhandledErrors()
      .find((error) => /out of memory|ERR_WORKER/i.test(`${error?.code} ${error?.message}`))
    if (lost) process.exit(1)
    process.send({ done: true })
  },
}

process.on('message', async (message) => {
  await answers[message.type](message)
})
// A failed test has set the exit code.
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
