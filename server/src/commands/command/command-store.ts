import { randomBytes } from 'node:crypto'
import { EmbeddedStore } from '../../object-store/embedded/embedded-store.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import type { CommandContext } from './command.ts'

/** Opens the configured object store, without its routes for browsers. */
export async function openCommandStore({ config, log }: CommandContext): Promise<ObjectStore> {
  if (config.s3) {
    const { S3Store } = await import('../../object-store/s3/s3-store.ts')
    return new S3Store(config.s3, log)
  }
  // A command signs nothing that a browser sends back.
  const store = new EmbeddedStore({ dataDir: config.dataDir, key: randomBytes(32) })
  await store.open()
  return store
}
