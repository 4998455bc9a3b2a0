import { hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { EmbeddedStore, registerEmbeddedStore, showThroughServer } from '../object-store/embedded/embedded-store.ts'
import type { ObjectStore } from '../object-store/object-store.ts'

export type OpenStore = {
  store: ObjectStore
  /** Other origins that the browser uploads files to. */
  uploadOrigins: readonly string[]
}

/** The configured object store: S3, loaded only if used, or the embedded one with its routes. */
export async function openStore(
  app: FastifyInstance,
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  secret: string,
  onArriving?: (objectName: string) => void,
): Promise<OpenStore> {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'casebook object-store', 32))
  if (s3) {
    const { S3Store, uploadOriginOf } = await import('../object-store/s3/s3-store.ts')
    const { mayPass, storeMistake } = await import('../object-store/s3/store-mistake.ts')
    const store = new S3Store(s3, app.log, (of) => {
      const folder = { find: of.head.bind(of), read: of.read.bind(of) }
      return showThroughServer(app, { key, folder })
    })
    await store.examine().catch((error: unknown) => {
      const mistake = storeMistake(error, s3)
      // A server that starts while the store is down serves everything else.
      if (!mayPass(error)) throw mistake
      app.log.warn(mistake.message)
    })
    return { store, uploadOrigins: [uploadOriginOf(s3)] }
  }
  const store = new EmbeddedStore({ dataDir, key, ...(onArriving && { onArriving }) })
  await store.open()
  registerEmbeddedStore(app, store)
  return { store, uploadOrigins: [] }
}
