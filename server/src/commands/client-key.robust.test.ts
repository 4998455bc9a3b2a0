import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runOnce } from '../../test/beds/run-once.ts'
import { readConfig } from '../config/config.ts'
import { exitStatus } from '../mistakes/mistake.ts'
import { clientKeyCommand } from './client-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function run(...args: string[]): Promise<{ keys: Record<string, string>[] }> {
  const said: string[] = []
  const context = { config: readConfig({}), log: pino({ level: 'silent' }), say: (line: string) => said.push(line) }
  await clientKeyCommand.run(args, context)
  return JSON.parse(said.join(''))
}

test('a first key is created, readable by its owner only, and nothing private is printed', async () => {
  const file = join(folder, 'key.json')
  const printed = await run(file)
  expect(printed.keys).toHaveLength(1)
  expect(Object.keys(printed.keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const kept = JSON.parse(await readFile(file, 'utf8'))
  expect(kept.keys[0]).toMatchObject({ kid: printed.keys[0]?.kid, alg: 'PS256', d: expect.any(String) })
})

test('a second key is first, the previous one stays until it is removed, and the last one can’t be removed', async () => {
  const file = join(folder, 'key.json')
  const [first] = (await run(file)).keys
  const both = (await run(file)).keys
  expect(both).toHaveLength(2)
  expect(both[1]).toEqual(first)
  expect((await run(file, '--remove', first?.kid ?? '')).keys).toEqual([both[0]])
  await expect(run(file, '--remove', both[0]?.kid ?? '')).rejects.toThrow('only key')
  await expect(run(file, '--remove', 'unknown')).rejects.toThrow('has no key')
})

test('a key can be made before the settings are complete', async () => {
  const { status, stdout } = await runOnce(
    'cli',
    { NODE_ENV: 'production' },
    { args: ['client-key', join(folder, 'key.json')] },
  )
  expect(status).toBe(0)
  expect(JSON.parse(stdout.join('')).keys).toHaveLength(1)
})

test('a file that cannot be written is named', async () => {
  const file = join(folder, 'nowhere', 'key.json')
  const { status, stderr } = await runOnce('cli', {}, { args: ['client-key', file] })
  expect(stderr).toEqual([expect.stringContaining(`${file}.new can't be used (ENOENT): name another path`)])
  expect(status).toBe(exitStatus.file)
})
