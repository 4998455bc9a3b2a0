import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.mjs'

const read = (name) => readFileSync(join(root, name), 'utf8')

/** The images of other projects, each by its name and version, with its digest if it has one. */
const imagesOf = (dockerfile, compose) => [
  ...[...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)/gm)].map(([, image]) => image),
  ...[...compose.matchAll(/^ +image: (?:&\w+ )?([^*\s]+:\S+)/gm)].map(([, image]) => image),
]

test('every image is of one fixed version, to the last number or its day, and named by its digest', () => {
  const images = imagesOf(read('Dockerfile'), read('compose.yaml'))
  expect(images.length).toBeGreaterThan(6)
  const isFixed = (image) => /:(v?\d+\.\d+(\.\d+)?(-[\w.-]+)?|trixie-\d{8}-slim)@sha256:[0-9a-f]{64}$/.test(image)
  expect(images.filter((image) => !isFixed(image))).toEqual([])
})

test('the digest of each image is exchanged for that of its version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'casebook-pin-'))
  try {
    mkdirSync(join(folder, 'packaging'))
    for (const name of ['Dockerfile', 'compose.yaml', 'packaging/pin-images.sh'])
      writeFileSync(join(folder, name), read(name))
    const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
    const docker = join(folder, 'docker')
    writeFileSync(docker, `#!/bin/sh\nif [ "$1" = image ]; then echo "any@${digest}"; fi\n`)
    chmodSync(docker, 0o755)
    const env = { PATH: `${folder}:${process.env.PATH}` }
    // Twice: an image that has a digest gets the present one.
    for (const _ of [1, 2]) execFileSync('sh', [join(folder, 'packaging/pin-images.sh')], { env })
    const pinned = (name) => readFileSync(join(folder, name), 'utf8')
    const images = imagesOf(read('Dockerfile'), read('compose.yaml')).map((image) => image.replace(/@.*/, ''))
    expect(imagesOf(pinned('Dockerfile'), pinned('compose.yaml'))).toEqual(images.map((image) => `${image}@${digest}`))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('everything that installs packages in the image comes before the sources', () => {
  const stages = read('Dockerfile').split(/^FROM /m)
  for (const stage of stages) {
    const [before, after = ''] = stage.split('COPY . .')
    if (stage.includes('npm ci')) expect(before).toContain('npm ci')
    expect(after).not.toContain('npm ci')
  }
  const { workspaces } = JSON.parse(read('package.json'))
  for (const workspace of workspaces) expect(stages[1]).toContain(`COPY ${workspace}/package.json ${workspace}/`)
  // It would have to be fetched from a hub.
  expect(read('Dockerfile')).not.toContain('# syntax=')
})

/** The exit status of the image's health check beside a server at the address. */
async function healthAt(listen, env) {
  const server = createServer((request, response) => response.writeHead(request.url === '/health' ? 200 : 404).end())
  await new Promise((resolve) => server.listen(0, listen, resolve))
  try {
    const child = spawn(process.execPath, [join(root, 'packaging/container/health.mjs')], {
      env: { ...env, PORT: String(server.address().port) },
    })
    return await new Promise((resolve) => child.once('exit', resolve))
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}

// Other systems than Linux have a single loopback address.
test.runIf(process.platform === 'linux')('the health check asks the address that the server listens at', async () => {
  expect(await healthAt('127.0.0.3', { HOST: '127.0.0.3' })).toBe(0)
  expect(await healthAt('127.0.0.1', { HOST: '0.0.0.0' })).toBe(0)
  expect(await healthAt('127.0.0.3', { HOST: '127.0.0.1' })).toBe(1)
})

test('the containers have time to finish what is in progress', () => {
  const { DRAIN_SECONDS } = /DRAIN_SECONDS: '(?<DRAIN_SECONDS>\d+)'/.exec(read('compose.yaml'))?.groups ?? {}
  const [, grace] = /stop_grace_period: (\d+)s/.exec(read('compose.yaml')) ?? []
  const [, finishMs] = /finishMs = ([\d_]+)/.exec(read('server/src/operations/readiness.ts')) ?? []
  expect(Number(grace)).toBeGreaterThan(Number(DRAIN_SECONDS) + Number(finishMs?.replace('_', '')) / 1000 + 5)
  for (const name of ['Dockerfile', 'docs/operating/install.md'])
    expect(read(name)).toContain(`--stop-timeout ${grace}`)
})

function hasGit() {
  try {
    return execFileSync('git', ['-C', root, 'ls-files', 'domain'], { encoding: 'utf8' }) !== ''
  } catch {
    return false
  }
}

test.runIf(hasGit())('no file of the tests gets into the image', () => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean)
  const isLeftOut = (path) => ignored.some((each) => matchesGlob(path, each) || matchesGlob(path, `${each}/**`))
  const files = execFileSync('git', ['-C', root, 'ls-files', 'domain', 'server'], { encoding: 'utf8' }).split('\n')
  const ofTests = files.filter((path) => /(^|\/)(tests?|testing|fixtures)\/|\.test\.|vitest/.test(path))
  expect(ofTests.length).toBeGreaterThan(100)
  expect(ofTests.filter((path) => !isLeftOut(path))).toEqual([])
})

test('the address of compose’s store is the same for browsers and for the servers, which check it', () => {
  const compose = read('compose.yaml')
  for (const name of ['S3_PUBLIC_ENDPOINT', 'OIDC_ISSUER']) {
    const { hostname } = new URL(new RegExp(`^ +${name}: (\\S+)$`, 'm').exec(compose)?.[1] ?? '')
    // In a container, localhost is the container itself.
    expect(compose).toContain(`aliases: [${hostname}]`)
  }
})

/** What the wrapper asks systemd-run to do, called from this folder. */
function argumentsOfWrapper(folder) {
  const substitute = join(folder, 'systemd-run')
  writeFileSync(substitute, '#!/bin/sh\nprintf "%s\\n" "$@"\n')
  chmodSync(substitute, 0o755)
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const said = execFileSync('sh', [join(root, 'packaging/casebook'), 'backup', 'x'], { cwd: folder, env })
  return String(said).split('\n')
}

/** Each unit has a /tmp of its own, but a command must reach the socket of the embedded database. */
const shared = ['RuntimeDirectory=casebook', 'RuntimeDirectoryMode=0700', 'RuntimeDirectoryPreserve=yes']

test.each(['casebook.service', 'casebook-backup.service'])(
  '%s keeps its sockets where the others find them',
  (unit) => {
    const lines = read(`packaging/systemd/${unit}`).split('\n')
    expect(lines).toEqual(expect.arrayContaining(shared))
    expect(lines.find((line) => line.startsWith('Environment='))).toContain(' TMPDIR=/run/casebook')
  },
)

test('the command casebook finds the server’s sockets, and paths relative to the caller’s folder', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'casebook-wrapper-')))
  try {
    const given = argumentsOfWrapper(folder)
    expect(given).toEqual(expect.arrayContaining(shared.map((each) => `--property=${each}`)))
    expect(given).toEqual(expect.arrayContaining(['--setenv=TMPDIR=/run/casebook', `--setenv=INIT_CWD=${folder}`]))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('systemd starts a server again unless the table of exit statuses says that it is of no use', () => {
  const unit = read('packaging/systemd/casebook.service')
  const prevented = /^RestartPreventExitStatus=(.*)$/m.exec(unit)?.[1].split(' ')
  const rows = [...read('docs/operating/install.md').matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)]
  expect(rows.length).toBeGreaterThan(15)
  const isOfNoUse = ([, , retried]) => retried === 'no' || retried.endsWith(': no')
  expect(rows.filter(isOfNoUse).map(([, status]) => status)).toEqual(prevented)
})
