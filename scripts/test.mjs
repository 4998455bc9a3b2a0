// npm test: everything that has to hold before a change is kept. Goes on after a failure, so that all of them are seen.
import './node-version.mjs'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countPlain, countPlaywright, countVitest } from './report.mjs'
import { projectNode, root, run, runTool } from './run.mjs'
import { buildWeb, generateTypes, installNode, installPackages, SetupError } from './setup.mjs'

const reports = mkdtempSync(join(tmpdir(), 'casebook-reports-'))
const total = { passed: 0, failed: 0 }

/** A check that holds or doesn't; its output is of interest only when it doesn't. */
async function check(name, work) {
  const began = Date.now()
  const { code, output } = await work()
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (code !== 0) console.log(output.trimEnd())
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
  total[code === 0 ? 'passed' : 'failed'] += 1
}

/** A tool that runs many tests, shows them itself and leaves a report to count them by. */
async function suite(name, work, count) {
  console.log(`\n${name}`)
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const { code } = await work(report)
  const { passed, failed } = existsSync(report) ? count(report) : { passed: 0, failed: 0 }
  total.passed += passed
  // An error outside of any test fails the run without being counted.
  total.failed += code !== 0 && failed === 0 ? 1 : failed
}

async function checkAll() {
  await check('types are generated from the schema', generateTypes)
  await check('biome: format, imports between layers, lint', () =>
    runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'], { quietly: true }),
  )
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const workspace of workspaces) {
    await check(`tsc: ${workspace}`, () => runTool('typescript/bin/tsc', ['-p', workspace], { quietly: true }))
  }
  await check('knip: nothing unused', () => runTool('knip/bin/knip.js', [], { quietly: true }))
  await check('the web app builds', buildWeb)
  await suite('Rules and API', runVitest, countVitest)
  await check('a browser is at hand', () => run(projectNode, ['e2e/browser.ts'], { quietly: true }))
  await suite('Journeys in a browser', runPlaywright, countPlaywright)
  await suite('Bad input, in short', (report) => runQuickly('robustness/fuzz/run.ts', report), countPlain)
  await suite('Faults, in short', (report) => runQuickly('robustness/faults/run.ts', report), countPlain)
}

function runVitest(report) {
  return runTool('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
}

function runPlaywright(report) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  return runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { cwd: join(root, 'e2e'), env })
}

function runQuickly(script, report) {
  return run(projectNode, [script, '--quick', '--report', report])
}

try {
  await installPackages()
  await installNode()
  await checkAll()
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  total.failed += 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
