import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { readConfig } from '../../config/config.ts'
import type { Command } from '../command/command.ts'
import { grantAdminCommand, tokenCommand, usersCommand } from './people.ts'

let casebook: Casebook
let issuer: string
beforeAll(async () => {
  casebook = await startCasebook()
  issuer = `${casebook.origin}/idp`
})
afterAll(() => casebook.stop())

async function run(command: Command, ...args: string[]) {
  const said: string[] = []
  const { database, dataDir } = casebook
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.runtime.url,
    DATABASE_OWNER_URL: database.owner.url,
  })
  await command.run(args, { config, log: pino({ level: 'silent' }), say: (line) => said.push(line) })
  return said
}

test('the shell creates the first administrator, before or after their first sign-in, which the history records', async () => {
  await casebook.signIn('newcomer')
  await run(grantAdminCommand, '--iss', issuer, '--sub', 'newcomer')
  const newcomer = await casebook.signIn('newcomer')
  expect(await newcomer.ask('{ me { is_admin } listPeople { sub } }')).toMatchObject({ me: { is_admin: true } })

  const said = await run(grantAdminCommand, '--iss', 'https://issuer.example', '--sub', 'a+b/c=')
  expect(said.join()).toContain('a+b/c=')
  const entry = await casebook.services.people
    .selectFrom('history')
    .select(['actor', 'actor_name', 'reason'])
    .where('kind', '=', 'person')
    .orderBy('historyid', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({ actor: 'system:grant-admin', reason: 'granted on the shell of the server' })
})

test('users list prints all people', async () => {
  const lines = await run(usersCommand, 'list', 'active')
  expect(lines[0]).toContain('state\tname')
  expect(lines.find((line) => line.includes('Kari Nordmann'))?.split('\t')).toEqual([
    'active',
    'Kari Nordmann',
    'hp',
    'all',
    'never',
    'nurse',
    issuer,
  ])
  expect(lines.some((line) => line.startsWith('pending'))).toBe(false)
})

test('a token issued on the shell acts for its owner until it is revoked there', async () => {
  const [token = ''] = await run(
    tokenCommand,
    'add',
    '--sub',
    'nurse',
    '--name',
    'nightly',
    '--scopes',
    'read',
    '--days',
    '7',
  )
  const ask = () =>
    fetch(`${casebook.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"query":"{ me { sub } }"}',
    })
  expect(await (await ask()).json()).toEqual({ data: { me: { sub: 'nurse' } } })
  const [, line = ''] = await run(tokenCommand, 'list', '--sub', 'nurse')
  expect(line).toContain(token.slice(0, 10))
  expect(line).not.toContain(token)
  await run(tokenCommand, 'remove', '--id', line.split('\t')[0] ?? '')
  expect((await ask()).status).toBe(401)
})

test('a command that is called wrongly prints its usage', async () => {
  await expect(run(grantAdminCommand, '--sub', 'x')).rejects.toMatchObject({ isUsage: true })
  await expect(run(grantAdminCommand, '--iss', 'x', '--sub', 'y')).rejects.toThrow('--iss must be')
  await expect(run(usersCommand, 'delete')).rejects.toMatchObject({ isUsage: true })
  await expect(run(tokenCommand, 'add', '--nme', 'x')).rejects.toMatchObject({ isUsage: true })
  await expect(
    run(tokenCommand, 'add', '--sub', 'ghost', '--name', 'x', '--scopes', 'read', '--days', '1'),
  ).rejects.toThrow('Nobody')
})
