import { once } from 'node:events'
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { shell } from '../beds.ts'
import { type Engine, startEngine, whyNoEngine } from './engine.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const here = dirname(fileURLToPath(import.meta.url))

test.describe.configure({ mode: 'serial' })
test.setTimeout(900_000)

let engine: Engine | undefined
/** A copy of the sources that can be changed. */
let sources: string
const secrets = {
  SECRET_KEY: 'a secret for tests, thirty-two characters and more',
  OIDC_CLIENT_SECRET: 'client',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  POSTGRES_PASSWORD: 'owner',
  CASEBOOK_DB_PASSWORD: 'app',
  KEYCLOAK_ADMIN_PASSWORD: 'admin',
}

test.beforeAll(async () => {
  test.setTimeout(600_000)
  const why = await whyNoEngine(process.env.CASEBOOK_TESTBEDS ?? '')
  if (why) console.log(`skipped: the image and compose.yaml are not tried: ${why}`)
  test.skip(why !== undefined, why)
  sources = await mkdtemp(join(tmpdir(), 'casebook-sources-'))
  const files = await shell('git', ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard'])
  for (const file of files.trim().split('\n'))
    await cp(join(root, file), join(sources, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  engine = await startEngine()
})
test.afterAll(async () => {
  await engine?.stop()
  if (sources) await rm(sources, { recursive: true, force: true })
})

const docker = (...args: string[]) => engine?.docker(args) ?? Promise.reject(new Error('There is no engine.'))
const settings = () => ({
  ...engine?.env,
  ...secrets,
  COMPOSE_FILE: `compose.yaml:${join(here, 'compose.walk.yaml')}`,
})
const compose = (...args: string[]) =>
  shell('/usr/bin/docker', ['compose', '--project-directory', sources, ...args], {
    ...settings(),
    COMPOSE_FILE: `${join(sources, 'compose.yaml')}:${join(here, 'compose.walk.yaml')}`,
  })

/** Builds the image. With this machine's certificate authorities, as behind a proxy that inspects TLS. */
function build() {
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  const secret = authorities ? ['--secret', `id=ca,src=${authorities}`] : []
  return docker('build', '--progress=plain', '--tag', 'casebook', ...(engine?.bases ?? []), ...secret, sources)
}

test('the image is built, and a change of a source installs no package again', async () => {
  await build()
  await appendFile(join(sources, 'server/src/main.ts'), '\n// A comment.\n')
  const said = await build()
  const steps = [...said.matchAll(/^#(\d+) \[.*npm ci/gm)].map(([, number]) => number)
  expect(new Set(steps).size).toBe(2)
  for (const step of steps) expect(said).toContain(`#${step} CACHED`)
})

test('the image has a list of what is in it, and neither headers, tools of the build nor authorities of it', async () => {
  const run = (...args: string[]) => docker('run', '--rm', '--read-only', '--cap-drop', 'ALL', 'casebook', ...args)
  const { components } = JSON.parse(await run('cat', 'sbom.cdx.json'))
  const names: string[] = components.map(({ purl }: { purl: string }) => purl.replace(/@[^@]*$/, ''))
  for (const part of ['pkg:npm/fastify', 'pkg:npm/pg', 'pkg:deb/debian/tini', 'pkg:deb/debian/libc6'])
    expect(names).toContain(part)
  for (const part of ['pkg:npm/vite', 'pkg:npm/vitest', 'pkg:npm/%40graphql-codegen/core'])
    expect(names).not.toContain(part)
  expect(await run('find', '/app', '-name', 'node_api.h')).toBe('')
  expect(await run('sh', '-c', 'ls /run/secrets 2>/dev/null || true')).toBe('')
  expect(await run('id', '-u')).toContain('10001')
  expect(await run('casebook', 'help')).toContain('casebook COMMAND, with the same settings')
})

test('compose starts an installation, exchanges it under load server by server, and its backup is restored', async () => {
  await compose('up', '--detach', '--no-build')
  await expect
    .poll(() => compose('ps', '--format', '{{.Service}} {{.Health}}'), { timeout: 120_000 })
    .toMatch(/casebook-1 healthy\n(?:.*\n)*casebook-2 healthy/)
  const limits = '{{.Config.StopSignal}} {{.Config.StopTimeout}} {{.HostConfig.Memory}} {{.HostConfig.PidsLimit}}'
  const bounded = await docker(
    'inspect',
    '--format',
    limits,
    ...(await compose('ps', '--quiet', 'casebook-1')).trim().split('\n'),
  )
  expect(bounded.trim()).toBe('SIGTERM 45 1073741824 256')

  // Another image: the upgrade must exchange every server for it.
  const next = await mkdtemp(join(tmpdir(), 'casebook-next-'))
  await shell('sh', ['-c', `printf 'FROM casebook\\nENV CASEBOOK_WALK=second\\n' > "$1/Dockerfile"`, 'sh', next])
  await docker('build', '--quiet', '--tag', 'casebook', next)
  await rm(next, { recursive: true })
  const hammer = engine?.inside(process.execPath, [join(here, 'hammer.mjs'), 'http://127.0.0.1:8080'])
  if (!hammer) throw new Error('There is no engine.')
  let counted = ''
  hammer.stdout?.on('data', (part) => {
    counted += String(part)
  })
  await wait(1_000)
  await shell('sh', ['-c', 'cd "$1" && sh packaging/container/upgrade.sh', 'sh', sources], settings())
  hammer.kill('SIGTERM')
  await once(hammer, 'close')
  const { calls, bad, first } = JSON.parse(counted)
  console.log(`upgrade server by server: ${bad} bad answers of ${calls}`)
  expect({ bad, first }).toEqual({ bad: 0, first: [] })
  expect(calls).toBeGreaterThan(100)
  for (const server of ['casebook-1', 'casebook-2', 'backup'])
    expect(await compose('exec', '-T', server, 'printenv', 'CASEBOOK_WALK')).toContain('second')

  // A server that is stopped ends by itself.
  const [stopped = ''] = (await compose('ps', '--quiet', 'casebook-1')).trim().split('\n')
  await docker('stop', stopped)
  expect((await docker('inspect', '--format', '{{.State.ExitCode}}', stopped)).trim()).toBe('0')

  const started = await compose('--profile', 'restore-test', 'run', '--detach', '--service-ports', 'restore-test')
  const [restored = ''] = /^[0-9a-f]{64}$/m.exec(started) ?? []
  await expect.poll(() => docker('logs', restored), { timeout: 120_000 }).toContain('Casebook is ready')
  const said = await docker('logs', restored)
  for (const line of [
    'every row and file compared',
    'The history says what the tables hold.',
    'Restored and compared:',
  ])
    expect(said).toContain(line)
  await docker('rm', '--force', restored)
})
