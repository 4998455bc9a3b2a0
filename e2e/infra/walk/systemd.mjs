#!/usr/bin/env node
// Replaces systemd where there is none, as far as the test of install.md needs it. Acts as systemctl or systemd-run,
// depending on the name it is called by. Reads the installed units and runs their programs as their user with their
// settings.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const units = '/etc/systemd/system'
const log = '/var/log/walk.log'
/** The processes of the started services. */
const pids = '/run/walk.pids'

/** The NAME=value lines of a unit file: each name with all its values. */
function readUnit(name) {
  const read = new Map()
  for (const line of readFileSync(join(units, name), 'utf8').split('\n')) {
    const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key) read.set(key, [...(read.get(key) ?? []), value])
  }
  return read
}

/** Parses an EnvironmentFile. Quotes around a value are removed, and nothing inside it is expanded. */
function readEnvironmentFile(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, value = ''] = /^([A-Z_0-9]+)=(.*)$/.exec(line) ?? []
      return name ? [[name, value.trim().replace(/^'(.*)'$|^"(.*)"$/, (_, one, two) => one ?? two)]] : []
    })
}

function runAs({ user, folder, environment, files, command, state, runtime, isWaited }) {
  const own = [state && join('/var/lib', state), runtime && join('/run', runtime)].filter(Boolean)
  for (const each of own) {
    mkdirSync(each, { recursive: true, mode: 0o700 })
    spawnSync('chown', [`${user}:${user}`, each])
  }
  const env = Object.fromEntries([
    ['PATH', process.env.PATH],
    ...environment.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ...files.flatMap(readEnvironmentFile),
  ])
  const given = ['--reuid', user, '--regid', user, '--init-groups', '--', ...command]
  if (isWaited) return spawnSync('setpriv', given, { cwd: folder, env, stdio: 'inherit' }).status ?? 1
  const out = openSync(log, 'a')
  const child = spawn('setpriv', given, { cwd: folder, env, detached: true, stdio: ['ignore', out, out] })
  appendFileSync(pids, `${child.pid}\n`)
  child.unref()
  return 0
}

function startUnit(name) {
  const file = name.includes('.') ? name : `${name}.service`
  if (!existsSync(join(units, file))) throw new Error(`Unit ${file} could not be found.`)
  if (file.endsWith('.timer')) return readUnit(file).has('OnCalendar') ? 0 : 1
  const unit = readUnit(file)
  return runAs({
    user: unit.get('User')[0],
    folder: unit.get('WorkingDirectory')[0],
    environment: (unit.get('Environment') ?? []).flatMap((line) => line.split(' ')),
    files: unit.get('EnvironmentFile') ?? [],
    command: unit.get('ExecStart')[0].split(' '),
    state: unit.get('StateDirectory')?.[0],
    runtime: unit.get('RuntimeDirectory')?.[0],
    isWaited: unit.get('Type')[0] === 'oneshot',
  })
}

/** Ends all started services and waits for them. */
async function stopAll() {
  const running = existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []
  if (running.length === 0) throw new Error('Nothing runs.')
  for (const pid of running) process.kill(pid, 'SIGTERM')
  for (const pid of running) while (isAlive(pid)) await wait(100)
  rmSync(pids)
  return 0
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function systemctl([verb, ...rest]) {
  const names = rest.filter((each) => !each.startsWith('--'))
  if (verb === 'daemon-reload') return 0
  if (verb === 'stop') return stopAll()
  if (verb === 'enable' && !rest.includes('--now')) return 0
  return Math.max(0, ...names.map(startUnit))
}

function systemdRun(args) {
  const at = args.findIndex((each) => !each.startsWith('--'))
  const options = args.slice(0, at)
  const properties = Object.fromEntries(
    options.flatMap((each) => {
      const [, name, value] = /^--property=(\w+)=(.*)$/.exec(each) ?? []
      return name ? [[name, value]] : []
    }),
  )
  return runAs({
    user: properties.User,
    folder: properties.WorkingDirectory,
    environment: options.flatMap((each) => (each.startsWith('--setenv=') ? [each.slice('--setenv='.length)] : [])),
    files: [properties.EnvironmentFile],
    command: args.slice(at),
    state: properties.StateDirectory,
    runtime: properties.RuntimeDirectory,
    isWaited: true,
  })
}

process.exit(
  basename(process.argv[1]) === 'systemctl'
    ? await systemctl(process.argv.slice(2))
    : systemdRun(process.argv.slice(2)),
)
