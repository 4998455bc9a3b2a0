import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../../config.ts'

/** Makes the bucket where there is none, and lets pages of this origin send files to it. Replaces the CORS rules that it had. */
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
  const rule = { AllowedOrigins: [origin], AllowedMethods: ['POST', 'GET'], AllowedHeaders: ['*'], MaxAgeSeconds: 3600 }
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
