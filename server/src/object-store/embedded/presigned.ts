import { createHmac } from 'node:crypto'
import { isSameText } from '../../secrets/seal.ts'
import { type AllowedUpload, downloadSeconds, minUploadBytes, type UploadForm, uploadSeconds } from '../object-store.ts'
import { denied, malformed } from './store-refusal.ts'

export const algorithm = 'AWS4-HMAC-SHA256'
const holder = 'casebook'
const scopeTail = 'local/s3/aws4_request'
const credentialPattern = new RegExp(`^${holder}/(\\d{8})/${scopeTail}$`)

/** A timestamp in the format of Signature Version 4: `20261120T081500Z`. */
export function amzDate(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Milliseconds since the epoch, or undefined if the text is not such a date. */
export function parseAmzDate(text: string): number | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const epochMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(epochMs) ? undefined : epochMs
}

export function credentialOf(date: string): string {
  return `${holder}/${date.slice(0, 8)}/${scopeTail}`
}

/** Lowercase hex. The key is derived for each day, as in Signature Version 4. */
export function sign(key: Buffer, day: string, text: string): string {
  let derived: Buffer = key
  for (const step of [day, ...scopeTail.split('/')]) derived = createHmac('sha256', derived).update(step).digest()
  return createHmac('sha256', derived).update(text).digest('hex')
}

/** Compares in constant time. */
export function isSignedBy(key: Buffer, credential: string, text: string, signature: string): boolean {
  const day = credentialPattern.exec(credential)?.[1]
  if (day === undefined) return false
  return isSameText(sign(key, day, text), signature)
}

/** What a verified form permits: storing one object of this size, and only these bytes if `sha256` is set. */
export type UploadPermit = {
  readonly objectName: string
  readonly least: number
  readonly most: number
  /** Lower-case hex. */
  readonly sha256: string | undefined
}

/** S3's presigned POST (Signature Version 4). The caller sets `url`. */
export function presignForm(
  key: Buffer,
  objectName: string,
  nowMs: number,
  { most, sha256 }: AllowedUpload,
): Omit<UploadForm, 'url'> {
  const expiresAt = new Date(nowMs + uploadSeconds * 1000)
  const date = amzDate(nowMs)
  const signedFields: Record<string, string> = {
    key: objectName,
    'x-amz-algorithm': algorithm,
    'x-amz-credential': credentialOf(date),
    'x-amz-date': date,
    success_action_status: '200',
  }
  if (sha256 !== undefined) signedFields['x-amz-checksum-sha256'] = Buffer.from(sha256, 'hex').toString('base64')
  const policy = Buffer.from(
    JSON.stringify({
      expiration: expiresAt.toISOString(),
      conditions: [
        ...Object.entries(signedFields).map(([name, value]) => ['eq', `$${name}`, value]),
        ['content-length-range', minUploadBytes, most],
      ],
    }),
  ).toString('base64')
  return {
    fields: { ...signedFields, policy, 'x-amz-signature': sign(key, date.slice(0, 8), policy) },
    expiresAt,
  }
}

/**
 * Verifies the fields of a posted form, with names in lowercase. Throws a StoreRefusal unless the policy is ours and
 * valid, every field matches the policy, and the policy covers every field.
 */
export function checkForm(key: Buffer, fields: ReadonlyMap<string, string>, nowMs: number): UploadPermit {
  const policy = fields.get('policy')
  const signature = fields.get('x-amz-signature')
  const credential = fields.get('x-amz-credential')
  if (policy === undefined || signature === undefined || credential === undefined) {
    throw denied('The form carries no complete upload policy.')
  }
  if (!isSignedBy(key, credential, policy, signature)) throw denied('The signature is not the one of this policy.')
  const { expiration, equal, range } = readPolicy(policy)
  if (!(nowMs < expiration)) throw denied('Invalid according to Policy: Policy expired.')
  for (const [name, value] of equal) {
    if (fields.get(name) !== value) throw denied(`Invalid according to Policy: Policy Condition failed: ${name}`)
  }
  for (const name of fields.keys()) {
    if (name !== 'policy' && name !== 'x-amz-signature' && !equal.has(name)) {
      throw denied(`Invalid according to Policy: Extra input fields: ${name}`)
    }
  }
  const objectName = equal.get('key')
  if (objectName === undefined || range === undefined) throw malformed('The policy names no object or no size.')
  const checksum = equal.get('x-amz-checksum-sha256')
  return {
    objectName,
    least: range[0],
    most: range[1],
    sha256: checksum === undefined ? undefined : Buffer.from(checksum, 'base64').toString('hex'),
  }
}

/** Only forms signed by us get here, so only the two kinds of condition that we use are supported. */
function readPolicy(policy: string) {
  const document: unknown = JSON.parse(Buffer.from(policy, 'base64').toString('utf8'))
  const equal = new Map<string, string>()
  let range: [number, number] | undefined
  if (!isPolicy(document)) throw malformed('The policy is not one of this store.')
  for (const [kind, first, second] of document.conditions) {
    if (kind === 'eq' && typeof first === 'string' && typeof second === 'string') equal.set(first.slice(1), second)
    else if (kind === 'content-length-range' && typeof first === 'number' && typeof second === 'number') {
      range = [first, second]
    } else throw malformed('The policy has a condition that this store does not know.')
  }
  return { expiration: Date.parse(document.expiration), equal, range }
}

function isPolicy(document: unknown): document is { expiration: string; conditions: unknown[][] } {
  return (
    typeof document === 'object' &&
    document !== null &&
    'expiration' in document &&
    typeof document.expiration === 'string' &&
    'conditions' in document &&
    Array.isArray(document.conditions) &&
    document.conditions.every(Array.isArray)
  )
}

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
