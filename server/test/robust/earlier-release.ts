import { execFile, spawn } from 'node:child_process'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const run = promisify(execFile)

/** The last commit of 0.1.0. */
const commit = '3c0161b'

/** Whether that commit is available, which a source download lacks. */
export const hasHistory: boolean = await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
  () => true,
  () => false,
)

/** All .graphql files of 0.1.0, one after the other. */
export const readEarlierSchema = (): Promise<string> =>
  run('git', ['grep', '-h', '', commit, '--', 'domain/src/*.graphql'], { cwd: root, maxBuffer: 1e7 }).then(
    ({ stdout }) => stdout,
  )

/** Writes the server of 0.1.0 to a folder, using the packages installed here. Returns its main file. */
export async function layOutEarlierRelease(folder: string): Promise<string> {
  await mkdir(join(folder, 'node_modules', '@casebook'), { recursive: true })
  const archive = join(folder, 'sources.tar')
  await run('git', ['archive', '--output', archive, commit, 'domain', 'server', 'package.json'], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@casebook') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  await symlink(join(folder, 'domain'), join(folder, 'node_modules', '@casebook', 'domain'))
  return join(folder, 'server', 'src', 'main.ts')
}

/** Starts a server from its main file. Resolves when it responds; rejects with its output if it ends before. */
export async function startMain(main: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, EXAMPLE_DATA: 'false', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said: string[] = []
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line)
        const address = /ready: (http:\S+)/.exec(line)?.[1]
        if (address) resolve(address)
      })
    }
    void exited.then(() => reject(new Error(said.join('\n'))))
  })
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await exited
  }
  return { origin, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
