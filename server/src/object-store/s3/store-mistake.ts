import { S3ServiceException } from '@aws-sdk/client-s3'
import type { S3Config } from '../../config/config.ts'
import { commandLine } from '../../mistakes/command-line.ts'
import { certificateTrouble, codeOf, isCertificateTrouble, Mistake, rootOf } from '../../mistakes/mistake.ts'

/** What to correct, by the store's error code. */
const corrections: Record<string, string> = {
  NoSuchBucket: `create the bucket ("${commandLine('check-store --set-up')}" does), or correct S3_BUCKET`,
  NotFound: `create the bucket ("${commandLine('check-store --set-up')}" does), or correct S3_BUCKET`,
  InvalidAccessKeyId: 'correct S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'correct S3_SECRET_ACCESS_KEY',
  AuthorizationHeaderMalformed: 'correct S3_REGION',
  PermanentRedirect: 'correct S3_REGION or S3_ENDPOINT',
  IllegalLocationConstraintException: 'correct S3_REGION',
  AccessDenied: 'let the key of S3_ACCESS_KEY_ID list, read, write and delete in the bucket',
  InvalidBucketName: 'correct S3_BUCKET',
}

/** Describes what is wrong with the store or its settings, with the status and code it returned. */
export function storeMistake(error: unknown, { endpoint, bucket, region }: S3Config): Mistake {
  const cause = error instanceof Error && error.cause instanceof S3ServiceException ? error.cause : error
  if (cause instanceof S3ServiceException && cause.$metadata.httpStatusCode) {
    const status = cause.$metadata.httpStatusCode
    if (cause.name === 'RequestTimeTooSkewed')
      return new Mistake(
        'clock',
        `The store at ${endpoint} (S3_ENDPOINT) answers ${status} ${cause.name}: set this machine's clock, by NTP for example.`,
        error,
      )
    const isTheirs = status >= 500 || status === 429
    const correction = corrections[cause.name] ?? (isTheirs ? 'see the log of the store' : 'correct the S3_ settings')
    return new Mistake(
      'store',
      `The store at ${endpoint} (S3_ENDPOINT) answers ${status} ${cause.name} for the bucket "${bucket}" in the region ${region}: ${correction}.`,
      error,
    )
  }
  const root = rootOf(error)
  if (isCertificateTrouble(root))
    return new Mistake(
      'store',
      `The store at ${endpoint} (S3_ENDPOINT) is not trusted: ${certificateTrouble(root)}; NODE_EXTRA_CA_CERTS names a file with further authorities.`,
      error,
    )
  const why = codeOf(root) || (root instanceof Error ? root.name : 'no reason given')
  return new Mistake(
    'store',
    `The store at ${endpoint} (S3_ENDPOINT) does not answer (${why}): start it, or correct S3_ENDPOINT.`,
    error,
  )
}

/** Whether waiting may help: the store is down or overloaded, and our settings are correct. */
export function mayPass(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof S3ServiceException ? error.cause : error
  const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined
  return status === undefined || status >= 500 || status === 408 || status === 429
}
