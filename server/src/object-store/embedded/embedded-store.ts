import type { FastifyInstance } from 'fastify'
import {
  type AllowedUpload,
  attachmentNamed,
  hashOf,
  inlineNamed,
  type ObjectStore,
  type ShownLink,
} from '../object-store.ts'
import { answerDownload, type DownloadRules } from './download-route.ts'
import { ObjectFolder, PartFolder } from './object-folder.ts'
import { presignForm, presignQuery } from './presigned.ts'
import { StoreRefusal } from './store-refusal.ts'
import { answerUpload } from './upload-route.ts'

const path = '/objects'

type EmbeddedSettings = {
  readonly dataDir: string
  /** Signs forms and links. The same in every process of one data folder. */
  readonly key: Buffer
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Told from time to time while bytes of an object arrive by a form. */
  readonly onArriving?: (objectName: string) => void
}

/** The object store included in the server: files in the data folder, accessed through S3's presigned forms and links. */
export class EmbeddedStore implements ObjectStore {
  readonly #folder: ObjectFolder
  readonly #parts: PartFolder
  readonly #key: Buffer
  readonly #now: () => number
  readonly #onArriving: (objectName: string) => void

  constructor({ dataDir, key, now = Date.now, onArriving = () => undefined }: EmbeddedSettings) {
    this.#folder = new ObjectFolder(dataDir)
    this.#parts = new PartFolder(dataDir)
    this.#key = key
    this.#now = now
    this.#onArriving = onArriving
  }

  /** Creates the folders and removes the remains of interrupted uploads. */
  async open(): Promise<void> {
    await this.#folder.open()
    await this.#parts.open()
  }

  async presignUpload(objectName: string, origin: string, allowed: AllowedUpload) {
    return { url: `${origin}${path}`, ...presignForm(this.#key, objectName, this.#now(), allowed) }
  }

  async presignDownload(objectName: string, filename: string, origin: string, shownAs?: string): Promise<string> {
    return ownLink(this.#key, this.#now(), objectName, filename, origin, shownAs)
  }

  async head(objectName: string) {
    return this.#folder.find(objectName)
  }

  async sha256Of(objectName: string): Promise<string> {
    return hashOf(await this.read(objectName))
  }

  async read(objectName: string, range?: { start: number; end: number }) {
    return this.#folder.read(objectName, range)
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

  beginParts(): Promise<string> {
    return this.#parts.begin()
  }

  putPart(_objectName: string, uploadid: string, _number: number, offset: number, bytes: Uint8Array): Promise<string> {
    return this.#parts.put(uploadid, offset, bytes)
  }

  async finishParts(objectName: string, uploadid: string): Promise<void> {
    await this.#folder.adopt(await this.#parts.settle(uploadid), objectName)
  }

  abortParts(_objectName: string, uploadid: string): Promise<void> {
    return this.#parts.remove(uploadid)
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
    return { folder: this.#folder, key: this.#key, now: this.#now, onArriving: this.#onArriving }
  }
}

function ownLink(key: Buffer, now: number, objectName: string, filename: string, origin: string, shownAs?: string) {
  const response = {
    'response-content-disposition': shownAs ? inlineNamed(filename) : attachmentNamed(filename),
    ...(shownAs && { 'response-content-type': shownAs }),
  }
  return `${origin}${path}/${objectName}?${presignQuery(key, objectName, response, now)}`
}

/**
 * For a store elsewhere, which can't send the policy that keeps a document from running anything: makes links that show
 * its objects through this server, and serves `GET /objects/studyid/documentid`.
 */
export function showThroughServer(app: FastifyInstance, { key, folder }: Omit<DownloadRules, 'now'>): ShownLink {
  app.register(async (routes) => {
    registerDownloads(routes, { key, folder, now: Date.now })
  })
  return (objectName, filename, origin, shownAs) => ownLink(key, Date.now(), objectName, filename, origin, shownAs)
}

/** The store's routes: `POST /objects` and `GET /objects/studyid/referencedataid`. */
export function registerEmbeddedStore(app: FastifyInstance, { rules }: EmbeddedStore): void {
  app.register(async (routes) => {
    // Bodies are streamed, so no parser or limit of the server may run before.
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', (_request, _body, done) => done(null))
    registerDownloads(routes, rules)
    routes.post(path, (request, reply) => answerUpload(rules, request, reply))
  })
}

/** Refusals of all routes of `routes` are answered as S3 does. */
function registerDownloads(routes: FastifyInstance, rules: DownloadRules): void {
  routes.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StoreRefusal)) throw error
    reply.code(error.status).header('cache-control', 'no-store')
    return reply.removeHeader('content-disposition').type('application/xml').send(error.toXml())
  })
  routes.route({
    method: ['GET', 'HEAD'],
    url: `${path}/*`,
    handler: (request, reply) => answerDownload(rules, request, reply),
  })
}
