import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

/** A piece of real infrastructure, controlled by a script of the test beds. */
export type Bed = {
  /** Runs another verb of the script: kill, pause, resume, drain … Returns its output. */
  run: (verb: string, ...args: string[]) => Promise<string>
  /** The settings that it wrote for the app. */
  env: Record<string, string>
  destroy: () => Promise<unknown>
}

/** A copy of the test beds, in a folder that the accounts of the databases and the mail server may enter. */
export async function copyTestbeds(source: string) {
  const home = await mkdtemp(join(tmpdir(), 'casebook-infra-'))
  await shell('chmod', ['755', home])
  const scripts = join(home, 'testbeds')
  await cp(source, scripts, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await shell('chmod', ['-R', 'u+w', scripts])
  const beds: Bed[] = []

  return {
    home,
    async start(script: string, name: string, options: Record<string, string | number>): Promise<Bed> {
      const folder = join(home, name)
      const run = (verb: string, ...args: string[]) => shell('bash', [join(scripts, script), verb, folder, ...args])
      const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)])
      await run('start', ...given)
      const bed = { run, env: await readEnv(join(folder, 'env')), destroy: () => run('destroy') }
      beds.push(bed)
      return bed
    },
    /** Forwards a new address to a port of this machine. The bytes per second of each connection can be limited. */
    async startLine(upstream: number) {
      const { FaultProxy } = await import(pathToFileURL(join(scripts, 'fault.mjs')).href)
      const proxy = await new FaultProxy({ listen: 0, upstream }).open()
      return {
        address: `http://127.0.0.1:${proxy.port}`,
        limit: async (rate?: { up: number; down: number }) => void (await (rate ? proxy.set({ rate }) : proxy.clear())),
        close: async () => void (await proxy.close()),
      }
    },
    async destroy() {
      for (const bed of beds.splice(0).reverse()) await bed.destroy().catch((error) => console.error(error))
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Installs missing Debian programs that a test uses, each given as PACKAGE:PATH. Starts no service. */
export async function installPrograms(testbeds: string, ...needed: string[]): Promise<void> {
  await shell('bash', ['-c', `. "$1"/lib.sh; apt_need ${needed.join(' ')}`, 'bash', testbeds])
}

/** The address of this machine's own source of Debian's packages, for debootstrap. Throws if it has none. */
export async function debianMirror(): Promise<string> {
  const sources = await shell('apt-get', [
    'indextargets',
    ...['--format', '$(REPO_URI)', 'Created-By: Packages', 'Origin: Debian', 'Label: Debian', 'Component: main'],
  ])
  const [first = ''] = sources.split('\n')
  if (!first) throw new Error('No source of apt on this machine is Debian’s.')
  return first
}

export type Testbeds = Awaited<ReturnType<typeof copyTestbeds>>

async function readEnv(path: string): Promise<Record<string, string>> {
  const text = await readFile(path, 'utf8')
  const pairs = [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])
  return Object.fromEntries(pairs)
}

export function shell(command: string, args: string[], env?: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { encoding: 'utf8', maxBuffer: 10_000_000, env: env ?? process.env },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`))
        else resolve(stdout + stderr)
      },
    )
  })
}

/** The process that a process started, which makes namespaces. Waits for it. */
export async function childOf(pid: number): Promise<string> {
  for (let tries = 50; tries > 0; tries -= 1) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    if (children.trim()) return children.trim()
    await wait(100)
  }
  throw new Error('the namespaces were not made')
}

/** An unused port, followed by as many free ones. Tests that run at the same time look in ranges of their own. */
export async function freePorts(count: number): Promise<number> {
  const from = 20_000 + 6_000 * Number(process.env.TEST_PARALLEL_INDEX ?? 0)
  for (let base = from + Math.floor(Math.random() * 5_000); ; base += count) {
    const all = Array.from({ length: count }, (_, place) => isFree(base + place))
    if ((await Promise.all(all)).every(Boolean)) return base
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
