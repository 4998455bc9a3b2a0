import { readFileSync } from 'node:fs'
import type { Environment } from './setting-reader.ts'

/** Settings that are secrets or contain one. Each can be given as a file by its name with `_FILE`. */
export const secretSettings = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_READ_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
] as const

const suffix = '_FILE'

/**
 * Replaces settings such as DATABASE_URL_FILE by the content of the file that they name, without surrounding blanks.
 * A setting that is given both ways is added to `mistakes`. Returns the settings, and what is wrong with the files.
 */
export function readSecretFiles(given: Environment, mistakes: string[]): { env: Environment; unreadable: string[] } {
  const env = { ...given }
  const unreadable: string[] = []
  for (const name of secretSettings) {
    const path = given[name + suffix]?.trim()
    delete env[name + suffix]
    if (!path) continue
    if (given[name]?.trim()) mistakes.push(`${name} and ${name}${suffix} are both given; give one.`)
    else {
      try {
        env[name] = readFileSync(path, 'utf8').trim()
        if (env[name] === '') unreadable.push(`${name}${suffix} names the file ${path}, which is empty.`)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        unreadable.push(
          `${name}${suffix} names the file ${path}, which can't be read (${code}): correct the path, or let this user read it.`,
        )
      }
    }
  }
  return { env, unreadable }
}
