// What npm test and npm run test:long share: checks and suites that are counted, and the total.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectNode, root, run, runTool } from '../run.mjs'
import { installNode, installPackages, SetupError } from '../setup.mjs'
import { countPlain, countPlaywright, countVitest, printRepeated, repeats } from './report.mjs'

const reports = mkdtempSync(join(tmpdir(), 'casebook-reports-'))
const total = { passed: 0, failed: 0 }

/** A check that passes or fails. Its output is shown only if it fails. */
export async function check(name, work) {
  const began = Date.now()
  const { code, output } = await work()
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (code !== 0) console.log(output.trimEnd())
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  total[code === 0 ? 'passed' : 'failed'] += 1
}

/** Runs checks two at a time, in their order. */
export async function checkTogether(checks) {
  const waiting = [...checks]
  const next = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await check(...one)
  }
  await Promise.all([next(), next()])
}

/** Runs a tool that prints its tests and writes a report with their counts. Says how long it took. */
async function suite(name, work, count) {
  const began = Date.now()
  console.log(`\n${name}`)
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const { code } = await work(report)
  const { passed, failed, repeated } = existsSync(report) ? count(report) : { passed: 0, failed: 0, repeated: [] }
  printRepeated(repeated)
  total.passed += passed
  // An error outside of any test fails the run without being counted.
  total.failed += code !== 0 && failed === 0 ? 1 : failed
  console.log(`took ${lengthText(Date.now() - began)}: ${name}`)
}

const projectsOf = (projects) => projects.map((project) => `--project=${project}`)

/** Runs these projects of Vitest. One worker more than there are processors, because most tests wait for others. */
export function vitest(name, projects) {
  const workers = `--maxWorkers=${availableParallelism() + 1}`
  const run = (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    return runTool('vitest/vitest.mjs', ['run', workers, `--retry=${repeats}`, ...projectsOf(projects), ...reporters])
  }
  return suite(name, run, countVitest)
}

/** Runs these projects of Playwright, against the web app in this folder. */
export async function playwright(name, projects, webFolder) {
  await check('a browser is at hand', () => run(projectNode, ['e2e/browser.ts'], { quietly: true }))
  const work = (report) =>
    runTool(
      '@playwright/test/cli.js',
      ['test', `--retries=${repeats}`, ...projectsOf(projects), '--reporter=list,json'],
      {
        cwd: join(root, 'e2e'),
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, WEB_FOLDER: join(root, webFolder) },
      },
    )
  await suite(name, work, countPlaywright)
}

/** Runs the short form of a program that counts for itself. */
export function inShort(name, script) {
  return suite(name, (report) => run(projectNode, [script, '--quick', '--report', report]), countPlain)
}

/** Milliseconds as minutes and seconds: `4 min 12 s`. */
function lengthText(ms) {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Installs what is missing, runs the tests, and prints the totals in the last line. */
export async function runAll(tests) {
  try {
    await installPackages({ toDevelop: true })
    await installNode()
    await tests()
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    total.failed += 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}
