import { hkdfSync } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { EmbeddedStore, registerEmbeddedStore } from './embedded-store.ts'
import type { ObjectStore } from './object-store.ts'

export type OpenStore = {
  store: ObjectStore
  /** Origins beside our own that the browser sends files to. */
  uploadOrigins: readonly string[]
}

/** The object store of the settings: S3, loaded only where it is used, or the embedded one with its routes. */
export async function openStore(app: FastifyInstance, { s3, dataDir }: Config, secret: string): Promise<OpenStore> {
  if (s3) {
    const { S3Store, uploadOriginOf } = await import('./s3-store.ts')
    return { store: new S3Store(s3, app.log), uploadOrigins: [uploadOriginOf(s3)] }
  }
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'casebook object-store', 32))
  const store = new EmbeddedStore({ dataDir, key })
  await store.open()
  registerEmbeddedStore(app, store)
  return { store, uploadOrigins: [] }
}
