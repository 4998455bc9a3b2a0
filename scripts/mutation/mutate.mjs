// npm run mutation -- FOLDER: changes the code of a folder in one place at a time, and reports which changes no unit test notices.
import { globSync, readFileSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../run.mjs'
import { FailingTest, measureFile } from './measure-file.mjs'
import { findMutants, spread } from './mutants.mjs'
import { tester } from './tester.mjs'

const usage = `npm run mutation -- FOLDER [--file NAME]… [--sample COUNT] [--workers COUNT] [--memory MB] [--seconds COUNT] [--survived]
  FOLDER      in domain, web, server or scripts: its code is mutated, and its tests are run
  --file      only files whose path contains this
  --sample    only so many mutants of each file, spread evenly over its code
  --workers   processes at once, by default as many as there are processors, at most 4
  --memory    megabytes that a process may have, by default 1500
  --seconds   of processor time that a change may take, tested alone, before it counts as timed out; by default 30
  --survived  print only the mutants that no test noticed`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    file: { type: 'string', multiple: true },
    sample: { type: 'string' },
    workers: { type: 'string' },
    memory: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '30' },
    survived: { type: 'boolean', default: false },
  },
})

const folder = positionals[0] && relative(root, resolve(root, positionals[0]))
if (positionals.length !== 1 || !statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) {
  console.error(usage)
  process.exit(2)
}

const isSource = (path) =>
  /\.(?:ts|tsx|mjs)$/.test(path) &&
  !/\.test\.\w+$|\.d\.ts$/.test(path) &&
  !/(?:^|\/)(?:generated|node_modules|test|testing)\//.test(path) &&
  // Catalogues of texts, which have tests of their own.
  !/\/messages\.\w+\.ts$/.test(path) &&
  (options.file ?? ['']).some((part) => path.includes(part))

const sources = globSync('**/*', { cwd: join(root, folder) })
  .map((path) => join(root, folder, path))
  .filter(isSource)
  .sort()

const workers = options.workers ? Number(options.workers) : Math.min(4, availableParallelism())
const testers = Array.from({ length: workers }, () => tester(folder, Number(options.memory)))
const { tests } = await testers[0].ask({ type: 'find', sources }, () => Number.POSITIVE_INFINITY)

const results = ['killed', 'timed out', 'memory', 'survived', 'unreached']
const noticed = new Set(results.slice(0, 3))
const files = sources.map((path) => {
  const source = readFileSync(path, 'utf8')
  const all = findMutants(source, path)
  const mutants = options.sample === undefined ? all : spread(all, Number(options.sample))
  return {
    path,
    mutants,
    tests: tests[path],
    keepsState: /^(?:export )?let /m.test(source),
    all: all.length,
    counts: {},
  }
})

function report({ path, counts }, { line, column, was, now }, result) {
  counts[result] = (counts[result] ?? 0) + 1
  if (options.survived && noticed.has(result)) return
  const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text).replaceAll(/\s+/g, ' ')
  console.log(
    `${result.padEnd(9)} ${relative(root, path)}:${line}:${column}  ${short(was)} → ${short(now) || 'nothing'}`,
  )
}

function summary(name, ofFiles) {
  const count = (result) => ofFiles.reduce((sum, { counts }) => sum + (counts[result] ?? 0), 0)
  const sum = (chosen) => chosen.reduce((total, result) => total + count(result), 0)
  const tested = sum(results)
  const all = ofFiles.reduce((total, file) => total + file.all, 0)
  const percent = tested === 0 ? 100 : Math.floor((1000 * sum([...noticed])) / tested) / 10
  const sampled = tested < all ? `a sample of ${tested} of ${all}` : tested
  return `${name}: ${percent} % of ${sampled} mutants (${results.map((result) => `${count(result)} ${result}`).join(', ')})`
}

const waiting = files.filter(({ mutants }) => mutants.length > 0)

async function work(own) {
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    await measureFile(own, file, Number(options.seconds), (mutant, result) => report(file, mutant, result))
    console.log(summary(relative(root, file.path), [file]))
  }
  own.stop()
}

try {
  await Promise.all(testers.map(work))
} catch (error) {
  if (!(error instanceof FailingTest)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  for (const each of testers) each.stop()
}
if (!process.exitCode) console.log(summary(folder, files))
