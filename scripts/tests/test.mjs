// npm test: everything that must pass before a change is kept. Continues after a failure, so that all failures are shown.
// What takes longer is in test-long.mjs.
import '../node-version.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectNode, root, run, runTool } from '../run.mjs'
import { buildWeb, buildWordedWeb, generateTypes, wordedWeb } from '../setup.mjs'
import { check, checkTogether, inShort, playwright, runAll, vitest } from './suites.mjs'

await runAll(async () => {
  await check('types are generated from the schema', generateTypes)
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  await checkTogether([
    ['the web app builds', buildWeb],
    ['the web app builds with React’s own sentences', buildWordedWeb],
    [
      'biome: format, lint',
      () => runTool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings'], { quietly: true }),
    ],
    ...workspaces.map((workspace) => [
      `tsc: ${workspace}`,
      () => runTool('typescript/bin/tsc', ['-p', workspace], { quietly: true }),
    ]),
    [
      'rooms: no import climbs or crosses, no circles',
      () => run(projectNode, ['scripts/walls/walls.mjs'], { quietly: true }),
    ],
    [
      'nothing that the oldest browsers supported do not have',
      () => run(projectNode, ['scripts/oldest-browsers.mjs'], { quietly: true }),
    ],
    ['knip: nothing unused', () => runTool('knip/bin/knip.js', ['--config', 'scripts/knip.ts'], { quietly: true })],
  ])
  await vitest('Rules and API', ['domain', 'web', 'server', 'scripts'])
  await playwright('Journeys through a subject’s record', ['record'], wordedWeb)
  await inShort('Bad input, in short', 'robustness/fuzz/run.ts')
})
