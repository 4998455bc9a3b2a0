import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { codeOf } from '../mistakes/mistake.ts'

/** Whether database, files or the secret are in DATA_DIR. */
export const usesDataDir = ({
  s3,
  databaseUrl,
  secretKey,
}: Pick<Config, 's3' | 'databaseUrl' | 'secretKey'>): boolean => !(s3 && databaseUrl && secretKey)

/**
 * Whether DATA_DIR is there and can be written. False if it is not there yet and can be made. Rejects with the system's
 * error if it can be neither.
 */
export async function tryDataDir({ dataDir }: Pick<Config, 'dataDir'>): Promise<boolean> {
  for (let folder = dataDir; ; folder = dirname(folder)) {
    try {
      if (!(await stat(folder)).isDirectory())
        throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR', path: folder })
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
      return folder === dataDir
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || folder === dirname(folder)) throw error
    }
  }
}
