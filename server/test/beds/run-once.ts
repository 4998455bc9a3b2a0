import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

type Ran = { status: number | null; stdout: string[]; stderr: string[] }

/** What every program needs of this process, with the settings left out. */
const { PATH, NODE_COMPILE_CACHE } = process.env
export const ofTheMachine = { PATH, NODE_COMPILE_CACHE }

/** Runs the server, or a command, as a separate process until it ends, prints `until`, or takes more than `seconds`. */
export async function runOnce(
  script: 'main' | 'cli',
  env: Record<string, string>,
  { args = [], until, seconds = 50 }: { args?: readonly string[]; until?: RegExp; seconds?: number } = {},
): Promise<Ran> {
  const path = fileURLToPath(new URL(`../../src/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...ofTheMachine, PORT: '0', EXAMPLE_DATA: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ran: Ran = { status: null, stdout: [], stderr: [] }
  for (const name of ['stdout', 'stderr'] as const) {
    createInterface(child[name]).on('line', (line) => {
      if (line.trim()) ran[name].push(line)
      if (until?.test(line)) child.kill('SIGTERM')
    })
  }
  const tooLate = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
  const [status] = await once(child, 'close')
  clearTimeout(tooLate)
  return { ...ran, status }
}
