import { downloadSeconds } from '../object-store.ts'
import { algorithm, amzDate, credentialOf, isSignedBy, parseAmzDate, sign } from './signing.ts'
import { denied } from './store-refusal.ts'

/**
 * The query of a link that answers one object with these headers: S3's query signature. The host is not signed, because a
 * proxy may rewrite that header, and the key belongs to this installation only.
 */
export function presignQuery(
  key: Buffer,
  objectName: string,
  response: Readonly<Record<string, string>>,
  nowMs: number,
): string {
  const date = amzDate(nowMs)
  const query = new URLSearchParams({
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': credentialOf(date),
    'X-Amz-Date': date,
    'X-Amz-Expires': String(downloadSeconds),
    ...response,
  })
  query.set('X-Amz-Signature', sign(key, date.slice(0, 8), textToSign(objectName, query)))
  return query.toString()
}

/** The signed content disposition and, of a link that shows the object, its type. Throws a StoreRefusal for a link that is not ours, was modified, or has expired. */
export function checkQuery(key: Buffer, objectName: string, query: URLSearchParams, nowMs: number) {
  const unsigned = new URLSearchParams(query)
  unsigned.delete('X-Amz-Signature')
  const credential = query.get('X-Amz-Credential') ?? ''
  const signature = query.get('X-Amz-Signature') ?? ''
  if (!isSignedBy(key, credential, textToSign(objectName, unsigned), signature)) {
    throw denied('The signature is not the one of this link.')
  }
  const signedAt = parseAmzDate(query.get('X-Amz-Date') ?? '')
  const seconds = Number(query.get('X-Amz-Expires'))
  if (signedAt === undefined || !(nowMs < signedAt + seconds * 1000)) throw denied('Request has expired')
  return {
    disposition: query.get('response-content-disposition') ?? 'attachment',
    shownAs: query.get('response-content-type') ?? undefined,
  }
}

function textToSign(objectName: string, query: URLSearchParams): string {
  const sorted = new URLSearchParams(query)
  sorted.sort()
  return `GET\n${objectName}\n${sorted}`
}
