// node packaging/archive.mjs: makes dist/casebook-VERSION.tar.gz of the commit that is checked out, with the built web app,
// so that "npm start" and packaging/build.mjs have nothing to build.
import '../scripts/node-version.mjs'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../scripts/run.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `casebook-${version}`
const folder = mkdtempSync(join(tmpdir(), 'casebook-archive-'))

async function must(command, args) {
  const { code, output } = await run(command, args, { quietly: true })
  if (code !== 0) throw new Error(output)
  return output
}

try {
  if ((await must('git', ['status', '--porcelain'])) !== '')
    throw new Error('There are changes that are not committed: commit them, or make the archive in a clone.')
  await must('node', ['packaging/build.mjs'])
  const sources = join(folder, 'sources.tar')
  await must('git', ['archive', `--prefix=${name}/`, '--output', sources, 'HEAD'])
  await must('tar', ['-xf', sources, '-C', folder])
  for (const built of ['web/dist', 'dist/web.sha256', 'dist/schema.graphql'])
    cpSync(join(root, built), join(folder, name, built), { recursive: true })
  mkdirSync(join(root, 'dist'), { recursive: true })
  const archive = join(root, 'dist', `${name}.tar.gz`)
  await must('tar', ['-czf', archive, '--owner=0', '--group=0', '-C', folder, name])
  console.log(archive)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
