// npm run test:long: the tests that npm test leaves out because they take long.
import '../node-version.mjs'
import { buildWeb, generateTypes } from '../setup.mjs'
import { check, inShort, playwright, runAll, vitest } from './suites.mjs'

await runAll(async () => {
  await check('types are generated from the schema', generateTypes)
  await check('the web app builds', buildWeb)
  await vitest('Servers and databases killed, upgraded and restored, and what else takes long', [
    'robust',
    'robust domain',
    'robust scripts',
  ])
  await playwright('Journeys through the other screens, and on a phone', ['desk', 'phone'], 'web/dist')
  await inShort('Faults, in short', 'robustness/faults/run.ts')
})
