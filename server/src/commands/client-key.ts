import { readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { readClientKeys } from '../identity/provider/client-authentication.ts'
import { type Command, CommandError } from './command/command.ts'

const usage = 'client-key FILE [--remove KID]'
const publicParts = ['kty', 'n', 'e', 'crv', 'x', 'y', 'kid', 'alg', 'use'] as const

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('PS256', { modulusLength: 4096, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = `casebook-${new Date().toISOString().slice(0, 10)}-${(await calculateJwkThumbprint(jwk)).slice(0, 8)}`
  return { ...jwk, kid, alg: 'PS256', use: 'sig' }
}

function publicPartOf(key: JWK) {
  return Object.fromEntries(publicParts.flatMap((part) => (key[part] === undefined ? [] : [[part, key[part]]])))
}

async function readKeys(file: string): Promise<JWK[]> {
  const exists = await readFile(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? false : Promise.reject(error)),
  )
  return exists ? readClientKeys(file) : []
}

/** Replaces the file in one step: a server that reads it meanwhile finds either the old or the new keys. */
async function writeKeys(file: string, keys: JWK[]): Promise<void> {
  const next = `${file}.new`
  await writeFile(next, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 })
  await rename(next, file)
}

export const clientKeyCommand: Command = {
  usage: 'FILE [--remove KID]',
  summary: 'adds a key for OIDC_CLIENT_KEY to FILE and prints the public keys for the identity provider',
  needsNoSettings: true,
  async run([name, option, kid, ...rest], { say }) {
    const isRemoval = option === '--remove' && kid !== undefined
    if (!name || name.startsWith('-') || rest.length > 0 || (option !== undefined && !isRemoval)) {
      throw new CommandError(`Usage: ${usage}`, { isUsage: true })
    }
    const file = resolve(process.env.INIT_CWD ?? process.cwd(), name)
    const before = await readKeys(file)
    const keys = isRemoval ? before.filter((key) => key.kid !== kid) : [await newKey(), ...before]
    if (isRemoval && keys.length === before.length) throw new CommandError(`${file} has no key ${kid}.`)
    if (keys.length === 0) throw new CommandError('This is the only key. Add another before you remove it.')
    await writeKeys(file, keys)
    say(JSON.stringify({ keys: keys.map(publicPartOf) }, null, 2))
    return true
  },
}
