// Prepares a fresh checkout: packages, the Node that the project is tested on, generated types, the web app.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { digest, isFresh, markFresh } from './freshness.mjs'
import { projectNode, root, run, runTool } from './run.mjs'

/** A problem that the person can fix; shown without a stack trace. */
export class SetupError extends Error {}

/**
 * Runs npm ci if node_modules does not match package-lock.json. Starting needs less than half of the packages:
 * `toDevelop` also installs those of tests, lint and benchmarks. Where they are, they are kept.
 */
export async function installPackages({ toDevelop = false } = {}) {
  const have = readPackages('node_modules/.package-lock.json')
  const wanted = readPackages('package-lock.json')
  const withDevelopment = toDevelop || Object.values(have).some(({ dev }) => dev)
  if (areInstalled(have, wanted, withDevelopment)) return
  console.log('Installing packages (npm ci) …')
  removeOldPackages()
  // No warnings: they concern the Node that installs, but only the project's Node runs the packages.
  const kinds = withDevelopment ? '--include=dev' : '--omit=dev'
  const { code } = await runNpm(['ci', kinds, '--loglevel=error'])
  if (code !== 0) throw new SetupError('npm ci failed; what it printed above says why.')
}

/** The packages of a lock file by their places; npm keeps such a file of what it has installed. */
function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** @param {boolean} withDevelopment whether the packages of tests, lint and benchmarks are wanted, too */
export function areInstalled(have, wanted, withDevelopment) {
  // Optional packages are omitted on machines that they don't support.
  return Object.entries(wanted).every(
    ([path, { version, link, optional, dev, devOptional }]) =>
      !path.includes('node_modules/') ||
      (have[path] ? link || have[path].version === version : optional || devOptional || (dev && !withDevelopment)),
  )
}

/** npm ci would do this too, but fails if a large folder is not empty at once. Moved away first, then removed. */
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

/** Makes sure that the Node in node_modules exists: its own install script downloads it, but may be disabled. */
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

const schema = ['domain/src', 'web/src', 'server/src', 'server/src/database/schema/schema.sql']
const generated = [
  'server/src/composition/all-resolvers.ts',
  'server/src/database/generated/stored-tables.ts',
  'server/src/generated/resolvers.ts',
  'server/src/shapes/generated/field-names.ts',
  'web/src/generated/graphql.ts',
]

/** Generates the types of the schema's resolvers and of the web app's operations, and the list of resolvers. */
export async function generateTypes() {
  const inputs = digest(
    ['scripts/codegen.mjs', 'server/codegen/field-names.mjs', 'package-lock.json', ...schema],
    /\.graphql$|\.resolvers\.ts$/,
  )
  if (isFresh('generated', inputs, generated)) return { code: 0, output: '' }
  const result = await run(projectNode, ['scripts/codegen.mjs'], { quietly: true })
  if (result.code === 0) markFresh('generated', inputs)
  return result
}

const webInputs = [
  'web',
  'domain/src',
  'domain/package.json',
  'scripts/codegen.mjs',
  'tsconfig.base.json',
  'package-lock.json',
]

/** Builds the web app in web/dist if any of its inputs has changed. */
export const buildWeb = () => build('web', 'web/dist', 'production')

/** The same with React's development build, whose errors and warnings are sentences. Journeys use it. */
export const wordedWeb = 'node_modules/.cache/casebook/worded-web'
export const buildWordedWeb = () => build('worded-web', wordedWeb, 'development')

async function build(name, folder, NODE_ENV) {
  const inputs = digest(webInputs)
  if (isFresh(name, inputs, [join(folder, 'index.html')])) return { code: 0, output: '' }
  const types = await generateTypes()
  if (types.code !== 0) return types
  // Built in a temporary folder and moved into place, so that a failed or killed build leaves no incomplete app.
  const dist = join(root, folder)
  const making = join(root, 'node_modules', '.cache', 'casebook', `${name}-${process.pid}`)
  const args = ['build', '--outDir', making, '--emptyOutDir', '--logLevel', 'warn']
  const built = await runTool('vite/bin/vite.js', args, { cwd: join(root, 'web'), env: { NODE_ENV }, quietly: true })
  if (built.code === 0) {
    rmSync(dist, { recursive: true, force: true })
    renameSync(making, dist)
    markFresh(name, inputs)
  }
  rmSync(making, { recursive: true, force: true })
  return built
}

function runNpm(args) {
  const script = process.env.npm_execpath
  // Not process.execPath, which may be the Node of the packages that were just removed.
  const npm = script?.endsWith('npm-cli.js') ? ['node', script] : ['npm']
  return withNpmSettings((env) => run(npm[0], [...npm.slice(1), ...args], { env }))
}

/** npm needs a cache in the home folder. If that is not writable, it gets a temporary one. */
async function withNpmSettings(work) {
  if (isWritable(process.env.npm_config_cache ?? join(homedir(), '.npm'))) return work({})
  const cache = mkdtempSync(join(tmpdir(), 'casebook-npm-'))
  try {
    return await work({ npm_config_cache: cache })
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

/** @param {string} folder existing or not */
function isWritable(folder) {
  if (!existsSync(folder)) return folder !== dirname(folder) && isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
