// Checks the types of every workspace and fails at the end, so that one run reports all errors.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.mjs'

const folder = process.argv[2] ?? root
const { workspaces } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const failed = []
for (const workspace of workspaces) {
  const { code } = await run('tsc', ['-p', workspace], { cwd: folder })
  if (code !== 0) failed.push(workspace)
}
if (failed.length > 0) {
  console.error(`Type errors in: ${failed.join(', ')}`)
  process.exitCode = 1
}
