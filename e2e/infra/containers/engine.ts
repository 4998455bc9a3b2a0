import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childOf, debianMirror, installPrograms, shell } from '../beds.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** The Debian whose packages are in the image, and which has Docker Compose v2. */
const suite = 'trixie'

/** Docker's engine and client, of Debian's packages, in namespaces of their own: this machine's network is not changed. */
export type Engine = {
  /** Calls docker. Returns its output. */
  docker: (args: string[], env?: Record<string, string>) => Promise<string>
  /** Starts a program in the engine's network. */
  inside: (command: string, args: string[]) => ChildProcess
  env: Record<string, string>
  /** What the Dockerfile begins with, made here: there are no digests of it. */
  bases: readonly string[]
  stop: () => Promise<void>
}

/** Why there can be no engine here; undefined if there can. Installs the packages. */
export async function whyNoEngine(testbeds: string): Promise<string | undefined> {
  const needed = ['docker.io:/usr/bin/docker', 'slirp4netns:/usr/bin/slirp4netns', 'debootstrap:/usr/sbin/debootstrap']
  const isThere = await installPrograms(testbeds, ...needed).then(
    () => true,
    () => false,
  )
  if (!isThere) return 'docker.io, slirp4netns and debootstrap cannot be installed here'
  const isDebian = await debianMirror().catch(() => undefined)
  if (!isDebian) return 'no source of apt is Debian’s'
  return shell('unshare', ['--net', '--mount', '--pid', '--fork', 'true']).then(
    () => undefined,
    () => 'no namespaces can be made here',
  )
}

export async function startEngine(): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'casebook-engine-'))
  const log = openSync(join(folder, 'namespaces.log'), 'a')
  // Neither may outlive this process, however it ends.
  const tied = ['--pdeathsig', 'KILL']
  const options = ['--net', '--mount', '--pid', '--fork', '--kill-child', 'sh', join(here, 'engine.sh'), folder]
  const outer = spawn('setpriv', [...tied, 'unshare', ...options], { stdio: ['ignore', log, log] })
  const inner = await childOf(outer.pid ?? 0)
  const lineOut = ['slirp4netns', '--configure', '--mtu=65520', '--disable-host-loopback', inner, 'tap0']
  const line = spawn('setpriv', [...tied, ...lineOut], { stdio: ['ignore', log, log] })
  closeSync(log)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DOCKER_CONFIG: join(folder, 'config'),
    DOCKER_HOST: `unix://${folder}/docker.sock`,
    DOCKER_BUILDKIT: '1',
  }
  // Debian's client, whichever else is installed here.
  const docker = (args: string[], more: Record<string, string> = {}) =>
    shell('/usr/bin/docker', args, { ...env, ...more })
  const stop = async () => {
    outer.kill('SIGKILL')
    line.kill('SIGKILL')
    await wait(500)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  try {
    for (let tries = 100; ; tries -= 1) {
      const isReady = await docker(['info']).then(
        () => true,
        () => false,
      )
      if (isReady) break
      if (tries === 0) throw new Error(await readFile(join(folder, 'engine.log'), 'utf8').catch(() => 'no engine'))
      await wait(200)
    }
    const bases = await makeImages(folder, docker, env)
    const inside = (command: string, args: string[]) =>
      spawn('nsenter', ['--target', inner, '--net', command, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    return { docker, inside, env, bases, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Makes the images that the Dockerfile begins with, under their names, and the stand-ins of compose.walk.yaml. Returns how to build with
 * them.
 */
async function makeImages(folder: string, docker: Engine['docker'], env: Record<string, string>) {
  const dockerfile = await readFile(new URL('../../../Dockerfile', import.meta.url), 'utf8')
  const imageOf = (name: string) => new RegExp(`^ARG ${name}_IMAGE=([^@\\s]+)`, 'm').exec(dockerfile)?.[1] ?? ''
  const base = join(folder, 'debian')
  await shell('debootstrap', ['--variant=minbase', suite, base, await debianMirror()])
  await cp('/etc/resolv.conf', join(base, 'etc/resolv.conf'))
  await shell('chroot', [base, 'sh', '-c', 'apt-get update -qq && cd /tmp && apt-get download -qq docker-compose'])
  const [archive = ''] = (await readdir(join(base, 'tmp'))).filter((name) => name.startsWith('docker-compose'))
  await shell('dpkg', ['-x', join(base, 'tmp', archive), join(folder, 'compose')])
  const plugins = join(env.DOCKER_CONFIG ?? '', 'cli-plugins')
  await mkdir(plugins, { recursive: true })
  await cp(join(folder, 'compose/usr/libexec/docker/cli-plugins/docker-compose'), join(plugins, 'docker-compose'))
  await rm(join(base, 'tmp', archive))
  await shell('sh', ['-c', `tar -C "$1" -c . | /usr/bin/docker import - "$2"`, 'sh', base, imageOf('DEBIAN')], env)
  await rm(base, { recursive: true })

  const node = join(folder, 'node')
  await mkdir(node)
  await cp(process.execPath, join(node, 'node'))
  const [modules = ''] = /^\/.*$/m.exec(await shell('npm', ['root', '--global'])) ?? []
  await cp(join(modules, 'npm'), join(node, 'lib/npm'), { recursive: true })
  await writeFile(
    join(node, 'Dockerfile'),
    `FROM ${imageOf('DEBIAN')}
COPY node /usr/local/bin/node
COPY lib/npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`,
  )
  await docker(['build', '--quiet', '--tag', imageOf('NODE'), node])
  const services = ['build', '--quiet', '--tag', 'casebook-test-services', '--file', join(here, 'Dockerfile.services')]
  await docker([...services, '--build-arg', `DEBIAN_IMAGE=${imageOf('DEBIAN')}`, here])
  return ['NODE', 'DEBIAN'].flatMap((name) => ['--build-arg', `${name}_IMAGE=${imageOf(name)}`])
}
