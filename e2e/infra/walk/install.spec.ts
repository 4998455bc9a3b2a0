import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { copyTestbeds, freePorts, installPrograms, shell, type Testbeds } from '../beds.ts'
import { startProvider } from '../provider.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const here = dirname(fileURLToPath(import.meta.url))

/** The commands of a step in a document, with the address that they clone from and the server's port replaced. */
async function commandsOf(page: 'install.md' | 'upgrade.md', step: string, port: number): Promise<string> {
  const text = await readFile(join(root, 'docs', 'operating', page), 'utf8')
  const [, part] = text.split(`<!-- walk: ${step} -->\n`)
  const block = /^(?:\s*\n| {4,}.*\n)+/.exec(part ?? '')?.[0] ?? ''
  const commands = block
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  expect(commands.length, `${page} says nothing at ${step}`).toBeGreaterThan(0)
  return commands
    .join('\n')
    .replace('https://git.example.org/casebook.git', `file://${root}`)
    .replace('http://127.0.0.1:4000', `http://127.0.0.1:${port}`)
}

let beds: Testbeds
let folder: string
test.beforeEach(async () => {
  const testbeds = process.env.CASEBOOK_TESTBEDS ?? ''
  await installPrograms(testbeds, 'debootstrap:/usr/sbin/debootstrap')
  beds = await copyTestbeds(testbeds)
  folder = await mkdtemp(join(tmpdir(), 'casebook-walk-'))
})
test.afterEach(async () => {
  await beds?.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a script in a minimal Debian. Returns its output and exit status. */
function walk(script: string): Promise<{ status: number | null; said: string }> {
  return new Promise((resolve) => {
    const inside = [join(here, 'install.sh'), folder, join(here, 'systemd.mjs'), root]
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', ...inside])
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        said += part
      })
    child.on('close', (status) => resolve({ status, said }))
    child.stdin.end(script)
  })
}

test('the commands of install.md and upgrade.md work as documented on a minimal Debian, from its first line to a downgrade', async () => {
  test.skip(
    !(await shell('git', ['-C', root, 'rev-parse', 'HEAD']).then(Boolean, () => false)),
    'this is no clone that could be cloned',
  )
  test.setTimeout(1_200_000)
  const port = await freePorts(10)
  const postgres = await beds.start('pg.sh', 'pg', { port: port + 1 })
  await postgres.run('psql', '-c', `create role casebook_app login password 'a&b c;$d'`)
  const owner = new URL(postgres.env.DATABASE_URL ?? '')
  const secret = 'only for tests on loopback'
  const provider = await startProvider({ port: port + 2, appUrl: `http://127.0.0.1:${port}`, secret })
  // An operator's settings, with values that contain & and spaces, in single quotes as documented.
  const settings = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ALLOW_HTTP: 'true',
    PORT: String(port),
    SECRET_KEY: 'a secret for tests, thirty-two characters and more',
    DATABASE_URL: `postgres://casebook_app:a&b%20c;$d@127.0.0.1:${port + 1}${owner.pathname}?application_name=casebook&sslmode=disable`,
    DATABASE_OWNER_URL: owner.href,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'casebook',
    OIDC_CLIENT_SECRET: secret,
    MAIL_FROM: 'Casebook <casebook@example.org>',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`)
  const install = (step: string) => commandsOf('install.md', step, port)
  const upgrade = (step: string) => commandsOf('upgrade.md', step, port)
  const { status, said } = await walk(`set -eux
${await install('node')}
git config --global --add safe.directory '*'
${await install('program')}
${await install('units')}
cat > /etc/casebook/casebook.env <<'FILLED'
${lines.join('\n')}
FILLED
${await install('start')}
casebook check
${await install('backup')}
ls -l /var/backups/casebook
casebook help | head -n 1
touch /opt/casebook/probe && rm /opt/casebook/probe
echo first > /opt/casebook/which
${await upgrade('new version')}
echo second > /opt/casebook-new/which
${await upgrade('exchange')}
echo "upgraded to the $(cat /opt/casebook/which)"
${await upgrade('downgrade')}
echo "downgraded to the $(cat /opt/casebook/which)"
curl --fail --silent --show-error --retry 30 --retry-all-errors --retry-delay 1 http://127.0.0.1:${port}/ready
/opt/casebook-new/packaging/casebook check
echo "walked to the end"
cat /var/log/walk.log
`)
  provider.stop()
  expect(said).toContain('walked to the end')
  expect(status).toBe(0)
  expect(said).toContain('Everything that is configured works.')
  for (const which of ['upgraded to the second', 'downgraded to the first']) expect(said).toContain(which)
  expect(said.match(/"status":"ready"/g)).toHaveLength(3)
  expect(said).toContain('The backup is complete.')
  expect(said).toContain('Whole:')
  expect(said).toMatch(/drwx------ .* casebook casebook .* \d{4}-\d{2}-\d{2}T\d{6}Z/)
})
