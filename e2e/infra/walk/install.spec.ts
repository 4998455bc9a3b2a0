import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { copyTestbeds, freePorts, installPrograms, shell, type Testbeds } from '../beds.ts'
import { startProvider } from '../provider.ts'
import { type Machine, startMachine } from './machine.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

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

/** The exit statuses of install.md's table, and whether systemd starts a server again after each. */
async function exitStatuses(): Promise<{ status: string; isRetried: boolean }[]> {
  const page = await readFile(join(root, 'docs/operating/install.md'), 'utf8')
  return [...page.matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(([, status = '', retried = '']) => ({
    status,
    isRetried: retried !== 'no' && !retried.endsWith(': no'),
  }))
}

/** The git folders of this clone: of a second work tree, most is beside the first one. */
async function foldersOfClone(): Promise<string[] | undefined> {
  const common = ['-C', root, 'rev-parse', '--path-format=absolute', '--git-common-dir']
  return shell('git', common).then(
    (folder) => [root.replace(/\/$/, ''), folder.trim()],
    () => undefined,
  )
}

let beds: Testbeds
let machine: Machine | undefined
test.beforeEach(async () => {
  const testbeds = process.env.CASEBOOK_TESTBEDS ?? ''
  await installPrograms(testbeds, 'debootstrap:/usr/sbin/debootstrap')
  beds = await copyTestbeds(testbeds)
})
test.afterEach(async () => {
  await Promise.all([machine?.stop(), beds?.destroy()])
})

test('the commands of install.md and upgrade.md work as documented on a minimal Debian, from its first line to a downgrade', async () => {
  const clone = await foldersOfClone()
  if (!clone) console.log('skipped: the commands of install.md are not tried: this is no clone that could be cloned')
  test.skip(!clone, 'this is no clone that could be cloned')
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
  machine = await startMachine(clone ?? [])
  const { status, said } = await machine.run(`set -eux
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
journalctl --no-pager --output=cat --unit=casebook --unit=casebook-backup
`)
  expect(said).toContain('walked to the end')
  expect(status).toBe(0)
  expect(said).toContain('Everything that is configured works.')
  for (const which of ['upgraded to the second', 'downgraded to the first']) expect(said).toContain(which)
  expect(said.match(/"status":"ready"/g)).toHaveLength(3)
  expect(said).toContain('The backup is complete.')
  expect(said).toContain('Whole:')
  expect(said).toMatch(/drwx------ .* casebook casebook .* \d{4}-\d{2}-\d{2}T\d{6}Z/)

  // What systemd does with a server that ends by itself: it starts one that was killed again, and not one with a wrong setting.
  const functions = `set -eu
state() { for each in ActiveState ExecMainStatus NRestarts; do systemctl show "$1" --property=$each --value; done | xargs; }
answers() { until curl --fail --silent http://127.0.0.1:${port}/ready; do sleep 1; done; }
`
  const ended = await machine.run(`${functions}
systemctl start casebook
answers
systemctl kill --signal=KILL casebook
until [ "$(systemctl show casebook --property=NRestarts --value)" = 1 ]; do sleep 1; done
answers
echo "killed: $(state casebook)"
sed -i s/^ALLOW_HTTP=.*// /etc/casebook/casebook.env
systemctl restart casebook
until systemctl is-failed casebook; do sleep 1; done
sleep 5
echo "a wrong setting: $(state casebook)"
journalctl --no-pager --output=cat --unit=casebook --lines=20
`)
  provider.stop()
  expect(ended.said).toContain('killed: active 0 1\n')
  expect(ended.said).toContain('a wrong setting: failed 10 0\n')

  // And after each status of install.md's table: units like the server's that end with it at once.
  const statuses = await exitStatuses()
  expect(statuses.length).toBeGreaterThan(15)
  const counted = await machine.run(`${functions}
cd /etc/systemd/system
all='${statuses.map(({ status }) => status).join(' ')}'
for status in $all; do sed "s|^ExecStart=.*|ExecStart=/bin/sh -c 'exit $status'|" casebook.service > "ends-$status.service"; done
systemctl daemon-reload
for status in $all; do systemctl start --no-block "ends-$status"; done
sleep 9
for status in $all; do echo "$status: $(state "ends-$status")"; done
`)
  const counts = counted.said.split('\n')
  for (const { status, isRetried } of statuses) {
    const [, , , restarts] = counts.find((line) => line.startsWith(`${status}: `))?.split(' ') ?? []
    expect(Number(restarts) > 0, `${status} is retried\n${counted.said}`).toBe(isRetried)
  }
})
