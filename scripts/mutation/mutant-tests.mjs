// A process of mutate.mjs. It keeps one Vitest ready, and runs test files against one mutant after another.
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import { root } from '../run.mjs'
import { applyMutant } from './mutants.mjs'

const [folder] = process.argv.slice(2)
const workspace = join(root, folder.split('/')[0])
const config = join(workspace, 'vitest.config.ts')

/** The mutant in the code, with the absolute path of its file, or undefined. */
let active

const mutation = {
  name: 'mutation',
  enforce: 'pre',
  transform: (code, id) => (id === active?.path ? applyMutant(code, active) : undefined),
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
    bail: 1,
    // Modules are kept by their files' contents, which a mutant does not change.
    fsModuleCache: false,
    pool: 'threads',
    maxWorkers: 1,
    // A mutant that waits is ended here before the whole process is.
    testTimeout: 20_000,
    reporters: [{}],
    silent: true,
  },
  { plugins: [mutation] },
)

/** Runs one test file. Returns whether all of its tests passed. */
async function passes(specification) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  // The modules of earlier runs are among them.
  return unhandledErrors.length === 0 && testModules.some((one) => one.moduleId === specification.moduleId && one.ok())
}

/** The test files that import a file, directly or through others. */
function testsOf(path, specifications) {
  const files = new Set()
  // A test in a document has its modules in another graph.
  const graphs = Object.values(specifications[0]?.project.vite.environments ?? {}).map((each) => each.moduleGraph)
  const waiting = graphs.flatMap((graph) => [...(graph.getModulesByFile(path) ?? [])])
  const seen = new Set(waiting)
  for (const module of waiting) {
    if (module.file) files.add(module.file)
    for (const importer of module.importers) {
      if (seen.has(importer)) continue
      seen.add(importer)
      waiting.push(importer)
    }
  }
  return specifications.filter(({ moduleId }) => files.has(moduleId)).map(({ moduleId }) => moduleId)
}

const specifications = await vitest.globTestSpecifications()
const byPath = new Map(specifications.map((one) => [one.moduleId, one]))

const answers = {
  /** Runs every test file without a mutant: the milliseconds of each, which failed, and which import each source. */
  async begin({ sources }) {
    const milliseconds = {}
    const failed = []
    for (const one of specifications) {
      const began = performance.now()
      if (!(await passes(one))) failed.push(relative(root, one.moduleId))
      milliseconds[one.moduleId] = performance.now() - began
    }
    const tests = Object.fromEntries(sources.map((path) => [path, testsOf(path, specifications)]))
    return { milliseconds, failed, tests }
  },
  /** Runs these test files, in this order, until one fails. */
  async test({ mutant, tests }) {
    active = mutant
    vitest.invalidateFile(mutant.path)
    for (const path of tests) if (!(await passes(byPath.get(path)))) return { isKilled: true }
    return { isKilled: false }
  },
  after({ mutant }) {
    active = undefined
    vitest.invalidateFile(mutant.path)
  },
}

process.on('message', async (message) => {
  const answer = await answers[message.type](message)
  if (message.type === 'test') answers.after(message)
  process.send(answer)
})
// A failed test has set the exit code.
process.on('disconnect', () => process.exit(0))
process.send('ready')
