import { randomBytes } from 'node:crypto'
import { EmbeddedStore } from '../platform/object-store/embedded-store.ts'
import type { ObjectStore } from '../platform/object-store/object-store.ts'
import type { CommandContext } from './command.ts'

/** The settings' object store, without the routes by which browsers reach it. */
export async function openCommandStore({ config, log }: CommandContext): Promise<ObjectStore> {
  if (config.s3) {
    const { S3Store } = await import('../platform/object-store/s3-store.ts')
    return new S3Store(config.s3, log)
  }
  // A command signs nothing that a browser would come back with.
  const store = new EmbeddedStore({ dataDir: config.dataDir, key: randomBytes(32) })
  await store.open()
  return store
}
