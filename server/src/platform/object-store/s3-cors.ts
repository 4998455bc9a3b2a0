import { PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../../config.ts'

/** Lets pages of this origin send files to the bucket and see the answer. Replaces the rules that the bucket had. */
export async function allowBrowsers(s3: S3Config, origin: string): Promise<void> {
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = s3
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
    await client.send(new PutBucketCorsCommand({ Bucket: s3.bucket, CORSConfiguration: { CORSRules: [rule] } }))
  } finally {
    client.destroy()
  }
}
