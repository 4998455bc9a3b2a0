import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.mjs'

const read = (name) => readFileSync(join(root, name), 'utf8')

test('every image is of one fixed version, to the last number', () => {
  const images = [
    ...read('Dockerfile').matchAll(/^FROM (\S+)/gm),
    ...read('compose.yaml').matchAll(/^ +image: (\S+)/gm),
  ].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(6)
  const own = ['casebook', 'tools']
  expect(images.filter((image) => !own.includes(image) && !/:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?$/.test(image))).toEqual([])
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
