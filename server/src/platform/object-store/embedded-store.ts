import type { FastifyInstance } from 'fastify'
import { attachmentNamed } from './content-disposition.ts'
import { answerDownload } from './download-route.ts'
import { ObjectFolder } from './object-folder.ts'
import type { ObjectStore } from './object-store.ts'
import { presignForm } from './presigned-form.ts'
import { presignQuery } from './presigned-link.ts'
import { hashOf } from './sha256.ts'
import { StoreRefusal } from './store-refusal.ts'
import { answerUpload } from './upload-route.ts'

const path = '/objects'

export type EmbeddedSettings = {
  readonly dataDir: string
  /** Signs forms and links; the same in every process over one data folder. */
  readonly key: Buffer
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** The object store that comes with the server: files under the data folder, reached by S3's presigned forms and links. */
export class EmbeddedStore implements ObjectStore {
  readonly #folder: ObjectFolder
  readonly #key: Buffer
  readonly #now: () => number

  constructor({ dataDir, key, now = Date.now }: EmbeddedSettings) {
    this.#folder = new ObjectFolder(dataDir)
    this.#key = key
    this.#now = now
  }

  /** Makes the folders and clears away what interrupted uploads left. */
  open(): Promise<void> {
    return this.#folder.open()
  }

  async presignUpload(objectName: string, origin: string, { sha256 }: { sha256?: string | undefined } = {}) {
    return { url: `${origin}${path}`, ...presignForm(this.#key, objectName, this.#now(), sha256) }
  }

  async presignDownload(objectName: string, filename: string, origin: string): Promise<string> {
    return `${origin}${path}/${objectName}?${presignQuery(this.#key, objectName, attachmentNamed(filename), this.#now())}`
  }

  async head(objectName: string) {
    return this.#folder.find(objectName)
  }

  async sha256Of(objectName: string): Promise<string> {
    return hashOf(await this.read(objectName))
  }

  async read(objectName: string) {
    return this.#folder.read(objectName)
  }

  async write(objectName: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const file = await this.#folder.receive(size)
    try {
      for await (const chunk of bytes) await file.write(chunk)
      if (file.size !== size) throw new Error(`${objectName} has ${file.size} bytes instead of ${size}`)
      await this.#folder.keep(file, objectName)
    } catch (error) {
      await file.discard()
      throw error
    }
  }

  remove(objectName: string): Promise<void> {
    return this.#folder.remove(objectName)
  }

  list() {
    return this.#folder.list()
  }

  ready(): Promise<void> {
    return this.#folder.ready()
  }

  /** What its routes work with. */
  get rules() {
    return { folder: this.#folder, key: this.#key, now: this.#now }
  }
}

/** The store's routes: `POST /objects` and `GET /objects/studyid/referencedataid`. */
export function registerEmbeddedStore(app: FastifyInstance, { rules }: EmbeddedStore): void {
  app.register(async (routes) => {
    // Bodies are streamed, so that no parser and no limit of the server's may come before.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _body, done) => done(null))
    routes.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof StoreRefusal)) throw error
      reply.code(error.status).header('cache-control', 'no-store')
      return reply.removeHeader('content-disposition').type('application/xml').send(error.toXml())
    })
    routes.post(path, (request, reply) => answerUpload(rules, request, reply))
    routes.route({
      method: ['GET', 'HEAD'],
      url: `${path}/*`,
      handler: (request, reply) => answerDownload(rules, request, reply),
    })
  })
}
