import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Mistake } from '../mistakes/mistake.ts'

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
