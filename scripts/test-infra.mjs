// npm run test:infra: two servers behind haproxy over PostgreSQL, Ceph's S3 and Postfix, while parts of it are killed and
// frozen. Apart from npm test, since it installs Debian packages; says why when it is skipped.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { countPlaywright } from './report.mjs'
import { root, runTool } from './run.mjs'
import { buildWeb, installNode, installPackages } from './setup.mjs'

const testbeds = resolve(process.env.CASEBOOK_TESTBEDS ?? join(root, '..', 'shared', 'testbeds'))

const packageTool = '/usr/bin/apt-get'

function whySkipped() {
  if (process.platform !== 'linux') return 'the test beds run on Linux'
  if (process.getuid?.() !== 0) return 'the test beds start servers under users of their own, which takes root'
  if (!existsSync(join(testbeds, 's3.sh')))
    return `there are no test beds at ${testbeds}; CASEBOOK_TESTBEDS may name them`
  if (!existsSync(packageTool)) return 'the test beds install Debian packages'
  const update = ['update', '-qq', '-o', 'APT::Update::Error-Mode=any', '-o', 'DPkg::Lock::Timeout=600']
  if (spawnSync(packageTool, update, { stdio: 'ignore' }).status !== 0) return 'the Debian packages can not be had here'
  return undefined
}

const why = whySkipped()
if (why) {
  console.log(`skipped: ${why}`)
} else {
  await installPackages()
  await installNode()
  const web = await buildWeb()
  if (web.code !== 0) {
    console.error(web.output)
    process.exit(1)
  }
  const report = join(tmpdir(), `casebook-infra-${process.pid}.json`)
  const tests = ['test', '--config', 'infra/playwright.config.ts', '--reporter=list,json']
  const { code } = await runTool('@playwright/test/cli.js', tests, {
    cwd: join(root, 'e2e'),
    env: { CASEBOOK_TESTBEDS: testbeds, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  const { passed, failed } = existsSync(report) ? countPlaywright(report) : { passed: 0, failed: 0 }
  rmSync(report, { force: true })
  console.log(`\n${passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`)
  process.exitCode = code
}
