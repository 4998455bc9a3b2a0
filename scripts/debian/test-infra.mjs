// npm run test:infra: two servers behind haproxy and nginx with PostgreSQL, Ceph's S3 and Postfix. Parts are killed,
// frozen, upgraded and failed over. Also runs the commands of docs/operating/install.md. Separate from npm test,
// because it installs Debian packages. Says why if it is skipped.
import '../node-version.mjs'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../run.mjs'
import { runSuite, whyNoPackages } from './packages.mjs'

const testbeds = resolve(process.env.CASEBOOK_TESTBEDS ?? join(root, '..', 'shared', 'testbeds'))

const why = existsSync(join(testbeds, 's3.sh'))
  ? whyNoPackages()
  : `there are no test beds at ${testbeds}; CASEBOOK_TESTBEDS may name them`
if (why) console.log(`skipped: ${why}`)
else await runSuite('infra', 'infra/playwright.config.ts', { CASEBOOK_TESTBEDS: testbeds })
