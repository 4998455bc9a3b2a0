// For test suites that need Debian packages: installs missing ones, or says why it can't.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, runTool } from '../run.mjs'
import { buildWeb, installNode, installPackages } from '../setup.mjs'
import { countPlaywright, printRepeated, repeats } from '../tests/report.mjs'

const packageTool = '/usr/bin/apt-get'
const waiting = ['-o', 'DPkg::Lock::Timeout=600']

/** Why no Debian packages can be installed here; undefined if they can. */
export function whyNoPackages() {
  if (process.platform !== 'linux') return 'it takes Debian packages'
  if (process.getuid?.() !== 0) return 'it installs Debian packages, which takes root'
  if (!existsSync(packageTool)) return 'it installs Debian packages'
  const update = ['update', '-qq', '-o', 'APT::Update::Error-Mode=any', ...waiting]
  return apt(update) ? undefined : 'the Debian packages cannot be had here'
}

/** Installs packages and returns whether it succeeded. */
export function installDebian(packages) {
  return apt(['install', '-y', '-qq', '--no-install-recommends', ...waiting, ...packages])
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(packageTool, args, { stdio: 'ignore', env }).status === 0
}

/** Builds the app and runs the tests of a Playwright configuration. Prints how many passed and failed. */
export async function runSuite(name, config, env = {}) {
  await installPackages({ toDevelop: true })
  await installNode()
  const web = await buildWeb()
  if (web.code !== 0) {
    console.error(web.output)
    console.log('\n0 passed, 1 failed')
    process.exitCode = 1
    return
  }
  const report = join(tmpdir(), `casebook-${name}-${process.pid}.json`)
  const options = ['--config', config, `--retries=${repeats}`, '--reporter=list,json']
  const { code } = await runTool('@playwright/test/cli.js', ['test', ...options], {
    cwd: join(root, 'e2e'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const { passed, failed, repeated } = existsSync(report)
    ? countPlaywright(report)
    : { passed: 0, failed: 0, repeated: [] }
  printRepeated(repeated)
  rmSync(report, { force: true })
  console.log(`\n${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`)
  process.exitCode = code
}
