import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import { EmbeddedStore } from '../object-store/embedded/embedded-store.ts'
import type { ObjectStore } from '../object-store/object-store.ts'

/**
 * Opens the configured store in a thread of a server that has opened it already. Opening it in full again would discard
 * uploads that the server is receiving, as if they came from a process that died.
 */
export async function openPlainStore(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<ObjectStore> {
  if (s3) {
    const { S3Store } = await import('../object-store/s3/s3-store.ts')
    return new S3Store(s3, log)
  }
  // This thread signs nothing that a browser sends back.
  return new EmbeddedStore({ dataDir, key: randomBytes(32) })
}
