import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { installPrograms, shell } from '../beds.ts'

const packaging = fileURLToPath(new URL('../../../packaging/', import.meta.url))

type Place = { home: string; port: number; ports: readonly [number, number] }

/** A load balancer configured by the documented example, with only addresses, ports and paths replaced. */
export type Balancer = { ca: Buffer; stop: () => Promise<void> }

async function makeCertificate(folder: string) {
  await mkdir(folder, { recursive: true })
  const [key, crt] = [join(folder, 'casebook.key'), join(folder, 'casebook.crt')]
  await shell('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', crt],
  ])
  return { key, crt, pem: `${await readFile(crt, 'utf8')}${await readFile(key, 'utf8')}` }
}

/** Installs the Debian programs that the tests use, without starting their services. */
export function installProxies(testbeds: string): Promise<void> {
  const programs = [
    'nginx:/usr/sbin/nginx',
    'haproxy:/usr/sbin/haproxy',
    'prometheus:/usr/bin/prometheus',
    'openssl:openssl',
  ]
  return installPrograms(testbeds, ...programs)
}

/** Replaces each text. Throws if one is missing. */
export function put(text: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`the example does not say "${from}"`)
    return made.replaceAll(from, to)
  }, text)
}

export async function startNginx(
  { home, port, ports }: Place,
  change: (example: string) => string = (text) => text,
): Promise<Balancer> {
  const folder = join(home, `nginx-${port}`)
  const { key, crt } = await makeCertificate(folder)
  const example = change(await readFile(join(packaging, 'nginx', 'casebook.conf'), 'utf8'))
  const site = put(example, [
    ['10.0.0.11:4000', `127.0.0.1:${ports[0]}`],
    ['10.0.0.12:4000', `127.0.0.1:${ports[1]}`],
    ['listen 80;', `listen 127.0.0.1:${port + 8};`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/nginx/casebook.crt', crt],
    ['/etc/nginx/casebook.key', key],
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; user root; worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log info;
events { worker_connections 4096; }
http { access_log ${folder}/access.log; ${temporary}
${site} }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'inherit' })
  return running(child, port, crt)
}

export async function startHaproxy({ home, port, ports }: Place): Promise<Balancer> {
  const folder = join(home, `haproxy-${port}`)
  const { crt, pem } = await makeCertificate(folder)
  await writeFile(join(folder, 'casebook.pem'), pem)
  const example = await readFile(join(packaging, 'haproxy', 'haproxy.cfg'), 'utf8')
  const made = put(example, [
    ['10.0.0.11:4000', `127.0.0.1:${ports[0]}`],
    ['10.0.0.12:4000', `127.0.0.1:${ports[1]}`],
    ['bind :80', `bind 127.0.0.1:${port + 8}`],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/haproxy/casebook.pem', join(folder, 'casebook.pem')],
    ['log /dev/log local0 info', 'log stderr format raw local0 err'],
    ['maxconn 20000', 'maxconn 4000'],
  ])
  await writeFile(join(folder, 'haproxy.cfg'), made)
  const child = spawn('/usr/sbin/haproxy', ['-f', join(folder, 'haproxy.cfg'), '-db'], { stdio: 'inherit' })
  return running(child, port, crt)
}

async function running(child: ChildProcess, port: number, crt: string): Promise<Balancer> {
  for (let round = 0; !(await answers(port)); round++) {
    if (round > 100 || child.exitCode !== null) throw new Error('the balancer did not start')
    await wait(50)
  }
  return {
    ca: await readFile(crt),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
