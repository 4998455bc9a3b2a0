// npm run test:infra: two servers behind haproxy over PostgreSQL, Ceph's S3 and Postfix, while parts of it are killed and
// frozen. Apart from npm test, since it installs Debian packages; says why when it is skipped.
import './node-version.mjs'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, runTool } from './run.mjs'
import { buildWeb, installNode, installPackages } from './setup.mjs'

const testbeds = resolve(process.env.CASEBOOK_TESTBEDS ?? join(root, '..', 'shared', 'testbeds'))

function whySkipped() {
  if (process.platform !== 'linux') return 'the test beds run on Linux'
  if (process.getuid?.() !== 0) return 'the test beds start servers under users of their own, which takes root'
  if (!existsSync(join(testbeds, 's3.sh')))
    return `there are no test beds at ${testbeds}; CASEBOOK_TESTBEDS may name them`
  if (!existsSync('/usr/bin/apt-get')) return 'the test beds install Debian packages'
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
  const { code } = await runTool('@playwright/test/cli.js', ['test', '--config', 'infra/playwright.config.ts'], {
    cwd: join(root, 'e2e'),
    env: { CASEBOOK_TESTBEDS: testbeds },
  })
  process.exit(code)
}
