import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../config/config.ts'
import {
  type AllowedUpload,
  attachmentNamed,
  downloadSeconds,
  hashOf,
  isObjectName,
  minUploadBytes,
  type ObjectStore,
  type ShownLink,
  type StoredObject,
  type StoredPart,
  uploadSeconds,
} from '../object-store.ts'

/**
 * S3 or a compatible store. Loaded only if the settings name one, because the SDK loads slowly. The store must respond
 * 404, not 403, for a missing object: its key needs permission to list the bucket.
 */
export class S3Store implements ObjectStore {
  readonly #bucket: string
  readonly #client: S3Client
  /** Signs URLs that the browser opens. Never used for requests of the server. */
  readonly #signer: S3Client
  readonly #log: FastifyBaseLogger
  readonly #shownLink: ShownLink | undefined

  /** `makeShownLink`: how objects are shown, because S3 sends no policy that keeps a document from running anything. */
  constructor(config: S3Config, log: FastifyBaseLogger, makeShownLink?: (store: S3Store) => ShownLink) {
    this.#bucket = config.bucket
    this.#client = makeClient(config, config.endpoint)
    this.#signer = makeClient(config, config.publicEndpoint)
    this.#log = log
    this.#shownLink = makeShownLink?.(this)
  }

  async presignUpload(objectName: string, _origin: string, { most, sha256 }: AllowedUpload) {
    const checksum = sha256 && {
      'x-amz-checksum-algorithm': 'SHA256',
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    }
    const expiresAt = new Date(Date.now() + uploadSeconds * 1000)
    const form = await createPresignedPost(this.#signer, {
      Bucket: this.#bucket,
      Key: named(objectName),
      Expires: uploadSeconds,
      Conditions: [['content-length-range', minUploadBytes, most]],
      Fields: { success_action_status: '200', ...checksum },
    })
    return { ...form, expiresAt }
  }

  async presignDownload(objectName: string, filename: string, origin = '', shownAs?: string): Promise<string> {
    if (shownAs) {
      if (!this.#shownLink) throw new Error('This process shows no documents.')
      return this.#shownLink(objectName, filename, origin, shownAs)
    }
    const get = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: named(objectName),
      ResponseContentDisposition: attachmentNamed(filename),
      ResponseContentType: 'application/octet-stream',
      ResponseCacheControl: 'private, no-store',
    })
    return getSignedUrl(this.#signer, get, { expiresIn: downloadSeconds })
  }

  async head(objectName: string) {
    const found = await this.#head(objectName)
    return found && { size: found.ContentLength ?? 0 }
  }

  /** The store's SHA-256, if it verifies it on upload. Some stores accept the field without doing so. */
  async sha256Of(objectName: string): Promise<string> {
    const vouched = (await this.#head(objectName))?.ChecksumSHA256
    // The checksum of a multipart object is a hash of hashes with the number of parts.
    if (vouched && /^[A-Za-z0-9+/]{43}=$/.test(vouched)) return Buffer.from(vouched, 'base64').toString('hex')
    const bytes = await this.read(objectName)
    return this.#asking(() => hashOf(bytes))
  }

  /** `range`: only these bytes, both ends inclusive. */
  async read(objectName: string, range?: { start: number; end: number }): Promise<Readable> {
    const { Body } = await this.#asking(() =>
      this.#client.send(
        new GetObjectCommand({
          Bucket: this.#bucket,
          Key: named(objectName),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      ),
    )
    if (!(Body instanceof Readable)) throw new Error(`${objectName} came without a body`)
    return Body
  }

  async write(objectName: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void> {
    const put = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: named(objectName),
      Body: Readable.from(bytes),
      ContentLength: size,
      IfNoneMatch: '*',
    })
    await this.#asking(async () => {
      // The whole file is sent before the response arrives.
      await this.#client.send(put, { requestTimeout: 10 * 60_000 })
    })
  }

  async beginParts(objectName: string): Promise<string> {
    const { UploadId } = await this.#asking(() =>
      this.#client.send(new CreateMultipartUploadCommand({ Bucket: this.#bucket, Key: named(objectName) })),
    )
    if (!UploadId) throw new Error(`${objectName} was given no id for its parts`)
    return UploadId
  }

  async putPart(objectName: string, UploadId: string, PartNumber: number, _offset: number, bytes: Uint8Array) {
    const part = { Bucket: this.#bucket, Key: named(objectName), UploadId, PartNumber }
    const put = new UploadPartCommand({ ...part, Body: bytes, ContentLength: bytes.length })
    const { ETag } = await this.#asking(() => this.#client.send(put, { requestTimeout: 10 * 60_000 }))
    return ETag ?? ''
  }

  async finishParts(objectName: string, UploadId: string, parts: readonly StoredPart[]): Promise<void> {
    const Parts = parts.map(({ number, tag }) => ({ PartNumber: number, ETag: tag }))
    const whole = { Bucket: this.#bucket, Key: named(objectName), UploadId, MultipartUpload: { Parts } }
    await this.#asking(() =>
      // Some stores assemble the parts before they respond.
      this.#client.send(new CompleteMultipartUploadCommand(whole), { requestTimeout: 10 * 60_000 }),
    )
  }

  async abortParts(objectName: string, UploadId: string): Promise<void> {
    await this.#asking(async () => {
      try {
        await this.#client.send(
          new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key: named(objectName), UploadId }),
        )
      } catch (error) {
        if (!(error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)) throw error
      }
    })
  }

  async remove(objectName: string): Promise<void> {
    await this.#asking(() =>
      this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: named(objectName) })),
    )
  }

  async *list(): AsyncGenerator<StoredObject, void, undefined> {
    const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: this.#bucket })
    for (;;) {
      const page = await this.#asking(() => pages.next())
      if (page.done) return
      for (const { Key = '', Size = 0 } of page.value.Contents ?? []) {
        if (isObjectName(Key)) yield { objectName: Key, size: Size }
      }
    }
  }

  async ready(): Promise<void> {
    const ask = new HeadBucketCommand({ Bucket: this.#bucket })
    await this.#asking(() => this.#client.send(ask, { requestTimeout: 2_000 }))
  }

  /** Sends the request as the server does, so that a refusal carries the store's own code. Throws the store's error. */
  async examine(): Promise<void> {
    const ask = new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: 1 })
    await this.#client.send(ask, { requestTimeout: 3_000 })
  }

  async #head(objectName: string) {
    const ask = new HeadObjectCommand({ Bucket: this.#bucket, Key: named(objectName), ChecksumMode: 'ENABLED' })
    return this.#asking(async () => {
      try {
        return await this.#client.send(ask)
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
        throw error
      }
    })
  }

  /** Every failure between the store and the server is one problem for the caller. The log has the details. */
  async #asking<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (err) {
      this.#log.warn({ err }, 'the file store does not answer as it should')
      throw Object.assign(problem('store.unavailable'), { cause: err })
    }
  }
}

/** The origin that the browser uploads to, for the page's content security policy. */
export function uploadOriginOf({ publicEndpoint, bucket, forcePathStyle }: S3Config): string {
  const { protocol, host } = new URL(publicEndpoint)
  return `${protocol}//${forcePathStyle ? host : `${bucket}.${host}`}`
}

function named(objectName: string): string {
  if (!isObjectName(objectName)) throw new Error(`${JSON.stringify(objectName)} is no name of an object`)
  return objectName
}

function makeClient({ region, accessKeyId, secretAccessKey, forcePathStyle }: S3Config, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's refuse the checksum trailers that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
      socketTimeout: 30_000,
    },
  })
}
