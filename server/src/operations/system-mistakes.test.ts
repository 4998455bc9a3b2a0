import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { exitStatus } from '../mistakes/mistake.ts'
import { explain } from './explain.ts'
import { systemMistake } from './system-mistakes.ts'

const config = {
  host: '127.0.0.1',
  port: 443,
  metricsHost: '127.0.0.1',
  metricsPort: 464,
  dataDir: '/var/lib/casebook',
}

/** An error as Node's file system and network throw it. */
const systemError = (code: string, more: Record<string, unknown>) =>
  Object.assign(new Error(`${code}: as the system words it`), { code, ...more })
const onDisk = (code: string, path: string) => systemError(code, { syscall: 'open', path })
const onPort = (code: string, port: number) => systemError(code, { syscall: 'listen', address: '127.0.0.1', port })

test.each([
  ['EACCES', 'give it to the user that Casebook runs as'],
  ['EPERM', 'give it to the user that Casebook runs as'],
  ['EROFS', 'mount it for writing'],
  ['ENOSPC', 'make room'],
  ['EDQUOT', 'make room'],
  ['ENOTDIR', 'a file stands where a folder is needed'],
  ['EEXIST', 'a file stands where a folder is needed'],
])('DATA_DIR that fails with %s: the line names the setting, the code, the path and what to do', (code, advice) => {
  for (const path of ['/var/lib/casebook/files/a', '/var/lib/casebook', '/var/lib']) {
    const mistake = systemMistake(onDisk(code, path), config)
    expect(mistake?.kind).toBe('dataDir')
    expect(mistake?.message).toContain(`DATA_DIR /var/lib/casebook can't be used (${code} at ${path})`)
    expect(mistake?.message).toContain(advice)
    expect(mistake?.message).not.toContain('\n')
  }
})

test('the innermost cause is the one that is named', () => {
  const wrapped = new Error('the server did not start', { cause: onDisk('ENOSPC', '/var/lib/casebook/secret-key') })
  expect(systemMistake(wrapped, config)?.message).toContain('the disk is full')
})

test.each([
  [443, 'PORT'],
  [464, 'METRICS_PORT'],
])('a port %d that this user may not open: the line names %s', (port, setting) => {
  const mistake = systemMistake(onPort('EACCES', port), config)
  expect(mistake?.kind).toBe('address')
  expect(mistake?.message).toContain(`may not listen at port ${port}: choose a ${setting} from 1024 up`)
})

test('a port that is taken, and an address of another machine', () => {
  expect(systemMistake(onPort('EADDRINUSE', 464), config)?.message).toMatch(
    /Port 464 .* is taken .* another METRICS_PORT/,
  )
  expect(systemMistake(onPort('EADDRNOTAVAIL', 443), config)?.message).toContain('HOST "127.0.0.1" is no address')
})

test('other errors are not explained by the disk or the address', () => {
  expect(systemMistake(onDisk('EACCES', '/etc/ssl/ca.crt'), config)).toBeUndefined()
  expect(systemMistake(onDisk('EIO', '/var/lib/casebook/files/a'), config)).toBeUndefined()
  expect(systemMistake(new Error('else'), config)).toBeUndefined()
  const { lines, status } = explain(new Error('else'))
  expect([lines.length, status]).toEqual([1, exitStatus.unexpected])
})

test('a file of a command is named, and no setting is blamed for it', async () => {
  const settings = readConfig({
    DATA_DIR: '/var/lib/casebook',
    DATABASE_URL: 'postgres://db/casebook?sslrootcert=/etc/ca.crt',
  })
  const { lines, status } = explain(onDisk('EACCES', '/root/export.zip'), settings)
  expect(lines).toEqual([expect.stringMatching(/^\/root\/export\.zip can't be used \(EACCES\): name another path/)])
  expect(status).toBe(exitStatus.file)
  expect(explain(systemError('ENOENT', { syscall: 'mkdir', path: '/nowhere/backup' }), settings).lines[0]).toMatch(
    /^\/nowhere\/backup can't be used/,
  )
  expect(explain(onDisk('ENOENT', '/etc/ca.crt'), settings).lines[0]).toContain('DATABASE_URL names the file')
})

test('a folder beside DATA_DIR whose name begins the same is another one', () => {
  expect(systemMistake(onDisk('EACCES', '/var/lib/casebook-old/a'), config)).toBeUndefined()
})
