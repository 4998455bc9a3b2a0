import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../../config/config.ts'

/**
 * Creates the bucket if necessary, and allows pages of this origin to upload files to it and to read them in ranges.
 * Replaces its previous CORS rules.
 */
export async function setUpBucket(s3: S3Config, origin: string): Promise<void> {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey, bucket: Bucket } = s3
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['POST', 'GET'],
    AllowedHeaders: ['*'],
    // A page that reads a recording in ranges needs this header to learn the file's length.
    ExposeHeaders: ['Content-Range', 'Content-Length', 'ETag'],
    MaxAgeSeconds: 3600,
  }
  try {
    const isMissing = await client.send(new HeadBucketCommand({ Bucket })).then(
      () => false,
      (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404,
    )
    if (isMissing) await client.send(new CreateBucketCommand({ Bucket }))
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
  } finally {
    client.destroy()
  }
}
