import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mistake } from '../mistakes/mistake.ts'

/** Encrypts and authenticates small values for cookies and columns. A value sealed for another purpose does not open. */
export type Sealer = {
  /** Valid for `lifetimeSeconds`, or without limit if omitted. */
  seal: (value: unknown, lifetimeSeconds?: number) => string
  /** Returns undefined if the text was not sealed by this key for this purpose, was modified, or has expired. */
  open: (text: string | null | undefined) => unknown
}

const nonceBytes = 12
const tagBytes = 16

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `casebook ${purpose}`, 32))
}

/** AES-256-GCM with a key derived from the installation's secret for this purpose. */
export function makeSealer(secret: string, purpose: string): Sealer {
  const key = deriveKey(secret, purpose)
  return {
    seal(value, lifetimeSeconds) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const expires = lifetimeSeconds === undefined ? null : Date.now() + lifetimeSeconds * 1000
      const body = Buffer.concat([cipher.update(JSON.stringify({ value, expires }), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(text) {
      if (!text) return undefined
      const bytes = Buffer.from(text, 'base64url')
      if (bytes.length <= nonceBytes + tagBytes) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
        const { value, expires }: { value: unknown; expires: number | null } = JSON.parse(plain.toString('utf8'))
        return expires !== null && expires < Date.now() ? undefined : value
      } catch {
        return undefined
      }
    },
  }
}

/** The purpose of the hash by which servers and commands of one installation know each other. */
export const installationPurpose = 'installation'

/** A keyed hash in hex, with a key for this purpose. */
export function makeKeyedHash(secret: string, purpose: string): (text: string) => string {
  const key = deriveKey(secret, purpose)
  return (text) => createHmac('sha256', key).update(text).digest('hex')
}

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The installation's secret, if there is one yet. */
export async function findSecretKey(given: string | undefined, dataDir: string): Promise<string | undefined> {
  return given ?? ((await readFile(join(dataDir, 'secret-key'), 'utf8').catch(() => '')).trim() || undefined)
}

/**
 * The installation's secret, from which the keys for cookies, codes and the embedded store are derived: SECRET_KEY, or
 * a random one created once in the data folder, readable by its owner only. Several servers need the same SECRET_KEY.
 */
export async function readSecretKey(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given
  const path = join(dataDir, 'secret-key')
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch(
    (error) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const text = (await readFile(path, 'utf8')).trim()
  if (text.length < 32)
    throw new Mistake(
      'dataDir',
      `${path} is damaged: put back the one from a backup, or remove it to have a new one made.`,
    )
  return text
}
