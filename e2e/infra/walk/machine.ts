import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childOf, debianMirror, shell } from '../beds.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** A minimal Debian with systemd of its own, beside this machine, whose network it shares. */
export type Machine = {
  /** Runs a script as root. Returns its output, of both streams, and its exit status. */
  run: (script: string) => Promise<{ status: number | null; said: string }>
  stop: () => Promise<void>
}

/** Makes and starts a machine in which the folders can be read. Takes a minute. */
export async function startMachine(folders: readonly string[]): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-walk-'))
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
  const making = ['sh', join(here, 'machine.sh'), folder, await debianMirror(), ...folders]
  // It may not outlive this process, however that ends.
  const outer = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...namespaces, ...making], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = async () => {
    outer.kill('SIGKILL')
    await wait(500)
    // The control groups that it leaves.
    const remove = 'mount -t cgroup2 cgroup2 /mnt && find /mnt -depth -path "*/$1*" -type d -exec rmdir {} +'
    await shell('unshare', ['--mount', 'sh', '-c', remove, 'sh', basename(folder)])
    for (const each of [folder, `${folder}.log`]) await rm(each, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const systemd = await childOf(outer.pid ?? 0)
    const own = ['--target', systemd, '--mount', '--pid', '--ipc', '--uts', '--cgroup']
    for (let tries = 300; ; tries -= 1) {
      const state = await shell('nsenter', [...own, 'systemctl', 'is-system-running']).catch(String)
      if (/^(running|degraded)$/m.test(state)) break
      if (tries === 0 || outer.exitCode !== null) throw new Error(`systemd does not run: ${state}`)
      await wait(500)
    }
    return { run: (script) => runIn(own, script), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function runIn(own: readonly string[], script: string): ReturnType<Machine['run']> {
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    DEBIAN_FRONTEND: 'noninteractive',
    ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: '/etc/own-authorities.crt' }),
  }
  return new Promise((resolve) => {
    const child = spawn('nsenter', [...own, 'sh', '-s'], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        said += part
      })
    child.on('close', (status) => resolve({ status, said }))
    child.stdin.end(`cd /\n${script}`)
  })
}
