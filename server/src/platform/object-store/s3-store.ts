import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../config.ts'
import { attachmentNamed } from './content-disposition.ts'
import {
  downloadSeconds,
  isObjectName,
  minUploadBytes,
  type ObjectStore,
  type StoredObject,
  uploadSeconds,
} from './object-store.ts'
import { hashOf } from './sha256.ts'

/**
 * S3 or a store that speaks its language. Loaded only where the settings name one: the SDK takes a while to load.
 * The store must answer 404, not 403, for an object that is not there: its key needs the right to list the bucket.
 */
export class S3Store implements ObjectStore {
  readonly #bucket: string
  readonly #client: S3Client
  /** Signs addresses that the browser opens; never called over the network. */
  readonly #signer: S3Client
  readonly #log: FastifyBaseLogger

  constructor(config: S3Config, log: FastifyBaseLogger) {
    this.#bucket = config.bucket
    this.#client = makeClient(config, config.endpoint)
    this.#signer = makeClient(config, config.publicEndpoint)
    this.#log = log
  }

  async presignUpload(objectName: string, _origin: string, { sha256 }: { sha256?: string | undefined } = {}) {
    const checksum = sha256 && {
      'x-amz-checksum-algorithm': 'SHA256',
      'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
    }
    const expiresAt = new Date(Date.now() + uploadSeconds * 1000)
    const form = await createPresignedPost(this.#signer, {
      Bucket: this.#bucket,
      Key: named(objectName),
      Expires: uploadSeconds,
      Conditions: [['content-length-range', minUploadBytes, maxUploadBytes]],
      Fields: { success_action_status: '200', ...checksum },
    })
    return { ...form, expiresAt }
  }

  async presignDownload(objectName: string, filename: string): Promise<string> {
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

  /** What the store vouches for where it checks SHA-256 on upload; some take the field and do not. */
  async sha256Of(objectName: string): Promise<string> {
    const vouched = (await this.#head(objectName))?.ChecksumSHA256
    // That of an object uploaded in parts is a hash of hashes and ends in their number.
    if (vouched && /^[A-Za-z0-9+/]{43}=$/.test(vouched)) return Buffer.from(vouched, 'base64').toString('hex')
    const bytes = await this.read(objectName)
    return this.#asking(() => hashOf(bytes))
  }

  async read(objectName: string): Promise<Readable> {
    const { Body } = await this.#asking(() =>
      this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: named(objectName) })),
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
      // The whole file goes out before the answer comes.
      await this.#client.send(put, { requestTimeout: 10 * 60_000 })
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

  /** Whatever goes wrong between the store and us is one problem to the caller; the log has the details. */
  async #asking<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (err) {
      this.#log.warn({ err }, 'the file store does not answer as it should')
      throw Object.assign(problem('store.unavailable'), { cause: err })
    }
  }
}

/** The origin that the browser sends files to, for the page's content security policy. */
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
    // Stores other than Amazon's refuse the checksum trailers that the SDK adds on its own account.
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
