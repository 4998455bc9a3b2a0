// Brings a fresh checkout to where it can run: packages, the Node that the project is tested on, generated types, the web app.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { digest, isFresh, markFresh } from './freshness.mjs'
import { projectNode, root, run, runTool } from './run.mjs'

/** Something that the person who started us can mend; shown without a stack. */
export class SetupError extends Error {}

/** npm ci, when node_modules is not what package-lock.json asks for. */
export async function installPackages() {
  const inputs = digest(['package-lock.json'])
  if (isFresh('packages', inputs, ['node_modules/.package-lock.json']) || packagesAreInstalled()) return
  console.log('Installing packages (npm ci) …')
  removeOldPackages()
  // No warnings: they are about the Node that installs, and only the one that this brings runs the packages.
  const { code } = await runNpm(['ci', '--include=dev', '--loglevel=error'])
  if (code !== 0) throw new SetupError('npm ci failed; what it printed above says why.')
  markFresh('packages', inputs)
}

/** Whether somebody has installed them by hand: npm keeps a list of what it put there. */
function packagesAreInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  // Optional packages are left out on machines that they are not for.
  return Object.entries(wanted).every(
    ([path, { version, link, optional }]) =>
      !path.includes('node_modules/') || (have[path] ? link || have[path].version === version : optional),
  )
}

/** npm ci would do it too, but gives up when a big folder is not empty at once. Out of the way first, then gone. */
function removeOldPackages() {
  const old = join(root, 'node_modules.old')
  if (existsSync(join(root, 'node_modules'))) {
    rmSync(old, { recursive: true, force: true })
    renameSync(join(root, 'node_modules'), old)
  }
  for (let attempt = 1; existsSync(old) && attempt <= 5; attempt += 1) {
    try {
      rmSync(old, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'ENOTEMPTY') throw error
    }
  }
}

/** Sees to it that the Node of node_modules is there: its own install script fetches it, and that may be switched off. */
export async function installNode() {
  const folder = join(root, 'node_modules', 'node')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const isThere = async () => (await run(projectNode, ['--version'], { quietly: true })).output.trim() === `v${version}`
  if (await isThere()) return
  console.log(`Fetching Node ${version} …`)
  await withNpmSettings((env) => run('node', ['installArchSpecificPackage.js'], { cwd: folder, env }))
  if (!(await isThere())) throw new SetupError(`Node ${version}, which this project runs on, could not be installed.`)
  const link = join(root, 'node_modules', '.bin', 'node')
  if (!existsSync(link)) symlinkSync(join('..', 'node', 'bin', 'node'), link)
}

const schema = ['domain/src', 'web/src']
const generated = ['server/src/generated/resolvers.ts', 'web/src/generated/graphql.ts']

/** Types of the schema's resolvers and of the web app's operations. */
export async function generateTypes() {
  const inputs = digest(['codegen.ts', 'package-lock.json', ...schema], /\.graphql$/)
  if (isFresh('generated', inputs, generated)) return { code: 0, output: '' }
  const result = await runTool('@graphql-codegen/cli/cjs/bin.js', ['--config', 'codegen.ts', '--silent'], {
    quietly: true,
  })
  if (result.code === 0) markFresh('generated', inputs)
  return result
}

const webInputs = ['web', 'domain/src', 'domain/package.json', 'codegen.ts', 'tsconfig.base.json', 'package-lock.json']

/** The web app in web/dist, built again when anything that goes into it has changed. */
export async function buildWeb() {
  const inputs = digest(webInputs)
  if (isFresh('web', inputs, ['web/dist/index.html'])) return { code: 0, output: '' }
  const types = await generateTypes()
  if (types.code !== 0) return types
  // Built beside and put in place whole: a build that fails or is killed leaves no half of an app.
  const dist = join(root, 'web', 'dist')
  const making = join(root, 'node_modules', '.cache', 'casebook', `web-${process.pid}`)
  const args = ['build', '--outDir', making, '--emptyOutDir', '--logLevel', 'warn']
  const built = await runTool('vite/bin/vite.js', args, { cwd: join(root, 'web'), quietly: true })
  if (built.code === 0) {
    rmSync(dist, { recursive: true, force: true })
    renameSync(making, dist)
    markFresh('web', inputs)
  }
  rmSync(making, { recursive: true, force: true })
  return built
}

function runNpm(args) {
  const script = process.env.npm_execpath
  // Not by process.execPath: that may be the Node of the packages that were just removed.
  const npm = script?.endsWith('npm-cli.js') ? ['node', script] : ['npm']
  return withNpmSettings((env) => run(npm[0], [...npm.slice(1), ...args], { env }))
}

/** npm keeps a cache in the home folder; where there is none to write to it gets one for the time being. */
async function withNpmSettings(work) {
  if (isWritable(process.env.npm_config_cache ?? join(homedir(), '.npm'))) return work({})
  const cache = mkdtempSync(join(tmpdir(), 'casebook-npm-'))
  try {
    return await work({ npm_config_cache: cache })
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

/** @param {string} folder there or yet to be made */
function isWritable(folder) {
  if (!existsSync(folder)) return folder !== dirname(folder) && isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
